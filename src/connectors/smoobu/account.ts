import type { AccountInfo, VendorContext } from '../../connector-kit/connector.ts'
import { idText, presentText } from './map.ts'
import { isObject } from './signals.ts'

/** The user behind the key; every account of the vendor has one. */
export async function readAccount({ http }: VendorContext): Promise<AccountInfo> {
  const user = await http.get('/api/me')
  const { id, firstName, lastName } = isObject(user) ? user : {}
  const names = [firstName, lastName].filter((name) => typeof name === 'string')
  return { externalAccountId: idText(id), accountName: presentText(names.join(' ')) }
}
