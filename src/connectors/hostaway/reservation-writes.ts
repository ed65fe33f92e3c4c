import { demand, demandMade, fieldOf, readable } from '../../connector-kit/answers.ts'
import { decimalString } from '../../connector-kit/money.ts'
import { idText, presentText } from '../../connector-kit/readings.ts'
import { explainRefusal, restrictionsOf } from '../../connector-kit/refused-dates.ts'
import { remember } from '../../connector-kit/remember.ts'
import { plainBooking } from '../../connector-kit/renamed.ts'
import { notOffered, breakdownOf } from '../../connector-kit/stay-readings.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type {
  QuoteRequest,
  ReservationDraft,
  ReservationWrites,
  VendorQuote,
} from '../../connector-kit/write-operations.ts'
import { calendar } from './calendar.ts'
import { directChannel } from './channels.ts'
import { readList, readResult } from './envelope.ts'
import { toldBooking } from './reservations.ts'
import { VendorMarked, VendorPrice } from './vendor.ts'
import { flag } from './map.ts'

const priceHoldsMs = 30_000

export const reservationWrites: ReservationWrites = {
  fields: { ...plainBooking, customPrice: 'optional', notes: true },
  ownSources: ['direct'],

  async create(context, draft) {
    // The vendor does not document if it prices a booking without a price, so its price is fetched first.
    const totalPrice = draft.totalPrice ?? (await priceOf(context, draft)).total
    const answer = await explainRefusal(context, calendar, draft, () =>
      // Without forceOverbooking the vendor refuses nights that are taken.
      context.http.post('/v1/reservations', { body: bookingBody(draft, totalPrice) }),
    )
    const row = readResult(answer)
    const record = toldBooking(row)
    const externalId = demandMade(idText(presentText(fieldOf(row, 'id'))))
    return { externalId, ...(record === null ? {} : { record }), errors: [] }
  },

  async findMarked({ http }, { marker, listingExternalId, checkIn }) {
    // The vendor does not search notes; one listing has few arrivals a day.
    const query = {
      listingId: listingExternalId,
      arrivalStartDate: checkIn,
      arrivalEndDate: checkIn,
      limit: 100,
      includeResources: 0,
    }
    const { rows } = readList(await http.get('/v1/reservations', { query }))
    const marked = readable(VendorMarked, rows).filter(({ hostNote }) => hostNote?.includes(marker) === true)
    return marked.map(({ id }) => String(id))
  },

  modify: {
    dates: true,
    async run(context, { externalId, listingExternalId, checkIn, checkOut, adults, children }) {
      const path = `/v1/reservations/${encodeURIComponent(externalId)}`
      const body = { arrivalDate: checkIn, departureDate: checkOut, ...partyOf(adults, children) }
      const put = () => context.http.put(path, { body })
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
    const restrictions = await restrictionsOf(context, calendar, request)
    if (restrictions.length > 0) return notOffered(restrictions)
    const { total, components } = await priceOf(context, request)
    const breakdown = partsOf(components)
    return { available: true, total, currency: request.currency, breakdown, restrictions }
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
    guestLastName: guest.lastName,
    guestEmail: guest.email,
    phone: guest.phone,
    ...partyOf(draft.adults, draft.children),
    arrivalDate: draft.checkIn,
    departureDate: draft.checkOut,
    totalPrice: Number(totalPrice),
    currency: draft.currency ?? undefined,
    hostNote: notes === undefined ? `Ref ${marker}` : `${notes}\n\nRef ${marker}`,
  }
}

function partyOf(adults: number | undefined, children: number | undefined): object {
  if (adults === undefined) return {}
  return { numberOfGuests: adults + (children ?? 0), adults, children: children ?? 0 }
}

interface CalculatedPrice {
  total: string
  components: VendorPrice['components']
}

/** One piece of work fetches the price once, so that a booking gets the price it was just quoted. */
function priceOf(context: VendorContext, request: Omit<QuoteRequest, 'currency'>): Promise<CalculatedPrice> {
  const { listingExternalId, checkIn, checkOut, adults, children } = request
  const guests = adults + children
  const key = `price ${listingExternalId} ${checkIn} ${checkOut} ${guests}`
  return remember(context, key, priceHoldsMs, async () => {
    const path = `/v1/listings/${encodeURIComponent(listingExternalId)}/calendar/priceDetails`
    const body = { startingDate: checkIn, endingDate: checkOut, numberOfGuests: guests, version: 2 }
    const result = readResult(await context.http.post(path, { body, safe: true }))
    const { totalPrice, components } = demand(VendorPrice, result, 'a price')
    const total = decimalString(totalPrice)
    if (total === null) throw new VendorError('malformed', 'a price without a total')
    return { total, components }
  })
}

/** The booking has these dates now. */
async function heldDates(
  { http }: VendorContext,
  path: string,
): Promise<{ checkIn: string; checkOut: string } | undefined> {
  const [row] = readable(VendorMarked, [readResult(await http.get(path))])
  if (!row?.arrivalDate || !row.departureDate) return undefined
  return { checkIn: row.arrivalDate, checkOut: row.departureDate }
}

type QuotePart = keyof NonNullable<VendorQuote['breakdown']>

/** Assigns the lines of a price to its parts; lines outside the total are left out. */
function partsOf(components: VendorPrice['components']): NonNullable<VendorQuote['breakdown']> {
  const lines = (components ?? []).flatMap(({ type, name, total, isIncludedInTotalPrice }) => {
    const amount = decimalString(total)
    if (amount === null || flag(isIncludedInTotalPrice) !== true) return []
    return [{ part: partOf(type ?? '', name ?? ''), amount }]
  })
  return breakdownOf(lines)
}

function partOf(type: string, name: string): QuotePart {
  if (name === 'cleaningFee') return 'cleaningFee'
  if (type === 'accommodation') return 'accommodation'
  return type === 'tax' ? 'taxes' : 'fees'
}
