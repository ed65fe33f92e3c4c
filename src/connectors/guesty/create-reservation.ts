import { demandMade, readable } from '../../connector-kit/answers.ts'
import { isSameAmount } from '../../connector-kit/money.ts'
import { explainRefusal, requireFreeNights } from '../../connector-kit/refused-dates.ts'
import { asSection, type SectionError } from '../../connector-kit/section-error.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { because, VendorError } from '../../connector-kit/vendor-error.ts'
import type { ReservationDraft, WrittenReservation } from '../../connector-kit/write-operations.ts'
import { calendar } from './calendar.ts'
import { createGuest, demandLastName } from './guest-writes.ts'
import { bookingPath } from './held-stay.ts'
import { fareFor, priceOf, stayBody } from './quote.ts'
import { reservations } from './reservations.ts'
import { VendorMade } from './vendor-writes.ts'

/** Names of the vendor for where a booking comes from; they also decide which fees and taxes are added. */
const sources = { direct: 'manual', website: 'website' } as const

export async function createReservation(
  context: VendorContext,
  draft: ReservationDraft,
): Promise<WrittenReservation> {
  const lastName = demandLastName(draft.guest.lastName)
  await requireFreeNights(context, calendar, draft)
  const fare = draft.totalPrice === undefined ? {} : { accommodationFare: await fareOf(context, draft) }
  const guest = await guestOf(context, { ...draft.guest, lastName })
  const body = { ...stayBody(draft), ...bookingBody(draft), ...fare, ...guest }
  const answer = await explainRefusal(context, calendar, draft, () =>
    context.http.post('/v1/reservations-v3', { body }).catch(refusedStay),
  )
  const externalId = demandMade(readable(VendorMade, [answer])[0]?.reservationId)
  const errors = await writeNotes(context, externalId, draft.notes)
  if (draft.totalPrice === undefined) return { externalId, errors }
  const checked = await checkTotal(context, externalId, draft.totalPrice)
  return { externalId, ...checked, errors: [...errors, ...checked.errors] }
}

function bookingBody({ status, platform, marker }: ReservationDraft): object {
  return {
    source: sources[platform],
    // The one thing that can be chosen and is searched by.
    confirmationCode: marker,
    // Without a limit: whoever made the booking confirms or cancels it.
    ...(status === 'tentative' ? { status: 'reserved', reservedUntil: -1 } : { status }),
  }
}

/** Documented: 401 is the answer to a stay that the calendar or the terms forbid. */
function refusedStay(error: unknown): never {
  const isStay = error instanceof VendorError && error.kind === 'rejected' && error.status === 401
  throw isStay ? because(error, 'dates_unavailable') : error
}

/** A guest with all that the vendor demands comes along; any other is written down first. */
async function guestOf(
  context: VendorContext,
  guest: ReservationDraft['guest'] & { lastName: string },
): Promise<object> {
  const { firstName, lastName, email, phone } = guest
  if (email !== undefined && phone !== undefined) {
    return { guest: { firstName, lastName, email, phones: [phone] } }
  }
  const { externalId } = await createGuest(context, guest)
  return { guestId: externalId }
}

async function fareOf(context: VendorContext, draft: ReservationDraft): Promise<number> {
  const price = await priceOf(context, draft, sources[draft.platform]).catch(refusedStay)
  const fare = fareFor(draft.totalPrice ?? '', price, draft.currency)
  if (fare === null) throw new VendorError('rejected', 'the fees of this stay are more than the total')
  return fare
}

async function writeNotes(
  { http }: VendorContext,
  externalId: string,
  notes: string | undefined,
): Promise<SectionError[]> {
  if (notes === undefined) return []
  const body = { notes: { other: notes } }
  return asSection('notes', () => http.put(`${bookingPath(externalId)}/notes`, { body }))
}

/** The account's own fees and taxes are added to the fare: what came of it is read and told. */
async function checkTotal(
  context: VendorContext,
  externalId: string,
  expectedTotal: string,
): Promise<Pick<WrittenReservation, 'record' | 'errors'>> {
  const record = await reservations.one?.(context, externalId).catch(() => null)
  if (!record || record.kind !== 'reservation') return { errors: [] }
  const total = record.totalPrice ?? null
  if (total !== null && isSameAmount(total, expectedTotal)) return { record, errors: [] }
  const message = `the total is ${total ?? 'not told'}, not ${expectedTotal}: Guesty adds the fees and taxes of the account`
  return { record, errors: [{ section: 'price', code: 'rejected', message }] }
}
