import { createHash } from 'node:crypto'
import { fieldOf } from '../../connector-kit/answers.ts'
import type { AccountInfo } from '../../connector-kit/account-info.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { addDays } from '../../connector-kit/dates.ts'
import { plainId } from '../../connector-kit/paginate.ts'
import { readArray, readItems } from './signals.ts'

/** A key does not name its account; until the vendor does, the key's fingerprint stands for it. */
export function accountOfKey(apiKey: string): string {
  return `key-${createHash('sha256').update(apiKey).digest('hex').slice(0, 16)}`
}

/** The account's number appears only beside its properties' availability, and never with a name. */
export async function readAccount({ http, now }: VendorContext): Promise<AccountInfo> {
  const { rows } = readItems(await http.get('/v2/properties', { query: { page: 1, size: 1 } }))
  if (rows.length === 0) return { externalAccountId: null, accountName: null }
  const start = now().toISOString().slice(0, 10)
  const query = { start, end: addDays(start, 1) }
  const [row] = readArray(await http.get(`/v2/availability/${plainId(rows[0])}`, { query }))
  const userId = fieldOf(row, 'user_id')
  const isKnown = typeof userId === 'number' && userId > 0
  return { externalAccountId: isKnown ? String(userId) : null, accountName: null }
}
