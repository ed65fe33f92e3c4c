import { explainRefusal, requireFreeNights } from '../../connector-kit/refused-dates.ts'
import { compileCheck } from '../../connector-kit/validate.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { ReservationDraft, ReservationWrites } from '../../connector-kit/write-operations.ts'
import { calendar } from './calendar.ts'
import { readBareOrData, readList } from './envelope.ts'
import { cents } from './money-writes.ts'
import { quote } from './quote.ts'
import { VendorMade, VendorMarked } from './vendor.ts'

const madeCheck = compileCheck(VendorMade)
const markedCheck = compileCheck(VendorMarked)
const path = '/v2/reservations'

export const reservationWrites: ReservationWrites = {
  fields: {
    customPrice: 'optional',
    notes: true,
    unit: false,
    tentative: false,
    sendConfirmationEmail: false,
  },
  // Entered by the host (`manual`) or booked on the direct site.
  ownSources: ['direct'],

  async create(context, draft) {
    const body = bookingBody(draft, await priceOf(context, draft))
    // Whether the vendor looks at its calendar when a booking is entered is not documented.
    await requireFreeNights(context, calendar, draft)
    const answer = await explainRefusal(context, calendar, draft, () => context.http.post(path, { body }))
    const row = readBareOrData(answer)
    if (!madeCheck.fits(row)) throw new VendorError('malformed', 'a booking was made and its id not told')
    return { externalId: row.id, errors: [] }
  },

  async findMarked({ http }, { marker, listingExternalId, checkIn }) {
    const found: string[] = []
    for (let page = 1; ; page += 1) {
      const query = {
        'properties[]': [listingExternalId],
        start_date: checkIn,
        end_date: checkIn,
        date_query: 'checkin',
        include: 'notes',
        per_page: 100,
        page,
      }
      const rows = readList(await http.get(path, { query }))
      for (const row of rows) if (markedCheck.fits(row) && isMarked(row, marker)) found.push(row.id)
      if (rows.length < 100) return found
    }
  },

  async cancel({ http }, { externalId }) {
    await http.post(`${path}/${encodeURIComponent(externalId)}/cancel`, { body: { initiated_by: 'host' } })
    return { externalId, errors: [] }
  },

  quote,
}

function isMarked({ code, platform_id, notes }: VendorMarked, marker: string): boolean {
  return [code, platform_id, notes].some((text) => String(text ?? '').includes(marker))
}

/** Amounts are whole numbers of cents; a price that is named is the price of the nights. */
function bookingBody(draft: ReservationDraft, price: { total: string; currency: string }): object {
  const { guest, notes, marker, adults, children } = draft
  return {
    property_id: draft.listingExternalId,
    check_in: draft.checkIn,
    check_out: draft.checkOut,
    guests: { adults, children },
    guest: {
      first_name: guest.firstName,
      ...(guest.lastName === undefined ? {} : { last_name: guest.lastName }),
      ...(guest.email === undefined ? {} : { email: guest.email }),
      ...(guest.phone === undefined ? {} : { phone: guest.phone }),
    },
    language: 'en',
    channel: 'direct',
    financials: { currency: price.currency, accommodation: cents(price.total, price.currency) },
    reservation_code: marker,
    notes: notes === undefined ? `Ref ${marker}` : `Ref ${marker}\n\n${notes}`,
  }
}

/** Whether the vendor prices a booking that is entered without a price is not documented. */
async function priceOf(
  context: VendorContext,
  draft: ReservationDraft,
): Promise<{ total: string; currency: string }> {
  if (draft.totalPrice !== undefined) {
    if (draft.currency === null) throw new VendorError('rejected', 'the property has no currency')
    return { total: draft.totalPrice, currency: draft.currency }
  }
  const { total, currency, restrictions } = await quote(context, draft)
  if (total !== null && currency !== null) return { total, currency }
  throw new VendorError('rejected', restrictions.join('; '), { reason: 'dates_unavailable' })
}
