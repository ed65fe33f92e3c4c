/** The facts that a plan rests on. A confirmation reads them again, and refuses a plan whose facts changed. */
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import {
  firstNightAt,
  nightsFrom,
  priceOf,
  storedNights,
  stretchesOf,
  unitsLeft,
  type StoredNight,
} from '../../../records/calendar/public.ts'
import type { PlannedWrite } from './plan-operations.ts'
import {
  plannedListing,
  plannedStay,
  plannedThread,
  type BasisListing,
  type BasisStay,
  type BasisThread,
  type PlanBasis,
} from './queries.ts'

export interface PlanFacts {
  stay: BasisStay | undefined
  thread: BasisThread | undefined
  listing: BasisListing | undefined
  nights: readonly StoredNight[]
}

type PlannedStayBody = Partial<Record<'listingId' | 'checkIn' | 'checkOut' | 'guestCount', unknown>>

/** The nights of a booking, or those that a change is about; none where it changes neither dates nor party. */
function stayNights({ operation }: PlannedWrite, stay: BasisStay | undefined, since: Date): string[] {
  const body = operation.body as PlannedStayBody
  if (
    stay &&
    [body.listingId, body.checkIn, body.checkOut, body.guestCount].every((value) => value === undefined)
  )
    return []
  const [first, last] = [body.checkIn ?? stay?.check_in, body.checkOut ?? stay?.check_out]
  if (typeof first !== 'string' || typeof last !== 'string') return []
  return nightsFrom({ check_in: first, check_out: last }, firstNightAt(since))
}

/** `since` is when the plan was made: at midnight the nights that it is about stay the same. */
export async function readFacts(
  db: Queryable,
  scope: Scope,
  write: PlannedWrite,
  { since, now }: { since: Date; now: Date },
): Promise<PlanFacts> {
  const { kind, about } = write
  const stay =
    about.reservationId === undefined ? undefined : await plannedStay(db, scope, about.reservationId)
  const thread =
    about.conversationId === undefined ? undefined : await plannedThread(db, scope, about.conversationId)
  const listingId = about.listingId ?? stay?.listing_id ?? thread?.listing_id ?? undefined
  const listing = listingId === undefined ? undefined : await plannedListing(db, scope, listingId)
  const ofStay = kind === 'booking' || kind === 'change' ? stayNights(write, stay, since) : []
  const dates = about.dates ?? ofStay
  const nights = listing ? await storedNights(db, scope, stretchesOf(listing.id, dates), now) : []
  return { stay, thread, listing, nights }
}

const shownOf = (night: StoredNight) =>
  [
    unitsLeft(night),
    priceOf(night),
    night.currency,
    night.min_nights ?? night.listing_min_nights,
    night.max_nights ?? night.listing_max_nights,
    night.closed_to_arrival ?? false,
    night.closed_to_departure ?? false,
  ].join(' ')

export const basisOf = ({ stay, thread, nights }: PlanFacts, money: string | null): PlanBasis => ({
  stay: stay?.revision ?? null,
  message: thread?.last_message_id ?? null,
  nights: Object.fromEntries(nights.map((night) => [night.date, shownOf(night)])),
  money,
})

/** Joins dates as people write them: `2026-07-01..2026-07-03`. */
export const describeNights = (dates: Iterable<string>): string[] =>
  stretchesOf('', dates).map(({ first, last }) => (first === last ? first : `${first}..${last}`))

/** Names what differs; empty when nothing does. */
export function listChanges(before: PlanBasis, after: PlanBasis): string[] {
  const dates = [...new Set([...Object.keys(before.nights), ...Object.keys(after.nights)])]
  const changed = dates.filter((date) => before.nights[date] !== after.nights[date])
  return [
    ...(before.stay === after.stay ? [] : ['the stay']),
    ...(before.message === after.message ? [] : ['the conversation']),
    ...describeNights(changed).map((nights) => `nights ${nights}`),
    ...(before.money === after.money
      ? []
      : [`the price: ${before.money ?? 'none'}, now ${after.money ?? 'none'}`]),
  ]
}
