import type { ReservationRecord } from '../../contract/records.ts'
import { orRefused } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { mapNews } from '../../connector-kit/map-news.ts'
import { mapping, mapRows, readCursor, readOne, writeCursor } from '../../connector-kit/paginate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { readList, readResult } from './envelope.ts'
import { toStay } from './map-reservation.ts'
import { advance, anchorsOf, beginWalk, hasJumped, isOwedMore, pageSize, unread } from './reservation-walk.ts'
import type { WalkRows, ReservationCursor } from './reservation-walk.ts'
import { VendorReservation } from './vendor.ts'

const stays = mapping('stay', VendorReservation, toStay)

export const reservations: NonNullable<VendorOperations['reservations']> = {
  async page(context, { cursor, since }) {
    const place = readCursor<ReservationCursor>(cursor, beginWalk(since))
    const answered = await nextPage(context, place)
    const { wanted, next, watermark } = advance(place, answered)
    const { total } = answered
    return {
      ...(await mapNews(context, wanted, stays)),
      next: next === null ? null : writeCursor(next),
      watermark,
      ...(since === null && total !== null ? { expected: total } : {}),
    }
  },

  one: ({ http }, externalId) =>
    readOne(http.get(`/v1/reservations/${encodeURIComponent(externalId)}`), stays, readResult),
}

/** Reads a booking from the answer that made it; null if the answer is incomplete. */
export function toldBooking(row: unknown): ReservationRecord | null {
  const booking = row as Partial<VendorReservation> | null
  const isWhole = [
    booking?.guestName,
    booking?.totalPrice,
    booking?.numberOfGuests,
    booking?.insertedOn,
  ].every(Boolean)
  const [stay] = isWhole ? mapRows([row], stays).records : []
  return stay?.kind === 'reservation' ? stay : null
}

/** Returns the rows after the best anchor that has not moved. */
async function nextPage(context: VendorContext, place: ReservationCursor): Promise<WalkRows> {
  const anchors = anchorsOf(place)
  if (anchors.length === 0) return present(await listAfter(context, undefined))
  let end: WalkRows | null = null
  for (const anchor of anchors) {
    const answered = await listAfter(context, anchor)
    if (answered === null) continue
    const rows = unread(place, answered.rows)
    if (rows.length > 0) return { ...answered, rows }
    if (hasJumped(place, answered.rows)) continue
    end = { ...answered, rows }
    // Rows that moved to the top are still missing, but so are rows that a useless anchor would hide.
    if (!isOwedMore(place, answered.total)) return end
  }
  return present(end)
}

function present(answered: WalkRows | null): WalkRows {
  if (answered !== null) return answered
  throw new VendorError('malformed', 'every row to go on after has changed or vanished; start the walk again')
}

/** Returns null if the row to continue after is gone. */
async function listAfter({ http }: VendorContext, afterId: string | undefined): Promise<WalkRows | null> {
  const request = http.get('/v1/reservations', { query: { limit: pageSize, afterId, includeResources: 1 } })
  // The vendor does not document its answer to an id that is gone; the walk continues anyway.
  const answer = await (afterId === undefined ? request : orRefused(request))
  if (answer === null) return null
  const { rows, total } = readList(answer)
  return { rows, total, short: rows.length < pageSize }
}
