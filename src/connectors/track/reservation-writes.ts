import { demand, demandMade, fieldOf, readable } from '../../connector-kit/answers.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { everyRow } from '../../connector-kit/paginate.ts'
import { currencyCode, idText, presentText } from '../../connector-kit/readings.ts'
import { requireFreeNights, takenNights } from '../../connector-kit/refused-dates.ts'
import { plainBooking } from '../../connector-kit/renamed.ts'
import { breakdownOf, notOffered } from '../../connector-kit/stay-readings.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { ReservationWrites, VendorQuote } from '../../connector-kit/write-operations.ts'
import { calendar } from './calendar.ts'
import { contactOf } from './guests.ts'
import { windowPage } from './reservations.ts'
import { VendorMarked, VendorQuoted } from './vendor.ts'

const dayMs = 86_400_000

/** Without payment data the vendor keeps a booking as a hold. Payments never pass through this server. */
export const reservationWrites: ReservationWrites = {
  fields: { ...plainBooking, notes: true },
  ownSources: ['direct'],

  async create(context, draft) {
    const contact = contactOf(draft.guest)
    // The vendor does not document its refusal of taken nights.
    await requireFreeNights(context, calendar, draft)
    const answer = await context.http.post('/api/pms/reservations', {
      body: {
        unitId: Number(draft.listingExternalId),
        arrivalDate: draft.checkIn,
        departureDate: draft.checkOut,
        occupants: { adults: draft.adults, children: draft.children },
        contact,
        confirmationNumber: draft.marker,
        ...(draft.notes === undefined ? {} : { notes: [{ note: draft.notes, isPublic: false }] }),
      },
    })
    return { externalId: demandMade(idText(presentText(fieldOf(answer, 'id')))), errors: [] }
  },

  /** Staff can move a booking to another unit and other days, so only the day of its making is searched. */
  async findMarked({ http }, { marker, since }) {
    const bookedStart = new Date(since.getTime() - dayMs).toISOString()
    const rows = await everyRow((cursor) => windowPage(http, { bookedStart }, cursor))
    return readable(VendorMarked, rows).flatMap(({ id, alternates }) =>
      JSON.stringify(alternates ?? []).includes(marker) ? [String(id)] : [],
    )
  },

  async quote(context, request) {
    const occupied = await takenNights(context, calendar, request)
    if (occupied.length > 0) return notOffered(occupied.map(({ date }) => `${date} is not available`))
    const body = {
      unitId: Number(request.listingExternalId),
      arrivalDate: request.checkIn,
      departureDate: request.checkOut,
      occupants: [
        { type: 'adults', count: request.adults },
        { type: 'children', count: request.children },
      ],
    }
    // A quote takes no nights; one that was made twice is a row in a list of quotes.
    const answer = await context.http.post('/api/v2/pms/quotes', { body, safe: true })
    return toQuote(demand(VendorQuoted, answer, 'a quote'))
  },
}

function toQuote(quoted: VendorQuoted): VendorQuote {
  // Only a plain yes to both offers the stay.
  if (quoted.isAvailable !== true || quoted.isValid !== true)
    return notOffered([presentText(quoted.error?.message) ?? 'Track does not offer this stay'])
  const total = decimalString(quoted.total)
  if (total === null) throw new VendorError('malformed', 'a quote without a price')
  const parts = [
    ['accommodation', quoted.netRent],
    ['fees', quoted.totalGuestFees],
    ['taxes', quoted.totalTaxes],
  ] as const
  const lines = parts.flatMap(([part, value]) => {
    const amount = decimalString(value)
    return amount === null ? [] : [{ part, amount }]
  })
  const currency = currencyCode(quoted.currency)
  return { available: true, total, currency, breakdown: breakdownOf(lines), restrictions: [] }
}
