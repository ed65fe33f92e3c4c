import type { Static } from 'typebox'
import { demand, demandMade, orNull, readable } from '../../connector-kit/answers.ts'
import { civilDate } from '../../connector-kit/dates.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { everyNumberedRow } from '../../connector-kit/numbered-pages.ts'
import { currencyCode, meaningOf } from '../../connector-kit/readings.ts'
import { explainRefusal, requireFreeNights, restrictionsOf } from '../../connector-kit/refused-dates.ts'
import { plainBooking } from '../../connector-kit/renamed.ts'
import { asSection, type SectionError } from '../../connector-kit/section-error.ts'
import { notOffered, breakdownOf } from '../../connector-kit/stay-readings.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { because, VendorError } from '../../connector-kit/vendor-error.ts'
import type {
  QuoteRequest,
  ReservationDraft,
  ReservationWrites,
  VendorQuote,
} from '../../connector-kit/write-operations.ts'
import { calendar } from './calendar.ts'
import { bookingPath, heldBooking, ownDates, putBooking } from './held-booking.ts'
import { demandPlace, type ListingPlace } from './listing-id.ts'
import { withReason } from './refusals.ts'
import { readArray, readItems } from './signals.ts'
import { VendorMade, VendorMarked, VendorQuoted, type VendorHeld } from './vendor-writes.ts'

type QuotePart = keyof NonNullable<VendorQuote['breakdown']>

// These are values of price_types[].type; a promotion reduces the rate. Cleaning is one of the fees.
const parts: Record<string, QuotePart> = {
  RoomRate: 'accommodation',
  Promotion: 'accommodation',
  Tax: 'taxes',
}

function partsOf({ room_types: rooms }: VendorQuoted): NonNullable<VendorQuote['breakdown']> {
  const types = (rooms ?? []).flatMap((room) => room.price_types ?? [])
  const lines = types.flatMap(({ type, is_negative, subtotal }) => {
    const amount = decimalString(subtotal)
    if (amount === null) return []
    // The vendor does not document if a negative part already has its sign.
    const signed = is_negative === true && !amount.startsWith('-') ? `-${amount}` : amount
    return [{ part: meaningOf(parts, type) ?? 'fees', amount: signed }]
  })
  return breakdownOf(lines)
}

const pageSize = 50

export const reservationWrites: ReservationWrites = {
  fields: { ...plainBooking, customPrice: 'optional', notes: true, tentative: true },
  ownSources: ['direct', 'website'],

  async create(context, draft) {
    const place = demandPlace(draft.listingExternalId)
    // The vendor books taken nights and only marks the booking.
    await requireFreeNights(context, calendar, draft)
    const answer = await withReason(() =>
      context.http.post('/v1/reservation/booking', { body: bookingBody(place, draft) }),
    )
    const externalId = demandMade(readable(VendorMade, [answer]).map(String)[0])
    await demandMarked(context, externalId, draft.marker)
    return { externalId, errors: await writeNote(context, externalId, draft.notes) }
  },

  async findMarked({ http }, { marker, checkIn }) {
    // The vendor does not search bookings by text; few arrive on one day.
    const query = { stayFilter: 'ArrivalDate', stayFilterDate: checkIn, trash: 'All', size: pageSize }
    const rows = await everyNumberedRow(async (page) => {
      const answer = readItems(await http.get('/v2/reservations/bookings', { query: { ...query, page } }))
      return { rows: answer.rows, goesOn: answer.rows.length >= pageSize }
    })
    return readable(VendorMarked, rows).flatMap((row) => (isMarked(row, marker) ? [String(row.id)] : []))
  },

  modify: {
    dates: true,
    async run(context, { externalId, listingExternalId, checkIn, checkOut, adults, children }) {
      const booking = await heldBooking(context, externalId)
      const party = adults === undefined && children === undefined ? {} : partyBody(booking, adults, children)
      const put = (dates: object) => withReason(() => putBooking(context, booking, { ...dates, ...party }))
      if (checkIn === undefined || checkOut === undefined) {
        await put(datesOf(booking))
        return { externalId, errors: [] }
      }
      const stay = { listingExternalId, checkIn, checkOut, ...ownDates(booking) }
      await requireFreeNights(context, calendar, stay)
      const move = () => put({ arrival: checkIn, departure: checkOut })
      await explainRefusal(context, calendar, stay, move)
      return { externalId, errors: [] }
    },
  },

  async cancel({ http }, { externalId }) {
    await withReason(() => http.put(`${bookingPath(externalId)}/decline`))
    return { externalId, errors: [] }
  },

  async quote(context, request) {
    const restrictions = await restrictionsOf(context, calendar, request)
    if (restrictions.length > 0) return notOffered(restrictions)
    try {
      const { total, currency, quoted } = await priceOf(context, request)
      return { available: true, total, currency, breakdown: partsOf(quoted), restrictions }
    } catch (error) {
      if (!(error instanceof VendorError) || error.kind !== 'rejected') throw error
      return notOffered([error.vendorMessage ?? 'Lodgify does not sell this stay'])
    }
  },
}

function bookingBody({ propertyId, roomTypeId }: ListingPlace, draft: ReservationDraft): object {
  const { guest, adults, children, marker } = draft
  return {
    property_id: Number(propertyId),
    arrival: draft.checkIn,
    departure: draft.checkOut,
    status: draft.status === 'tentative' ? 'Tentative' : 'Booked',
    rooms: [{ room_type_id: Number(roomTypeId), ...peopleOf({ adults, children, infants: 0, pets: 0 }) }],
    guest: {
      guest_name: { first_name: guest.firstName, last_name: guest.lastName },
      email: guest.email,
      phone: guest.phone,
    },
    // The free text about a booking's origin reads back unchanged.
    source_text: marker,
    // Without a total the vendor prices the stay.
    ...(draft.totalPrice === undefined ? {} : { total: Number(draft.totalPrice) }),
    ...(draft.totalPrice === undefined || draft.currency === null ? {} : { currency_code: draft.currency }),
  }
}

const isMarked = ({ source_text }: Static<typeof VendorMarked>, marker: string): boolean =>
  source_text?.includes(marker) === true

/** The answer is a bare number, and a truncated one would be the number of another booking. */
async function demandMarked({ http }: VendorContext, externalId: string, marker: string): Promise<void> {
  const row = await orNull(http.get(`/v2/reservations/bookings/${encodeURIComponent(externalId)}`))
  if (readable(VendorMarked, [row]).some((booking) => isMarked(booking, marker))) return
  throw new VendorError('malformed', `a booking was made, and ${externalId} is not the one`)
}

function peopleOf(breakdown: { adults: number; children: number; infants: number; pets: number }): object {
  return { guest_breakdown: breakdown, people: breakdown.adults + breakdown.children }
}

function datesOf(booking: VendorHeld): object {
  const [arrival, departure] = [civilDate(booking.arrival), civilDate(booking.departure)]
  return arrival === null || departure === null ? {} : { arrival, departure }
}

/** Infants and pets stay as they are. */
function partyBody(booking: VendorHeld, adults: number | undefined, children: number | undefined): object {
  const [room, ...others] = booking.rooms ?? []
  if (room === undefined || others.length > 0) {
    const error = new VendorError('rejected', 'the party of a booking of several rooms is changed in Lodgify')
    throw because(error, 'group_booking')
  }
  const breakdown = room.guest_breakdown
  const people = peopleOf({
    adults: adults ?? Number(breakdown?.adults ?? 0),
    children: children ?? Number(breakdown?.children ?? 0),
    infants: Number(breakdown?.infants ?? 0),
    pets: Number(breakdown?.pets ?? 0),
  })
  return { rooms: [{ ...room, ...people }] }
}

/** The call that makes a booking has no field for the note. */
async function writeNote(
  context: VendorContext,
  externalId: string,
  note: string | undefined,
): Promise<SectionError[]> {
  if (note === undefined) return []
  const put = async () => putBooking(context, await heldBooking(context, externalId), { note })
  return asSection('notes', put)
}

async function priceOf(
  { http }: VendorContext,
  { listingExternalId, checkIn, checkOut, adults, children }: QuoteRequest,
): Promise<{ total: string; currency: string | null; quoted: VendorQuoted }> {
  const { propertyId, roomTypeId } = demandPlace(listingExternalId)
  const query = {
    arrival: checkIn,
    departure: checkOut,
    'roomTypes[0].Id': roomTypeId,
    'roomTypes[0].People': adults + children,
    'roomTypes[0].guest_breakdown.adults': adults,
    'roomTypes[0].guest_breakdown.children': children,
    'roomTypes[0].guest_breakdown.infants': 0,
    'roomTypes[0].guest_breakdown.pets': 0,
  }
  const [answer] = readArray(await http.get(`/v2/quote/${propertyId}`, { query }))
  const quoted = demand(VendorQuoted, answer, 'a quote')
  const total = decimalString(quoted.total_including_vat)
  if (total === null) throw new VendorError('malformed', 'a quote without a total')
  return { total, currency: currencyCode(quoted.currency_code), quoted }
}
