import type { StayRecord } from '../../contract/records.ts'
import { changePage } from '../../connector-kit/change-walk.ts'
import { orNull } from '../../connector-kit/answers.ts'
import type { VendorContext, VendorOperations } from '../../connector-kit/connector.ts'
import { momentIn } from '../../connector-kit/dates.ts'
import { mapNews } from '../../connector-kit/map-news.ts'
import { mapOne, mapping, plainId } from '../../connector-kit/paginate.ts'
import { listPage, readById } from './envelope.ts'
import { toStay } from './map-reservation.ts'
import { VendorBooking } from './vendor.ts'

export const bookingsPath = '/bookings'
const stays = mapping('stay', VendorBooking, toStay)

/** Without these parameters the list begins today and has no cancelled bookings. */
const longAgo = '2000-01-01T00:00:00Z'
export const everyState = { include_canceled: true }
const beside = { include: 'client,source,bookings_fees,bookings_taxes' }

export const reservations: NonNullable<VendorOperations['reservations']> = {
  async page(context, position) {
    const { since, historyFrom = longAgo } = position
    const query = { ...everyState, ...beside, from: since === null ? historyFrom : longAgo }
    // The vendor says of some ids that they are gone; those that no page shows are kept to the end of a part.
    const { rows, kept, isLast, walk } = await changePage<string[]>(
      context,
      position,
      changedAt,
      async ({ bound, inner: cursor, kept: missing = [] }) => {
        const page = await listPage(context.http, { path: bookingsPath, query, since: bound, cursor })
        const listedIds = new Set(page.rows.map(plainId))
        const goneIds = [...new Set([...missing, ...page.deletedIds])].filter((id) => !listedIds.has(id))
        return { ...page, kept: goneIds }
      },
    )
    const mapped = await mapNews(context, rows, stays)
    const goneStays = isLast ? await readGone(context, kept ?? []) : []
    return { ...mapped, records: [...mapped.records, ...goneStays], ...walk }
  },

  one: readStay,
}

const changedAt = (row: unknown): string | null => momentIn(row, 'updated_at')

async function readStay({ http }: VendorContext, externalId: string): Promise<StayRecord | null> {
  const rows = await orNull(readById(http, bookingsPath, [externalId], { ...everyState, ...beside }))
  return rows?.[0] === undefined ? null : mapOne(rows[0], stays)
}

/** A cancelled booking among them can be read; one that was destroyed is found missing by a full walk. */
async function readGone(context: VendorContext, ids: readonly string[]): Promise<StayRecord[]> {
  const found: StayRecord[] = []
  for (const id of ids) {
    const stay = await readStay(context, id)
    if (stay !== null) found.push(stay)
  }
  return found
}
