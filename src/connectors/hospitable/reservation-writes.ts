import { demandMade, fieldOf, readable } from '../../connector-kit/answers.ts'
import { everyNumberedRow } from '../../connector-kit/numbered-pages.ts'
import { explainRefusal, requireFreeNights } from '../../connector-kit/refused-dates.ts'
import { plainBooking } from '../../connector-kit/renamed.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type {
  ReservationDraft,
  ReservationWrites,
  WrittenReservation,
} from '../../connector-kit/write-operations.ts'
import { calendar } from './calendar.ts'
import { readBareOrData, readList } from './envelope.ts'
import { cents } from './map.ts'
import { askedPrice, quote } from './quote.ts'
import { reservations } from './reservations.ts'
import { nightsFor } from './stay-price.ts'
import { VendorMarked } from './vendor.ts'

const path = '/v2/reservations'

export const reservationWrites: ReservationWrites = {
  fields: { ...plainBooking, customPrice: 'optional', notes: true },
  // Hosts entered these (`manual`), or guests booked them on the direct site.
  ownSources: ['direct'],

  async create(context, draft) {
    // The vendor does not document if it checks its calendar for an entered booking.
    await requireFreeNights(context, calendar, draft)
    const price = await priceOf(context, draft)
    const body = bookingBody(draft, price)
    const answer = await explainRefusal(context, calendar, draft, () => context.http.post(path, { body }))
    const id = fieldOf(readBareOrData(answer), 'id')
    const externalId = demandMade(typeof id === 'string' && id !== '' ? id : null)
    return { externalId, ...(await checkTotal(context, externalId, price)) }
  },

  async findMarked({ http }, { marker, listingExternalId, checkIn }) {
    const query = {
      'properties[]': [listingExternalId],
      start_date: checkIn,
      end_date: checkIn,
      date_query: 'checkin',
      include: 'notes',
      per_page: 100,
    }
    const rows = await everyNumberedRow(async (page) => {
      const found = readList(await http.get(path, { query: { ...query, page } }))
      return { rows: found, goesOn: found.length >= 100 }
    })
    return readable(VendorMarked, rows).flatMap((row) => (isMarked(row, marker) ? [row.id] : []))
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

function bookingBody(draft: ReservationDraft, { accommodation, currency }: DraftPrice): object {
  const { guest, notes, marker, adults, children } = draft
  return {
    property_id: draft.listingExternalId,
    check_in: draft.checkIn,
    check_out: draft.checkOut,
    guests: { adults, children },
    guest: {
      first_name: guest.firstName,
      last_name: guest.lastName,
      email: guest.email,
      phone: guest.phone,
    },
    language: 'en',
    channel: 'direct',
    financials: { currency, accommodation },
    reservation_code: marker,
    notes: notes === undefined ? `Ref ${marker}` : `Ref ${marker}\n\n${notes}`,
  }
}

interface DraftPrice {
  /** The guest pays this in all, as a decimal string. */
  total: string
  currency: string
  /** The nights alone cost this many cents. */
  accommodation: number
}

/**
 * The vendor does not document if it prices an entered booking, so its own price is fetched and its additions
 * are subtracted.
 */
async function priceOf(context: VendorContext, draft: ReservationDraft): Promise<DraftPrice> {
  const vendorPrice = await askedPrice(context, draft)
  const { currency } = vendorPrice
  const stay = {
    total: cents(vendorPrice.total, currency),
    fees: cents(vendorPrice.fees ?? '0', currency),
    taxes: (vendorPrice.taxes ?? []).map((tax) => cents(tax, currency)),
  }
  if (draft.totalPrice !== undefined && draft.currency !== currency) {
    throw new VendorError('rejected', `the vendor prices this stay in ${currency}, not in ${draft.currency}`)
  }
  const total = draft.totalPrice ?? vendorPrice.total
  const accommodation = nightsFor(cents(total, currency), stay)
  if (accommodation === null) {
    throw new VendorError('rejected', 'the fees and taxes of this stay are more than the total')
  }
  return { total, currency, accommodation }
}

/** The vendor adds fees and taxes itself, so the resulting total is read and a difference reported. */
async function checkTotal(
  context: VendorContext,
  externalId: string,
  { total, currency }: DraftPrice,
): Promise<Pick<WrittenReservation, 'record' | 'errors'>> {
  const record = await reservations.one?.(context, externalId).catch(() => null)
  if (!record || record.kind !== 'reservation') return { errors: [] }
  const bookedTotal = record.totalPrice ?? null
  const isAsked =
    bookedTotal !== null &&
    record.currency === currency &&
    cents(bookedTotal, currency) === cents(total, currency)
  if (isAsked) return { record, errors: [] }
  const message = `the total is ${bookedTotal ?? 'not told'}, not ${total} ${currency}: Hospitable adds fees and taxes to the price of the nights`
  return { record, errors: [{ section: 'totalPrice', code: 'rejected', message }] }
}
