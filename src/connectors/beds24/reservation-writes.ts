import { demandMade, readable } from '../../connector-kit/answers.ts'
import { idText, wholeNumber } from '../../connector-kit/readings.ts'
import { explainRefusal, requireFreeNights, restrictionsOf } from '../../connector-kit/refused-dates.ts'
import { plainBooking } from '../../connector-kit/renamed.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type {
  ReservationDraft,
  ReservationWrites,
  QuoteRequest,
  VendorQuote,
} from '../../connector-kit/write-operations.ts'
import type { SectionError } from '../../connector-kit/section-error.ts'
import { bookingsOfRoom, heldBooking } from './bookings.ts'
import { calendar } from './calendar.ts'
import { requireScope } from './scopes.ts'
import { requireWritten } from './written.ts'
import { nonZeroDecimal } from '../../connector-kit/money.ts'
import { notOffered } from '../../connector-kit/stay-readings.ts'
import { getAll } from './envelope.ts'
import { VendorOffers } from './vendor.ts'
import { addDays } from '../../connector-kit/dates.ts'

// Only these hold no nights; an unknown word does.
const notHolding = ['inquiry', 'cancelled']

/** The calendar counts a room type's units; only bookings show if one of them is free. */
async function requireFreeUnit(
  { http }: VendorContext,
  stay: { roomId: string; unitId: string; checkIn: string; checkOut: string; except?: string },
): Promise<void> {
  const { roomId, unitId, checkIn, checkOut, except } = stay
  const rows = await bookingsOfRoom(http, roomId, {
    arrivalTo: addDays(checkOut, -1),
    departureFrom: addDays(checkIn, 1),
  })
  const inTheWay = rows.find(
    (row) =>
      idText(row.unitId) === unitId &&
      !notHolding.includes(row.status?.toLowerCase() ?? '') &&
      String(row.id) !== except,
  )
  if (inTheWay === undefined) return
  const message = `unit ${unitId} is taken from ${inTheWay.arrival ?? ''} to ${inTheWay.departure ?? ''}`
  throw new VendorError('rejected', message, { reason: 'dates_unavailable' })
}

const path = '/v2/bookings'
// The vendor's description gives this limit.
const longestNotes = 2000

export const reservationWrites: ReservationWrites = {
  // `tentative` is missing because the vendor does not document that a `request` holds its nights.
  fields: { ...plainBooking, customPrice: 'optional', notes: true, unit: true, sendConfirmationEmail: true },
  ownSources: ['direct', 'website'],

  async create(context, draft) {
    await requireScope(context, 'bookings')
    const unitId = unitNumber(draft)
    const { listingExternalId: roomId, checkIn, checkOut } = draft
    await requireFreeNights(context, calendar, draft)
    if (unitId !== undefined) await requireFreeUnit(context, { roomId, unitId, checkIn, checkOut })
    const price = draft.totalPrice ?? (await vendorPrice(context, draft))
    const { text, errors } = notesOf(draft)
    const answer = await explainRefusal(context, calendar, draft, async () =>
      requireWritten(
        await context.http.post(path, { body: [bookingBody(draft, { price, unitId, notes: text })] }),
      ),
    )
    return { externalId: demandMade(idText(answer.new?.id)), errors }
  },

  async findMarked({ http }, { marker, listingExternalId, checkIn }) {
    // The vendor does not document what `searchString` searches; one room type has few arrivals a day.
    const rows = await bookingsOfRoom(http, listingExternalId, { arrivalFrom: checkIn, arrivalTo: checkIn })
    return rows.flatMap(({ id, notes }) => (notes?.includes(marker) === true ? [String(id)] : []))
  },

  modify: {
    dates: true,
    async run(context, { externalId, listingExternalId, checkIn, checkOut, adults, children }) {
      await requireScope(context, 'bookings')
      const booking = await requireHeld(context, externalId)
      if (checkIn !== undefined && checkOut !== undefined) {
        // The vendor does not document if its own check counts the booking's present nights as taken.
        const own =
          booking.arrival && booking.departure
            ? { own: { checkIn: booking.arrival, checkOut: booking.departure } }
            : {}
        await requireFreeNights(context, calendar, { listingExternalId, checkIn, checkOut, ...own })
        const unitId = idText(booking.unitId)
        if (unitId !== null) {
          const stay = { roomId: listingExternalId, unitId, checkIn, checkOut, except: externalId }
          await requireFreeUnit(context, stay)
        }
      }
      const change = {
        id: Number(externalId),
        arrival: checkIn,
        departure: checkOut,
        numAdult: adults,
        numChild: children,
      }
      requireWritten(await context.http.post(path, { body: [change] }))
      return { externalId, errors: [] }
    },
  },

  async cancel(context, { externalId }) {
    await requireScope(context, 'bookings')
    const booking = await requireHeld(context, externalId)
    if (booking.status !== 'cancelled') {
      const body = [{ id: Number(externalId), status: 'cancelled' }]
      requireWritten(await context.http.post(path, { body }))
    }
    return { externalId, errors: [] }
  },

  quote,
}

function bookingBody(
  { guest, listingExternalId, checkIn, checkOut, adults, children, sendConfirmationEmail }: ReservationDraft,
  { price, unitId, notes }: { price: string; unitId: string | undefined; notes: string },
): object {
  return {
    roomId: Number(listingExternalId),
    unitId: unitId === undefined ? undefined : Number(unitId),
    status: 'confirmed',
    arrival: checkIn,
    departure: checkOut,
    numAdult: adults,
    numChild: children,
    firstName: guest.firstName,
    lastName: guest.lastName,
    email: guest.email,
    phone: guest.phone,
    // JSON keeps all digits of a number up to fifteen digits.
    price: Number(price),
    notes,
    actions: {
      checkAvailability: true,
      ...(unitId === undefined ? { assignBooking: true } : {}),
      ...(sendConfirmationEmail === true ? { notifyGuest: true } : {}),
    },
  }
}

/** The API makes a booking without a price if none is sent. */
async function vendorPrice(context: VendorContext, draft: ReservationDraft): Promise<string> {
  const offer = await offerFor(context, draft)
  if (offer === null) throw new VendorError('rejected', 'the vendor has no price for this stay')
  return offer.price
}

/** The marker comes first, so that it survives if the rest is cut. */
function notesOf({ notes, marker }: ReservationDraft): { text: string; errors: SectionError[] } {
  const whole = notes === undefined ? `Ref ${marker}` : `Ref ${marker}\n\n${notes}`
  if (whole.length <= longestNotes) return { text: whole, errors: [] }
  const message = `the notes were cut: the vendor keeps ${longestNotes} characters`
  return { text: whole.slice(0, longestNotes), errors: [{ section: 'notes', code: 'rejected', message }] }
}

/** Outside this connector units are named `<room type>-<number>`. */
function unitNumber({ unitExternalId, listingExternalId }: ReservationDraft): string | undefined {
  if (unitExternalId === undefined) return undefined
  const prefix = `${listingExternalId}-`
  if (unitExternalId.startsWith(prefix)) return unitExternalId.slice(prefix.length)
  throw new VendorError('rejected', `unit ${unitExternalId} is not of room type ${listingExternalId}`)
}

/**
 * The vendor does not document its answer for an unknown number, so the booking is read before it is written.
 */
async function requireHeld({ http }: VendorContext, externalId: string) {
  const booking = await heldBooking(http, externalId)
  if (booking === null) throw new VendorError('not_found', `no booking ${externalId}`)
  return booking
}

/** Returns the first available offer, or null. Offers are numbered, and the first is the usual one. */
async function offerFor(
  { http }: VendorContext,
  { listingExternalId, checkIn, checkOut, adults, children }: QuoteRequest,
): Promise<{ price: string } | null> {
  const rows = await getAll(http, '/v2/inventory/rooms/offers', {
    roomId: listingExternalId,
    arrival: checkIn,
    departure: checkOut,
    numAdults: adults,
    numChildren: children,
  })
  const own = readable(VendorOffers, rows).filter(({ roomId }) => String(roomId) === listingExternalId)
  const offers = own.flatMap((row) => row.offers ?? [])
  for (const { price, unitsAvailable } of offers) {
    const amount = nonZeroDecimal(price)
    if (amount !== null && (wholeNumber(unitsAvailable) ?? 0) > 0) return { price: amount }
  }
  return null
}

async function quote(context: VendorContext, request: QuoteRequest): Promise<VendorQuote> {
  const offer = await offerFor(context, request)
  // Neither bookings nor offers have a currency of their own.
  if (offer !== null)
    return { available: true, total: offer.price, currency: request.currency, restrictions: [] }
  // The vendor does not say why it offers nothing, but the calendar may.
  const found = await restrictionsOf(context, calendar, request, { arrivals: true })
  return notOffered(found.length > 0 ? found : ['the vendor offers no price for this stay'])
}
