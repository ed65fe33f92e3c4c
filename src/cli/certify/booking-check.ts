import { randomBytes } from 'node:crypto'
import { addDays } from '../../connector-kit/dates.ts'
import { bookedBy } from '../../connector-kit/find-booked.ts'
import type { ReservationDraft } from '../../connector-kit/write-operations.ts'
import type { CalendarDayRecord, ListingRecord } from '../../contract/records.ts'
import { offered } from '../../connector-kit/checks/check.ts'
import type { CertificationCheck, CheckOutcome, CertificationRun } from '../../connector-kit/checks/check.ts'
import { found } from '../../connector-kit/checks/findings.ts'
import { didNothing, farNights, orderedListing, putBack } from './write-order.ts'
import type { WriteOrder } from './write-order.ts'

const nights = 2

/** Makes a booking, finds it by its marker, reads it and cancels it. */
export const bookingCheck = (order: WriteOrder): CertificationCheck => ({
  id: 'write.booking',
  title: 'A booking far ahead is made, found again, and cancelled',
  needs: ({ calendar, reservations, reservationWrites }) =>
    calendar !== undefined && reservations?.one !== undefined && reservationWrites?.cancel !== undefined,
  async run(run) {
    if (!order.bookings) return { skip: 'not_asked' }
    const listing = await orderedListing(run, order)
    if (listing === null) return { findings: found('no_listing', 1), figures: {} }
    // Nights can have a longer minimum stay than the listing, so the trial booking respects it.
    const first = (await farNights(run, order, listing, 1))?.[0]
    const stay = await farNights(run, order, listing, Math.max(nights, first?.minNights ?? 0))
    if (stay === null) return { findings: found('no_free_night', 1), figures: {} }
    return bookAndCancel(run, order, draftOf(run, listing, stay))
  },
})

async function bookAndCancel(
  run: CertificationRun,
  order: WriteOrder,
  draft: ReservationDraft,
): Promise<CheckOutcome> {
  const writes = offered(run.connector.operations.reservationWrites)
  const { listingExternalId, checkIn, checkOut } = draft
  const since = new Date(run.context.now().getTime() - 600_000)
  const marked = () => bookedBy(order.context, run.connector, draft, since)
  const byHand = `cancel the booking of "Lodgewire Certification" on listing ${listingExternalId}, ${checkIn} to ${checkOut}`
  order.say(
    `Making a booking; its nights are really closed meanwhile. Should this program be killed now: ${byHand}.`,
  )
  run.bounds.signal.throwIfAborted()
  const ids = new Set<string>()
  let findings = found('write_refused', 0)
  try {
    const { externalId } = await writes.create(order.context, draft)
    ids.add(externalId)
    if (!(await marked()).includes(externalId)) findings = found('write_not_seen', 1)
  } catch (error) {
    if (ids.size > 0) findings = found('write_not_seen', 1)
    else if (didNothing(error)) return { findings: found('write_refused', 1), figures: {} }
    else {
      // After a lost answer only the marker leads to the booking.
      const left = await marked().catch(() => [])
      findings = left.length > 0 ? found('answer_lost', 1) : found('write_failed', 1)
    }
  }
  order.say('Cancelling the booking.')
  const undone = await putBack(order, byHand, async () => {
    // After a lost answer only the marker leads to the booking.
    for (const id of ids.size === 0 ? await marked() : []) ids.add(id)
    let left = 0
    for (const externalId of ids) if (!(await isGone(run, order, externalId, listingExternalId))) left += 1
    return left === 0
  })
  if (undone.findings.every(({ code }) => code !== 'not_undone')) order.say('The booking is cancelled.')
  return { findings: [...findings, ...undone.findings], figures: { tries: undone.tries } }
}

async function isGone(
  run: CertificationRun,
  order: WriteOrder,
  externalId: string,
  listingExternalId: string,
): Promise<boolean> {
  const { reservations, reservationWrites } = run.connector.operations
  const one = offered(reservations?.one)
  const isOver = async () => {
    const stay = await one(order.context, externalId)
    return stay === null || (stay.kind === 'reservation' && stay.status === 'cancelled')
  }
  if (await isOver()) return true
  await offered(reservationWrites?.cancel)(order.context, { externalId, listingExternalId })
  return isOver()
}

function draftOf(
  run: CertificationRun,
  listing: ListingRecord,
  stay: readonly CalendarDayRecord[],
): ReservationDraft {
  const { fields } = offered(run.connector.operations.reservationWrites)
  const checkIn = stay[0]?.date ?? ''
  return {
    listingExternalId: listing.externalId,
    checkIn,
    checkOut: addDays(checkIn, stay.length),
    status: 'confirmed',
    platform: 'direct',
    guest: { firstName: 'Lodgewire', lastName: 'Certification', email: 'certify@example.com' },
    adults: 1,
    children: 0,
    ...(fields.customPrice === 'required' ? { totalPrice: '100.00' } : {}),
    currency: listing.currency ?? null,
    marker: `lwcert${randomBytes(7).toString('hex')}`,
  }
}
