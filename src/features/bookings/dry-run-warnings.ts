/** Warnings of a dry run about rules of the listing that API bookings do not enforce. */
import type { ReservationCreateBody, ReservationUpdateBody } from '../../contract/reservation-write.ts'
import type { StayWarning } from '../../contract/stay-warnings.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { storedNights, type StoredNight } from '../../records/calendar/public.ts'
import { todayAt } from '../../records/property-day.ts'
import { currentPrice } from '../../records/rates/public.ts'
import { stretchToJudge, toStayWarnings, type JudgedStay } from './judge-stay.ts'
import { planChange, type ChangeField } from './native-modify.ts'
import type { BookedListing, BookedStay } from './queries.ts'
import { bookingRules } from './quote-queries.ts'
import { describeDates, partyOf, pricedGuests } from './rules.ts'

interface RehearsedStay extends Omit<JudgedStay, 'pets'> {
  listing: BookedListing
  /** For a change: the stay as it is now. */
  standing?: BookedStay
  /** Priced by our own rates, not by a PMS. */
  isPricedHere: boolean
  currency?: string | null | undefined
}

export function draftToJudge(
  listing: BookedListing,
  body: ReservationCreateBody,
  { isPricedHere }: Pick<RehearsedStay, 'isPricedHere'>,
): RehearsedStay {
  const { checkIn, checkOut, children = 0, currency } = body
  const guests = pricedGuests(partyOf(body))
  return { listing, checkIn, checkOut, guests, children, currency, isPricedHere }
}

/** null if nothing changes that a rule concerns. */
export function changeToJudge(
  listing: BookedListing,
  standing: BookedStay,
  body: ReservationUpdateBody,
  { isPricedHere }: Pick<RehearsedStay, 'isPricedHere'>,
): RehearsedStay | null {
  const { checkIn, checkOut, guestCount, changed } = planChange(standing, body)
  if (!changed.some((name) => judgedFields.includes(name))) return null
  const { occupancy, currency } = standing
  const isSameParty = !changed.includes('guestCount')
  const guests = pricedGuests(isSameParty ? occupancy : { total: guestCount })
  const children = isSameParty ? (occupancy?.children ?? 0) : 0
  return { listing, checkIn, checkOut, guests, children, currency, standing, isPricedHere }
}

const judgedFields: readonly ChangeField[] = ['listingId', 'checkIn', 'checkOut', 'guestCount']

export async function dryRunWarnings(
  db: Queryable,
  scope: Scope,
  rehearsed: RehearsedStay,
  now: Date,
): Promise<StayWarning[]> {
  const { listing, checkIn, checkOut, standing } = rehearsed
  const listingId = listing.id
  const rules = await bookingRules(db, scope, listingId)
  if (!rules) return []
  const read = await storedNights(db, scope, [stretchToJudge({ listingId, checkIn, checkOut }, rules)], now)
  const days = standing?.listing_id === listingId ? read.map((day) => asIfLeft(day, standing)) : read
  const warnings = toStayWarnings({ ...rehearsed, pets: 0 }, days, rules, todayAt(listing.time_zone, now))
  return rehearsed.isPricedHere ? [...warnings, ...(await unpriced(db, scope, rehearsed))] : warnings
}

/** The moved stay does not block itself, and its current nights may be closed. */
function asIfLeft(day: StoredNight, { check_in: checkIn, check_out: checkOut }: BookedStay): StoredNight {
  if (day.date < checkIn || day.date >= checkOut) return day
  const stays = Math.max(0, day.stays - 1)
  return { ...day, stays, available: null, available_units: null, uncounted: 0, blocked: 0 }
}

async function unpriced(
  db: Queryable,
  scope: Scope,
  { listing, checkIn, checkOut, guests, currency }: RehearsedStay,
): Promise<StayWarning[]> {
  const price = await currentPrice(db, scope, { listingId: listing.id, checkIn, checkOut, guests, currency })
  if (!price) {
    const message = `Listing ${listing.id} has no currency, so the stay has no price.`
    return [{ rule: 'no_rate', field: 'listingId', message }]
  }
  const { unpricedNights: dates } = price
  if (dates.length === 0) return []
  return [
    { rule: 'no_rate', field: 'checkIn', dates, message: `Nights without a rate: ${describeDates(dates)}.` },
  ]
}
