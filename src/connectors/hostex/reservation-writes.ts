import { demandMade, fieldOf, listIn, readable } from '../../connector-kit/answers.ts'
import { keptPriceErrors } from '../../connector-kit/kept-price.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { everyRow } from '../../connector-kit/paginate.ts'
import { presentText, presentTexts } from '../../connector-kit/readings.ts'
import { plainBooking } from '../../connector-kit/renamed.ts'
import { requireFreeNights } from '../../connector-kit/refused-dates.ts'
import { rememberSettings } from '../../connector-kit/remember.ts'
import type { SectionError } from '../../connector-kit/section-error.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { ReservationDraft, ReservationWrites } from '../../connector-kit/write-operations.ts'
import { calendar } from './calendar.ts'
import { dataOf } from './envelope.ts'
import { reservationCodeOf, stayCode } from './map-reservation.ts'
import { reservationPage, reservations, staysOf } from './reservations.ts'
import { VendorMarked, VendorOption } from './vendor.ts'

const optionsKeptMs = 3_600_000
/** Longer remarks are refused. */
const longestRemarks = 500

export const reservationWrites: ReservationWrites = {
  // The vendor prices nothing itself.
  fields: { ...plainBooking, customPrice: 'required', notes: true },
  ownSources: ['direct'],

  async create(context, draft) {
    // The vendor does not document its refusal of taken nights.
    await requireFreeNights(context, calendar, draft)
    const answer = await context.http.post('/v3/reservations', { body: await bookingBody(context, draft) })
    // The documented answer names nothing; the marker in the remarks finds the booking.
    const data = dataOf(answer)
    const code = presentText(fieldOf(data, 'stay_code')) ?? presentText(fieldOf(data, 'reservation_code'))
    const externalId = code ?? (await markedStays(context, draft))[0]
    return { externalId: demandMade(externalId), errors: await priceErrors(context, externalId, draft) }
  },

  findMarked: markedStays,

  modify: {
    dates: true,
    async run(context, { externalId, listingExternalId, checkIn, checkOut, adults, children }) {
      if (checkIn !== undefined && checkOut !== undefined) {
        const rows = readable(VendorMarked, await staysOf(context, reservationCodeOf(externalId)))
        const row = rows.find((candidate) => stayCode(candidate) === externalId)
        const [from, to] = [row?.check_in_date, row?.check_out_date]
        const own = from && to ? { own: { checkIn: from, checkOut: to } } : {}
        await requireFreeNights(context, calendar, { listingExternalId, checkIn, checkOut, ...own })
      }
      const guests = adults === undefined ? {} : { number_of_guests: adults + (children ?? 0) }
      await context.http.patch(`/v3/reservations/${encodeURIComponent(externalId)}`, {
        body: { check_in_date: checkIn, check_out_date: checkOut, ...guests },
      })
      return { externalId, errors: [] }
    },
  },

  /** A reservation is cancelled with all its stays. */
  async cancel({ http }, { externalId }) {
    await http.delete(`/v3/reservations/${encodeURIComponent(reservationCodeOf(externalId))}`)
    return { externalId, errors: [] }
  },
}

/** The host may have shortened or prolonged the stay, so its last day is not searched by. */
async function markedStays(
  context: VendorContext,
  { marker, listingExternalId, checkIn }: Pick<ReservationDraft, 'marker' | 'listingExternalId' | 'checkIn'>,
): Promise<string[]> {
  const query = {
    property_id: listingExternalId,
    start_check_in_date: checkIn,
    end_check_in_date: checkIn,
    start_check_out_date: checkIn,
  }
  const rows = await everyRow((cursor) => reservationPage(context, query, cursor))
  const marked = readable(VendorMarked, rows).filter(({ remarks }) => remarks?.includes(marker) === true)
  return marked.map(stayCode)
}

async function bookingBody(context: VendorContext, draft: ReservationDraft): Promise<object> {
  const { guest, notes, marker, totalPrice, currency } = draft
  if (totalPrice === undefined || currency === null) {
    throw new VendorError('rejected', 'a booking in Hostex needs its price and currency')
  }
  const reference = `Ref ${marker}`
  const words = (notes ?? '').slice(0, longestRemarks - reference.length - 2)
  return {
    property_id: Number(draft.listingExternalId),
    custom_channel_id: await optionFor(context, 'custom_channels', new RegExp(draft.platform, 'i')),
    income_method_id: await optionFor(context, 'income_methods', /other|bank|transfer/i),
    check_in_date: draft.checkIn,
    check_out_date: draft.checkOut,
    number_of_guests: draft.adults + draft.children,
    guest_name: presentTexts([guest.firstName, guest.lastName]).join(' '),
    email: guest.email,
    mobile: guest.phone,
    currency,
    // JSON keeps all digits of a number up to fifteen digits.
    rate_amount: Number(totalPrice),
    commission_amount: 0,
    // Nothing is known to be paid; the host records what comes.
    received_amount: 0,
    remarks: words === '' ? reference : `${words}\n\n${reference}`,
  }
}

/** Every booking names one of the owner's channels and one of the ways of payment. */
async function optionFor(
  context: VendorContext,
  name: 'custom_channels' | 'income_methods',
  usual: RegExp,
): Promise<number> {
  const options = await rememberSettings(context, `hostex ${name}`, optionsKeptMs, async () =>
    readable(VendorOption, listIn(dataOf(await context.http.get(`/v3/${name}`)), name)),
  )
  const option = options.find((candidate) => usual.test(candidate.name ?? '')) ?? options[0]
  if (option !== undefined) return option.id
  throw new VendorError('rejected', `Hostex has no ${name}: add one there under Settings, Custom options`)
}

/** The description has whole amounts for a new booking, and live bookings have cents. */
async function priceErrors(
  context: VendorContext,
  externalId: string | undefined,
  { totalPrice }: ReservationDraft,
): Promise<SectionError[]> {
  const price = decimalString(totalPrice)
  if (externalId === undefined || price === null || !price.includes('.')) return []
  return keptPriceErrors(context, { reservations, vendor: 'Hostex' }, { externalId, price })
}
