import { dayStartMs, nextDay } from '../kit/clock.ts'
import type { OccupiedSpan } from '../kit/free-stay.ts'
import type { CalendarBlock, Listing } from './listing-record.ts'
import { instant } from './object-ids.ts'
import type { Reservation } from './reservation-record.ts'
import type { Store } from './store.ts'
import { bookedStatuses, heldStatuses } from './vocabulary.ts'

/** How a booking uses its nights; undefined when it leaves them free. */
function useOf({ status }: Reservation): 'b' | 'r' | undefined {
  if (bookedStatuses.includes(status ?? '')) return 'b'
  return heldStatuses.includes(status ?? '') ? 'r' : undefined
}

/** Bookings that sleep in this listing: for a sub-unit those that were given to it. */
function staysIn(store: Store, listing: Listing): Reservation[] {
  const stays = [...store.staysOf(store.rootId(listing._id))].filter((stay) => useOf(stay) !== undefined)
  return listing.type === 'MTL_CHILD' ? stays.filter((stay) => stay.listingId === listing._id) : stays
}

/** Everything that takes a unit of a listing for some nights, blocks included. */
export function occupied(store: Store, listing: Listing): OccupiedSpan[] {
  const blocks = store.blocks.get(listing._id) ?? []
  return [
    ...staysIn(store, listing).map((stay) => ({
      arrival: stay.checkInDateLocalized ?? '',
      departure: stay.checkOutDateLocalized ?? '',
    })),
    // A block closes the whole listing, so it counts for each of its units.
    ...blocks.flatMap((block) =>
      Array.from({ length: store.unitCount(listing) }, () => ({
        arrival: block.from,
        departure: nextDay(block.to),
      })),
    ),
  ]
}

interface Night {
  stays: Reservation[]
  block: CalendarBlock | undefined
}

/** The listing's calendar as the vendor tells it: always in step with the bookings. */
export function calendarDays(
  store: Store,
  listing: Listing,
  from: string,
  to: string,
  includeAllotment: boolean,
): object[] {
  const nights = new Map<string, Night>()
  const blocks = store.blocks.get(listing._id) ?? []
  for (let day = from; day <= to; day = nextDay(day)) {
    nights.set(day, { stays: [], block: blocks.find((block) => block.from <= day && day <= block.to) })
  }
  for (const stay of staysIn(store, listing)) {
    const { checkInDateLocalized: arrival, checkOutDateLocalized: departure } = stay
    if (arrival === null || departure === null) continue
    for (let day = arrival > from ? arrival : from; day < departure && day <= to; day = nextDay(day)) {
      nights.get(day)?.stays.push(stay)
    }
  }
  return [...nights].map(([day, night]) => toDay(store, listing, day, night, includeAllotment))
}

function toDay(
  store: Store,
  listing: Listing,
  date: string,
  night: Night,
  includeAllotment: boolean,
): object {
  const units = store.unitCount(listing)
  const left = night.block === undefined ? Math.max(0, units - night.stays.length) : 0
  const uses = night.stays.map(useOf)
  const refs = [
    ...(night.block === undefined ? [] : [blockRef(night.block)]),
    ...night.stays.map((stay) => stayRef(store, stay)),
  ]
  const only = units === 1 ? night.stays[0] : undefined
  const settings = store.nightsOf(listing._id).get(date)
  return {
    date,
    listingId: listing._id,
    currency: listing.prices.currency,
    price: nightPrice(store, listing, date),
    isBasePrice: settings?.price === undefined,
    minNights: nightMinimum(store, listing, date),
    isBaseMinNights: settings?.minNights === undefined,
    status: statusOf(listing, night, left),
    ...(includeAllotment ? { allotment: left } : {}),
    blocks: {
      m: night.block?.type === 'm',
      r: uses.includes('r'),
      b: uses.includes('b'),
      bd: false,
      sr: false,
      abl: false,
      a: false,
      bw: false,
      o: night.block?.type === 'o',
      pt: false,
    },
    blockRefs: refs,
    ...(only === undefined ? {} : { reservationId: only._id, reservation: shortReservation(store, only) }),
    cta: settings?.cta ?? false,
    ctd: settings?.ctd ?? ((listing.tags ?? []).includes('no-saturday-departure') && weekday(date) === 6),
  }
}

/** Of a listing with several units the word says nothing: a full one may still be called available. */
function statusOf(listing: Listing, night: Night, left: number): string {
  if (night.block !== undefined) return 'unavailable'
  if (listing.type === 'MTL' || left > 0) return 'available'
  return night.stays.some((stay) => useOf(stay) === 'b') ? 'booked' : 'reserved'
}

function blockRef(block: CalendarBlock): object {
  return {
    _id: block.id,
    listingId: block.listingId,
    startDate: instant(dayStartMs(block.from)),
    endDate: instant(dayStartMs(block.to)),
    type: block.type,
  }
}

function stayRef(store: Store, stay: Reservation): object {
  return {
    _id: `${stay._id.slice(0, 23)}f`,
    reservation: shortReservation(store, stay),
    listingId: stay.listingId,
    startDate: `${stay.checkInDateLocalized}T00:00:00.000Z`,
    endDate: `${stay.checkOutDateLocalized}T00:00:00.000Z`,
    type: useOf(stay),
    reservationId: stay._id,
  }
}

function shortReservation(store: Store, stay: Reservation): object {
  const listing = store.listings.get(stay.listingId)
  return {
    _id: stay._id,
    accountId: stay.accountId,
    listingId: stay.listingId,
    listing: { timezone: listing?.timezone, defaultCheckInTime: listing?.defaultCheckInTime },
    guestId: stay.guestId,
    guest: stay.guest === null ? null : { _id: stay.guest._id },
    status: stay.status,
    source: stay.source,
    confirmationCode: stay.confirmationCode,
    integration: stay.integration === null ? null : { platform: stay.integration.platform },
    checkIn: stay.checkIn,
    checkOut: stay.checkOut,
    checkInDateLocalized: stay.checkInDateLocalized,
    checkOutDateLocalized: stay.checkOutDateLocalized,
    nightsCount: stay.nightsCount,
    guestsCount: stay.guestsCount,
  }
}

export function nightMinimum(store: Store, listing: Listing, date: string): number {
  return store.nightsOf(listing._id).get(date)?.minNights ?? listing.terms.minNights
}

/** Friday and Saturday nights have a price of their own. */
export function nightPrice(store: Store, listing: Listing, date: string): number {
  const { prices } = listing
  const price = store.nightsOf(listing._id).get(date)?.price
  if (price !== undefined) return price
  const isWeekend = weekday(date) === 5 || weekday(date) === 6
  return isWeekend ? (prices.weekendBasePrice ?? prices.basePrice) : prices.basePrice
}

function weekday(date: string): number {
  return new Date(dayStartMs(date)).getUTCDay()
}
