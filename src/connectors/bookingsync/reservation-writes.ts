import { demandMade, fieldOf, listIn, readable } from '../../connector-kit/answers.ts'
import { addDays, civilDate } from '../../connector-kit/dates.ts'
import { keptPriceErrors } from '../../connector-kit/kept-price.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { everyRow } from '../../connector-kit/paginate.ts'
import { currencyCode, idText, presentText } from '../../connector-kit/readings.ts'
import { requireFreeNights, restrictionsOf } from '../../connector-kit/refused-dates.ts'
import { plainBooking } from '../../connector-kit/renamed.ts'
import { breakdownOf, notOffered } from '../../connector-kit/stay-readings.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { QuoteRequest, ReservationWrites, VendorQuote } from '../../connector-kit/write-operations.ts'
import { calendar } from './calendar.ts'
import { apiPath, bodyOf, idPath, listPage, readById, rowsIn } from './envelope.ts'
import { createGuest } from './guests.ts'
import { bookingsPath, everyState, reservations } from './reservations.ts'
import { localText, VendorMarked, VendorQuoted, VendorRental, rental } from './vendor.ts'

type PricedParty = Pick<QuoteRequest, 'listingExternalId' | 'adults' | 'children'>
type StayTimes = Record<'start_at' | 'end_at', string>
type WantedDays = Pick<QuoteRequest, 'listingExternalId' | 'checkIn' | 'checkOut'>

const bookings = { reservations, vendor: 'BookingSync' }

export const reservationWrites: ReservationWrites = {
  // Without a price of its own a booking gets the vendor's live quote.
  fields: { ...plainBooking, customPrice: 'optional', notes: true },
  ownSources: ['direct'],

  async create(context, draft) {
    // The vendor does not document its refusal of taken nights.
    await requireFreeNights(context, calendar, draft)
    const stay = await stayTimes(context, draft)
    const price =
      draft.totalPrice === undefined ? await quotedPrice(context, draft, stay) : ownPrice(draft.totalPrice)
    const client_id = Number(await createGuest(context, draft.guest))
    const { notes, marker, adults, children, currency } = draft
    const path = apiPath(`/rentals/${encodeURIComponent(draft.listingExternalId)}${bookingsPath}`)
    const answer = await context.http.post(
      path,
      bodyOf('bookings', {
        ...{ ...stay, booked: true, client_id, adults, children },
        ...(currency === null ? {} : { currency }),
        ...price,
        notes: notes === undefined ? `Ref ${marker}` : `${notes}\n\nRef ${marker}`,
      }),
    )
    const id = fieldOf(rowsIn(bookingsPath, answer)[0], 'id')
    const externalId = demandMade(idText(presentText(id)))
    const priced = { externalId, price: price.final_price }
    return { externalId, errors: await keptPriceErrors(context, bookings, priced) }
  },

  async findMarked({ http }, { marker, listingExternalId, checkIn, checkOut }) {
    const query = {
      ...{ ...everyState, rental_id: listingExternalId },
      ...{ from: `${addDays(checkIn, -1)}T00:00:00Z`, until: `${addDays(checkOut, 1)}T00:00:00Z` },
    }
    const rows = await everyRow((cursor) => listPage(http, { path: bookingsPath, query, cursor }))
    const marked = readable(VendorMarked, rows).filter(({ notes }) => notes?.includes(marker) === true)
    return marked.map(({ id }) => String(id))
  },

  modify: {
    dates: true,
    async run(context, { externalId, listingExternalId, checkIn, checkOut, adults, children }) {
      const days =
        checkIn === undefined || checkOut === undefined
          ? {}
          : await movedDays(context, externalId, { listingExternalId, checkIn, checkOut })
      const party = adults === undefined ? {} : { adults, children: children ?? 0 }
      await context.http.put(idPath(bookingsPath, externalId), bodyOf('bookings', { ...days, ...party }))
      return { externalId, errors: [] }
    },
  },

  /** The reasons that the vendor knows are not documented, so a text is sent as it is. */
  async cancel({ http }, { externalId, reason }) {
    const body = reason === undefined ? {} : bodyOf('bookings', { cancelation_reason: reason })
    await http.delete(idPath(bookingsPath, externalId), body)
    return { externalId, errors: [] }
  },

  async quote(context, request) {
    const [quote] = await liveQuotes(context, request, await stayTimes(context, request))
    if (quote !== undefined) return toQuote(quote)
    const reasons = await restrictionsOf(context, calendar, request, { arrivals: true, departures: true })
    return notOffered(reasons.length > 0 ? reasons : ['BookingSync does not offer the rental on these days'])
  },
}

/** Days are sent with the rental's hours, in its own time although written as if in UTC. */
async function stayTimes({ http }: VendorContext, { listingExternalId, checkIn, checkOut }: WantedDays) {
  const [row] = readable(VendorRental, await readById(http, '/rentals', [listingExternalId]))
  const { checkInTimeStart, checkOutTime } = rental.read(row ?? {}).details
  return {
    start_at: `${checkIn}T${checkInTimeStart ?? '00:00'}:00Z`,
    end_at: `${checkOut}T${checkOutTime ?? '00:00'}:00Z`,
  }
}

async function movedDays(context: VendorContext, externalId: string, stay: WantedDays) {
  const rows = await readById(context.http, bookingsPath, [externalId], everyState)
  const [booking] = readable(VendorMarked, rows)
  const [from, to] = [civilDate(booking?.start_at), civilDate(booking?.end_at)]
  const own = from && to ? { own: { checkIn: from, checkOut: to } } : {}
  await requireFreeNights(context, calendar, { ...stay, ...own })
  return stayTimes(context, stay)
}

/** The vendor asks for a rental that is to be had on these days, and prices it with all that is required. */
async function liveQuotes(
  { http }: VendorContext,
  { adults, children, listingExternalId }: PricedParty,
  stay: StayTimes,
): Promise<VendorQuoted[]> {
  const query = { rental_id: listingExternalId, ...stay, adults, children }
  return readable(VendorQuoted, listIn(await http.get(apiPath('/rentals/search'), { query }), 'rentals'))
}

interface SentPrice {
  initial_price: string
  final_price: string
}

const ownPrice = (totalPrice: string): SentPrice => ({ initial_price: totalPrice, final_price: totalPrice })

/** Fees and taxes of a quote have to be sent back with the booking. */
async function quotedPrice(context: VendorContext, party: PricedParty, stay: StayTimes): Promise<SentPrice> {
  const [quote] = await liveQuotes(context, party, stay)
  const initial_price = decimalString(quote?.initial_price)
  const final_price = decimalString(quote?.final_price)
  if (quote === undefined || initial_price === null || final_price === null) {
    throw new VendorError('rejected', 'BookingSync gives no price for these days; send a totalPrice')
  }
  const { fees, taxes } = quote.price_details ?? {}
  // Numbers go as texts, as in the vendor's own example.
  const bookings_fees = (fees ?? []).map(({ name, price, quantity, rentals_fee_id }) =>
    texts({ name: localText(name), price, times_booked: quantity ?? 1, rentals_fee_id }),
  )
  const bookings_taxes = (taxes ?? []).map(
    ({ name, included, price: _price, quantity: _quantity, ...tax }) => ({
      ...texts({ name: localText(name), ...tax }),
      included: included === true,
    }),
  )
  return { initial_price, final_price, ...{ bookings_fees, bookings_taxes } }
}

const texts = (fields: Record<string, string | number | null | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
  )

function toQuote({ initial_price, final_price, currency, price_details }: VendorQuoted): VendorQuote {
  const total = decimalString(final_price)
  if (total === null) throw new VendorError('malformed', 'a quote without a price')
  const accommodation = decimalString(initial_price)
  const fees = (price_details?.fees ?? []).map(({ price, quantity }) => {
    const once = decimalString(price)
    return once !== null && Number(quantity ?? 1) === 1 ? { part: 'fees' as const, amount: once } : null
  })
  const taxes = (price_details?.taxes ?? [])
    .filter(({ included }) => included !== true)
    .map(({ amount }) => {
      const tax = decimalString(amount)
      return tax === null ? null : { part: 'taxes' as const, amount: tax }
    })
  const breakdown = breakdownOf([...fees, ...taxes].filter((line) => line !== null))
  return {
    ...{ available: true, total, currency: currencyCode(currency), restrictions: [] },
    breakdown: { ...(accommodation === null ? {} : { accommodation }), ...breakdown },
  }
}
