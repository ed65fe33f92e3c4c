import { demand, demandMade, fieldOf, readable } from '../../connector-kit/answers.ts'
import { addDecimals, decimalString } from '../../connector-kit/money.ts'
import { everyRow } from '../../connector-kit/paginate.ts'
import { currencyCode, idText, meaningOf, presentText } from '../../connector-kit/readings.ts'
import { requireFreeNights, takenNights } from '../../connector-kit/refused-dates.ts'
import { breakdownOf, notOffered } from '../../connector-kit/stay-readings.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { QuoteRequest, ReservationWrites, VendorQuote } from '../../connector-kit/write-operations.ts'
import { calendar } from './calendar.ts'
import { listPage } from './envelope.ts'
import { createGuest } from './guests.ts'
import { VendorMarked, VendorQuoted } from './vendor.ts'

export const reservationWrites: ReservationWrites = {
  fields: { customPrice: 'no', notes: true, unit: false, tentative: false, sendConfirmationEmail: false },
  ownSources: ['direct'],

  async create(context, draft) {
    // The vendor does not document its refusal of taken nights.
    await requireFreeNights(context, calendar, draft)
    const guestId = await createGuest(context, draft.guest)
    const answer = await context.http.post('/v2/bookings', {
      body: {
        property_id: Number(draft.listingExternalId),
        guest_id: Number(guestId),
        arrival: draft.checkIn,
        departure: draft.checkOut,
        adults: draft.adults,
        children: draft.children,
        notes: draft.notes === undefined ? `Ref ${draft.marker}` : `${draft.notes}\n\nRef ${draft.marker}`,
      },
    })
    return { externalId: demandMade(idText(presentText(fieldOf(answer, 'id')))), errors: [] }
  },

  async findMarked({ http }, { marker, listingExternalId, checkIn, checkOut }) {
    const query = { property_ids: listingExternalId, from: checkIn, to: checkOut }
    const rows = await everyRow((cursor) => listPage(http, { path: '/v2/bookings', query, cursor }))
    const marked = readable(VendorMarked, rows).filter(({ notes }) => notes?.includes(marker) === true)
    return marked.map(({ id }) => String(id))
  },

  modify: {
    dates: true,
    async run(context, { externalId, listingExternalId, checkIn, checkOut, adults, children }) {
      const path = `/v2/bookings/${encodeURIComponent(externalId)}`
      if (checkIn !== undefined && checkOut !== undefined) {
        const [booking] = readable(VendorMarked, [await context.http.get(path)])
        const { arrival, departure } = booking ?? {}
        const own = arrival && departure ? { own: { checkIn: arrival, checkOut: departure } } : {}
        await requireFreeNights(context, calendar, { listingExternalId, checkIn, checkOut, ...own })
      }
      await context.http.patch(path, {
        body: {
          arrival: checkIn,
          departure: checkOut,
          ...(adults === undefined ? {} : { adults, children: children ?? 0 }),
        },
      })
      return { externalId, errors: [] }
    },
  },

  async quote(context, request) {
    const occupied = await takenNights(context, calendar, request)
    if (occupied.length > 0) return notOffered(occupied.map(({ date }) => `${date} is not available`))
    return toQuote(await ask(context, request))
  },
}

/** With `test` the vendor stores nothing. */
async function ask({ http }: VendorContext, request: QuoteRequest): Promise<VendorQuoted> {
  const body = {
    property_id: Number(request.listingExternalId),
    arrival: request.checkIn,
    departure: request.checkOut,
    adults: request.adults,
    children: request.children,
    test: true,
    generate_charges: true,
  }
  return demand(VendorQuoted, await http.post('/v2/quotes', { body, safe: true }), 'a quote')
}

const parts = { rent: 'accommodation', surcharge: 'fees', tax: 'taxes' } as const

function toQuote({ charges, total_amount, currency_code }: VendorQuoted): VendorQuote {
  const amounts = (charges ?? []).flatMap(({ type, amount }) => {
    const value = decimalString(amount)
    return value === null ? [] : [{ part: meaningOf(parts, type?.toLowerCase()), amount: value }]
  })
  const sum = amounts.length === 0 ? null : addDecimals(amounts.map(({ amount }) => amount))
  const total = decimalString(total_amount) ?? sum
  if (total === null) throw new VendorError('malformed', 'a quote without a price')
  const breakdown = breakdownOf(amounts.flatMap(({ part, amount }) => (part ? [{ part, amount }] : [])))
  return { available: true, total, currency: currencyCode(currency_code), breakdown, restrictions: [] }
}
