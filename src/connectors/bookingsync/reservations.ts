import type { StayRecord } from '../../contract/records.ts'
import {
  afterPage,
  beginWalk,
  boundsOf,
  comesAgain,
  watermarkOf,
  type ChangeWalkCursor,
} from '../../connector-kit/change-walk.ts'
import { orNull } from '../../connector-kit/answers.ts'
import type { VendorContext, VendorOperations } from '../../connector-kit/connector.ts'
import { momentIn } from '../../connector-kit/dates.ts'
import { mapNews } from '../../connector-kit/map-news.ts'
import { mapOne, mapping, plainId, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { listPage, readById } from './envelope.ts'
import { toStay } from './map-reservation.ts'
import { VendorBooking } from './vendor.ts'

export const bookingsPath = '/bookings'
const stays = mapping('stay', VendorBooking, toStay)

/** Without these parameters the list begins today and has no cancelled bookings. */
const longAgo = '2000-01-01T00:00:00Z'
export const everyState = { include_canceled: true }
const beside = { include: 'client,source,bookings_fees,bookings_taxes' }

interface BookingCursor extends ChangeWalkCursor {
  /** The vendor says of these that they are gone, and no page has shown them yet. */
  missingIds: string[]
}

export const reservations: NonNullable<VendorOperations['reservations']> = {
  async page(context, { cursor, since, historyFrom }) {
    const place = readCursor<BookingCursor>(cursor, { ...beginWalk(context.now(), since), missingIds: [] })
    const bounds = boundsOf(place, since)
    const bound = bounds[place.part] ?? null
    const from = since === null ? (historyFrom ?? longAgo) : longAgo
    const query = { ...everyState, ...beside, from }
    const page = await listPage(context.http, {
      ...{ path: bookingsPath, query, since: bound, cursor: place.inner },
    })
    const { rows, next, total, syncedAt } = page
    // Only the vendor's own clock tells what it will call a later change.
    const startedAt = cursor === null ? (syncedAt ?? place.startedAt) : place.startedAt
    const rowIds = new Set(rows.map(plainId))
    const missingIds = [...new Set([...place.missingIds, ...page.deletedIds])].filter((id) => !rowIds.has(id))
    const reached = afterPage({ ...place, startedAt }, rows.map(changedAt), next)
    const mapped = await mapNews(context, rows, stays)
    return {
      ...mapped,
      records: [...mapped.records, ...(next === null ? await readGone(context, missingIds) : [])],
      next:
        reached.part < bounds.length
          ? writeCursor({ ...reached, missingIds: next === null ? [] : missingIds })
          : null,
      watermark: watermarkOf(reached),
      ...comesAgain(bound, since),
      ...(bound === null && total !== null ? { expected: total } : {}),
    }
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
