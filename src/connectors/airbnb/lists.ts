/** The vendor's lists have cursors, and every answer has its rows under a name. */
import type { VendorSignals } from '../../connector-kit/answer.ts'
import { demand, demandMade, fieldOf, listIn, wordsIn } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import type { Query, VendorHttp } from '../../connector-kit/http.ts'
import { idText, presentText } from '../../connector-kit/readings.ts'
import { rememberSettings } from '../../connector-kit/remember.ts'
import { VendorUser } from './vendor.ts'

/** The vendor's pages hold at most this many rows. */
const pageSize = 50

export const signals: VendorSignals = { messageOf: wordsIn('error_message') }

export async function cursorPage(
  http: VendorHttp,
  { path, name, query, cursor }: { path: string; name: string; query: Query; cursor: string | null },
): Promise<{ rows: unknown[]; next: string | null }> {
  const answer = await http.get(path, {
    query: { ...query, _limit: pageSize, ...(cursor === null ? {} : { _cursor: cursor }) },
  })
  return {
    rows: listIn(answer, name),
    next: presentText(fieldOf(fieldOf(answer, 'paging'), 'next_cursor')),
  }
}

/** An answer to a POST contains only the new id. */
export function madeIn(answer: unknown, kind: string): string {
  const id = fieldOf(answer, 'id')
  return demandMade(typeof id === 'string' || typeof id === 'number' ? idText(id) : null, kind)
}

const dayMs = 24 * 3_600_000

/** Reads the account's host, whom list calls must name. */
export const hostOf = (context: VendorContext): Promise<VendorUser> =>
  rememberSettings(context, 'host', dayMs, async () =>
    demand(VendorUser, fieldOf(await context.http.get('/v2/users/me'), 'user'), 'the host'),
  )
