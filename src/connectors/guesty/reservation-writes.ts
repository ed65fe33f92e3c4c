import { readable } from '../../connector-kit/answers.ts'
import { explainRefusal, requireFreeNights, restrictionsOf } from '../../connector-kit/refused-dates.ts'
import { plainBooking } from '../../connector-kit/renamed.ts'
import { asRefused, type SectionError } from '../../connector-kit/section-error.ts'
import { notOffered } from '../../connector-kit/stay-readings.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { because, VendorError } from '../../connector-kit/vendor-error.ts'
import type { ReservationWrites } from '../../connector-kit/write-operations.ts'
import { calendar } from './calendar.ts'
import { createReservation } from './create-reservation.ts'
import { through } from './doors.ts'
import { readRows } from './envelope.ts'
import { bookingPath, demandOwn, heldStay } from './held-stay.ts'
import { olderWith } from './older-stays.ts'
import { partsOf, priceOf } from './quote.ts'
import { VendorFound } from './vendor-writes.ts'
import type { VendorStay } from './vendor-stay.ts'

const direct = new Set(['direct', 'website'])
// Documented: apart from Vrbo, what a channel brought is cancelled there.
const cancellable = new Set([...direct, 'vrbo'])
const ended = new Set(['declined', 'expired', 'closed'])

export const reservationWrites: ReservationWrites = {
  fields: { ...plainBooking, customPrice: 'optional', notes: true, tentative: true },
  ownSources: ['direct', 'website', 'vrbo'],

  create: createReservation,

  async findMarked(context, { marker }) {
    const rows =
      (await through(context, 'newer', async () => {
        const query = { 'filter[confirmationCode]': marker, limit: 100 }
        return readRows(await context.http.get('/v1/reservations-v3/search', { query })).rows
      })) ?? (await olderWith(context, 'confirmationCode', marker))
    const marked = readable(VendorFound, rows).filter(({ confirmationCode }) => confirmationCode === marker)
    return marked.flatMap(({ reservationId, _id }) => reservationId ?? _id ?? [])
  },

  modify: {
    dates: true,
    async run(context, { externalId, listingExternalId, checkIn, checkOut, adults, children }) {
      const stay = await heldStay(context, externalId)
      demandOwn(stay, direct)
      const moves = checkIn !== undefined && checkOut !== undefined
      if (moves) await move(context, stay, { listingExternalId, checkIn, checkOut })
      if (adults === undefined && children === undefined) return { externalId, errors: [] }
      const put = () =>
        context.http.put(`${bookingPath(externalId)}/guests`, { body: partyBody(stay, adults, children) })
      // With the dates moved, a party that is refused is only a part that failed.
      const errors = moves ? await asRefused('guestCount', put) : await put().then((): SectionError[] => [])
      return { externalId, errors }
    },
  },

  async cancel(context, { externalId, reason }) {
    const stay = await heldStay(context, externalId)
    if (stay.status === 'canceled') return { externalId, errors: [] }
    demandOwn(stay, cancellable)
    if (ended.has(stay.status ?? '')) {
      throw because(new VendorError('rejected', `the booking has ended as ${stay.status}`), 'too_late')
    }
    const reasonField = reason === undefined ? {} : { cancellationReason: reason }
    const body = { status: 'canceled', canceledBy: 'TEAM_MEMBER', ...reasonField }
    await context.http.put(`${bookingPath(externalId)}/status`, { body })
    return { externalId, errors: [] }
  },

  async quote(context, request) {
    const closed = await restrictionsOf(context, calendar, request)
    if (closed.length > 0) return notOffered(closed)
    try {
      const price = await priceOf(context, request, 'manual')
      const { total, currency } = price
      return { available: true, total, currency, breakdown: partsOf(price) ?? {}, restrictions: [] }
    } catch (error) {
      if (!(error instanceof VendorError) || error.kind !== 'rejected') throw error
      return notOffered([error.vendorMessage ?? 'Guesty does not sell this stay'])
    }
  },
}

async function move(
  context: VendorContext,
  booking: VendorStay,
  target: { listingExternalId: string; checkIn: string; checkOut: string },
): Promise<void> {
  const { checkInDateLocalized: from, checkOutDateLocalized: to } = booking.stay?.[0] ?? {}
  const own = from && to ? { own: { checkIn: from, checkOut: to } } : {}
  const stay = { ...target, ...own }
  // Whether a change onto taken nights is refused is not documented.
  await requireFreeNights(context, calendar, stay)
  const body = {
    checkInDateLocalized: target.checkIn,
    checkOutDateLocalized: target.checkOut,
    // The price that was agreed stays.
    applyRecalculation: false,
  }
  const put = () => context.http.put(`${bookingPath(booking._id)}/dates`, { body })
  await explainRefusal(context, calendar, stay, put)
}

/** Infants and pets stay as they are: the whole party is replaced. */
function partyBody(stay: VendorStay, adults: number | undefined, children: number | undefined): object {
  const { guestsCount, numberOfGuests: party } = stay.stay?.[0] ?? {}
  const counts = {
    numberOfAdults: adults ?? Number(party?.numberOfAdults ?? guestsCount ?? 1),
    numberOfChildren: children ?? Number(party?.numberOfChildren ?? 0),
  }
  return {
    guestsCount: counts.numberOfAdults + counts.numberOfChildren,
    numberOfGuests: {
      ...counts,
      numberOfInfants: Number(party?.numberOfInfants ?? 0),
      numberOfPets: Number(party?.numberOfPets ?? 0),
    },
  }
}
