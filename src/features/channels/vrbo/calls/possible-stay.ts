/** Checks whether a requested stay can be booked, and prices it. */
import { decimalsOf } from '../../../../connector-kit/minor-units.ts'
import type { Queryable, Scope } from '../../../../platform/tenant.ts'
import { exactPriceOf, storedNights, type StoredNight } from '../../../../records/calendar/public.ts'
import { todayAt } from '../../../../records/property-day.ts'
import { priceStay, storedRates, type StayPrice } from '../../../../records/rates/public.ts'
import { addMarkup } from '../../../../records/selling/public.ts'
import type { StayRequest } from './read-request.ts'
import { missingRefusal, findMissing, toRefusal, findRefusal, type CallRefusal } from './refusals.ts'
import { soldListing, type SoldListing } from './queries.ts'

export interface PossibleStay {
  listingId: string
  arrival: string
  departure: string
  listing: SoldListing
  nights: StoredNight[]
}

const idPattern = /^[1-9][0-9]{0,17}$/

export async function findPossibleStay(
  db: Queryable,
  scope: Scope,
  accountId: string,
  request: StayRequest,
  now: Date,
): Promise<PossibleStay | CallRefusal> {
  const gap = findMissing(request)
  if (gap) return gap
  const { listingId = '', arrival = '', departure = '' } = request
  const listing = idPattern.test(listingId) ? await soldListing(db, scope, accountId, listingId) : undefined
  if (!listing) return missingRefusal('listingExternalId')
  if (Temporal.PlainDate.from(arrival).until(departure).days > 731) return toRefusal('max_nights')
  const read = await storedNights(db, scope, [{ listingId, first: arrival, last: departure }], now)
  const nights = read.filter(({ date }) => date < departure)
  // Vrbo prices nights by the feed, where unpriced ones are closed.
  const isPriced = nights.every((night) => exactPriceOf(night) !== null)
  const refusal = findRefusal(request, {
    nights,
    departure: read.find(({ date }) => date === departure),
    rules: {
      min_nights: listing.minNights,
      max_nights: listing.maxNights,
      unit_count: listing.unitCount,
      person_capacity: listing.personCapacity,
    },
    isSold: listing.isSold && isPriced,
    today: todayAt(listing.timeZone, now),
  })
  return refusal ?? { listingId, arrival, departure, listing, nights }
}

/** Prices as in the feeds: the markup applies to nights only. */
export async function priceAtVrbo(
  db: Queryable,
  scope: Scope,
  { listingId, arrival, departure, listing, nights }: PossibleStay,
  guests: number,
): Promise<StayPrice | null> {
  const { currency, markupPercent } = listing
  const stored = await storedRates(db, scope, { listingId, checkIn: arrival, checkOut: departure })
  if (!stored || currency === null) return null
  return priceStay({
    nights: nights.map((night) => ({
      date: night.date,
      price: addMarkup(exactPriceOf(night) ?? '0', { markupPercent, currency }),
    })),
    guests,
    rates: stored.rates,
    currency,
    decimals: decimalsOf(currency),
  })
}
