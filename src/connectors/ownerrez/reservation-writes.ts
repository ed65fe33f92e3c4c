import { addDecimals, decimalString } from '../../connector-kit/money.ts'
import { requireFreeNights, takenNights } from '../../connector-kit/refused-dates.ts'
import { compileCheck } from '../../connector-kit/validate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import type { QuoteRequest, ReservationWrites, VendorQuote } from '../../connector-kit/write-operations.ts'
import { calendar } from './calendar.ts'
import { listPage } from './envelope.ts'
import { createGuest, madeId } from './guest-writes.ts'
import { currencyCode } from './map.ts'
import { VendorMarked, VendorQuoted } from './vendor.ts'

const markedCheck = compileCheck(VendorMarked)
const quotedCheck = compileCheck(VendorQuoted)

export const reservationWrites: ReservationWrites = {
  fields: { customPrice: 'no', notes: true, unit: false, tentative: false, sendConfirmationEmail: false },
  ownSources: ['direct'],

  async create(context, draft) {
    // What the vendor says to nights that are taken is not documented.
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
    return { externalId: madeId(answer, 'booking'), errors: [] }
  },

  async findMarked({ http }, { marker, listingExternalId, checkIn, checkOut }) {
    const query = { property_ids: listingExternalId, from: checkIn, to: checkOut }
    const found: string[] = []
    let cursor: string | null = null
    do {
      const { rows, next } = await listPage(http, { path: '/v2/bookings', query, cursor })
      for (const row of rows) {
        if (markedCheck.fits(row) && row.notes?.includes(marker) === true) found.push(String(row.id))
      }
      cursor = next
    } while (cursor !== null)
    return found
  },

  modify: {
    dates: true,
    async run(context, { externalId, listingExternalId, checkIn, checkOut, adults, children }) {
      const path = `/v2/bookings/${encodeURIComponent(externalId)}`
      if (checkIn !== undefined && checkOut !== undefined) {
        const row = await context.http.get(path)
        const { arrival, departure } = markedCheck.fits(row) ? row : {}
        const own = arrival && departure ? { own: { checkIn: arrival, checkOut: departure } } : {}
        await requireFreeNights(context, calendar, { listingExternalId, checkIn, checkOut, ...own })
      }
      await context.http.patch(path, {
        body: {
          ...(checkIn === undefined ? {} : { arrival: checkIn }),
          ...(checkOut === undefined ? {} : { departure: checkOut }),
          ...(adults === undefined ? {} : { adults, children: children ?? 0 }),
        },
      })
      return { externalId, errors: [] }
    },
  },

  async quote(context, request) {
    const taken = await takenNights(context, calendar, request)
    if (taken.length > 0) {
      const restrictions = taken.map(({ date }) => `${date} is not available`)
      return { available: false, total: null, currency: null, restrictions }
    }
    return toQuote(await ask(context, request))
  },
}

/** `test`: nothing is kept of it. */
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
  const answer = await http.post('/v2/quotes', { body, safe: true })
  if (quotedCheck.fits(answer)) return answer
  throw new VendorError('malformed', `a quote of another shape at ${quotedCheck.problem(answer)}`)
}

const parts = { rent: 'accommodation', surcharge: 'fees', tax: 'taxes' } as const

function toQuote({ charges, total_amount, currency_code }: VendorQuoted): VendorQuote {
  const amounts = (charges ?? []).flatMap(({ type, amount }) => {
    const value = decimalString(amount)
    return value === null ? [] : [{ type: type?.toLowerCase() ?? '', value }]
  })
  const sum = (values: string[]) => (values.length === 0 ? null : addDecimals(values))
  const total = decimalString(total_amount) ?? sum(amounts.map(({ value }) => value))
  if (total === null) throw new VendorError('malformed', 'a quote without a price')
  const breakdown: NonNullable<VendorQuote['breakdown']> = {}
  for (const [kind, name] of Object.entries(parts)) {
    const part = sum(amounts.filter(({ type }) => type === kind).map(({ value }) => value))
    if (part !== null) breakdown[name] = part
  }
  return { available: true, total, currency: currencyCode(currency_code), breakdown, restrictions: [] }
}
