import { addDays, daysBetween } from '../../connector-kit/dates.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { remember } from '../../connector-kit/remember.ts'
import { explainRefusal } from '../../connector-kit/refused-dates.ts'
import { compileCheck } from '../../connector-kit/validate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import type {
  QuoteRequest,
  ReservationDraft,
  ReservationWrites,
} from '../../connector-kit/write-operations.ts'
import { calendar } from './calendar.ts'
import { directChannel } from './channels.ts'
import { readList, readResult } from './envelope.ts'
import { partsOf } from './map-quote.ts'
import { idText } from './map.ts'
import { toldBooking } from './reservations.ts'
import { VendorMade, VendorMarked, VendorPrice } from './vendor.ts'

const madeCheck = compileCheck(VendorMade)
const markedCheck = compileCheck(VendorMarked)
const priceCheck = compileCheck(VendorPrice)
const priceHoldsMs = 30_000

export const reservationWrites: ReservationWrites = {
  fields: {
    customPrice: 'optional',
    notes: true,
    unit: false,
    tentative: false,
    sendConfirmationEmail: false,
  },
  ownSources: ['direct'],

  async create(context, draft) {
    // Whether the vendor prices a booking that names no price is not documented, so it is asked for its price first.
    const totalPrice = draft.totalPrice ?? (await priceOf(context, draft)).total
    const answer = await explainRefusal(context, calendar, draft, () =>
      // Without forceOverbooking the vendor refuses nights that are taken.
      context.http.post('/v1/reservations', { body: bookingBody(draft, totalPrice) }),
    )
    const record = toldBooking(readResult(answer))
    return { externalId: madeId(answer), ...(record === null ? {} : { record }), errors: [] }
  },

  async findMarked({ http }, { marker, listingExternalId, checkIn }) {
    // The vendor searches no notes; arrivals of one day at one listing are few.
    const query = {
      listingId: listingExternalId,
      arrivalStartDate: checkIn,
      arrivalEndDate: checkIn,
      limit: 100,
      includeResources: 0,
    }
    const { rows } = readList(await http.get('/v1/reservations', { query }))
    return rows.flatMap((row) =>
      markedCheck.fits(row) && row.hostNote?.includes(marker) === true ? [String(row.id)] : [],
    )
  },

  modify: {
    dates: true,
    async run(context, { externalId, listingExternalId, checkIn, checkOut, adults, children }) {
      const path = `/v1/reservations/${encodeURIComponent(externalId)}`
      const put = () =>
        context.http.put(path, {
          body: {
            ...(checkIn === undefined ? {} : { arrivalDate: checkIn }),
            ...(checkOut === undefined ? {} : { departureDate: checkOut }),
            ...partyOf(adults, children),
          },
        })
      if (checkIn === undefined || checkOut === undefined) {
        await put()
        return { externalId, errors: [] }
      }
      const own = await heldDates(context, path)
      const stay = { listingExternalId, checkIn, checkOut, ...(own === undefined ? {} : { own }) }
      await explainRefusal(context, calendar, stay, put)
      return { externalId, errors: [] }
    },
  },

  async cancel({ http }, { externalId }) {
    await http.put(`/v1/reservations/${encodeURIComponent(externalId)}/statuses/cancelled`, {
      body: { cancelledBy: 'host' },
    })
    return { externalId, errors: [] }
  },

  async quote(context, request) {
    const { listingExternalId, checkIn, checkOut, currency } = request
    const days = await calendar.range(context, {
      listing: { externalId: listingExternalId, unitCount: 1 },
      from: checkIn,
      to: addDays(checkOut, -1),
    })
    const nights = daysBetween(checkIn, checkOut)
    const [first] = days
    const closed = days.filter(({ available }) => !available).map(({ date }) => `${date} is not available`)
    const restrictions = [
      ...closed,
      ...(first?.minNights && nights < first.minNights
        ? [`the minimum stay is ${first.minNights} nights`]
        : []),
      ...(first?.maxNights && nights > first.maxNights
        ? [`the maximum stay is ${first.maxNights} nights`]
        : []),
    ]
    if (restrictions.length > 0) return { available: false, total: null, currency: null, restrictions }
    const { total, components } = await priceOf(context, request)
    return { available: true, total, currency, breakdown: partsOf(components), restrictions }
  },
}

function bookingBody(draft: ReservationDraft, totalPrice: string): object {
  const { guest, notes, marker } = draft
  const names = [guest.firstName, guest.lastName].filter((name) => name !== undefined)
  return {
    channelId: directChannel,
    listingMapId: Number(draft.listingExternalId),
    isManuallyChecked: 0,
    isInitial: 0,
    guestName: names.join(' '),
    guestFirstName: guest.firstName,
    ...(guest.lastName === undefined ? {} : { guestLastName: guest.lastName }),
    ...(guest.email === undefined ? {} : { guestEmail: guest.email }),
    ...(guest.phone === undefined ? {} : { phone: guest.phone }),
    ...partyOf(draft.adults, draft.children),
    arrivalDate: draft.checkIn,
    departureDate: draft.checkOut,
    totalPrice: Number(totalPrice),
    ...(draft.currency === null ? {} : { currency: draft.currency }),
    hostNote: notes === undefined ? `Ref ${marker}` : `${notes}\n\nRef ${marker}`,
  }
}

function partyOf(adults: number | undefined, children: number | undefined): object {
  if (adults === undefined) return {}
  return { numberOfGuests: adults + (children ?? 0), adults, children: children ?? 0 }
}

interface Price {
  total: string
  components: VendorPrice['components']
}

/** Asked for once in a piece of work: a booking is made at the price that it was quoted just before. */
function priceOf(context: VendorContext, request: Omit<QuoteRequest, 'currency'>): Promise<Price> {
  const { listingExternalId, checkIn, checkOut, adults, children } = request
  const guests = adults + children
  const key = `price ${listingExternalId} ${checkIn} ${checkOut} ${guests}`
  return remember(context, key, priceHoldsMs, async () => {
    const path = `/v1/listings/${encodeURIComponent(listingExternalId)}/calendar/priceDetails`
    const body = { startingDate: checkIn, endingDate: checkOut, numberOfGuests: guests, version: 2 }
    const result = readResult(await context.http.post(path, { body, safe: true }))
    const total = priceCheck.fits(result) ? decimalString(result.totalPrice) : null
    if (!priceCheck.fits(result) || total === null)
      throw new VendorError('malformed', 'a price without a total')
    return { total, components: result.components }
  })
}

/** The dates a booking has now. */
async function heldDates(
  { http }: VendorContext,
  path: string,
): Promise<{ checkIn: string; checkOut: string } | undefined> {
  const row = readResult(await http.get(path))
  if (!markedCheck.fits(row) || !row.arrivalDate || !row.departureDate) return undefined
  return { checkIn: row.arrivalDate, checkOut: row.departureDate }
}

/** The booking was made: an answer that does not say which one is no refusal. */
function madeId(answer: unknown): string {
  const row = readResult(answer)
  const id = madeCheck.fits(row) ? idText(row.id) : null
  if (id === null) throw new VendorError('malformed', 'a booking was made and its id not told')
  return id
}
