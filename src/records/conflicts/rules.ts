/** Double sales: nights that were sold more often than there are units, and which stays are in conflict by that. Pure. */
import { firstNightAt, holdsNights, nightsFrom, stretchesOf } from '../calendar/public.ts'
import type { ListingStretch } from '../calendar/public.ts'

/** Which nights of which listing. */
export interface ConflictPlace {
  listing_id: string
  check_in: string
  check_out: string
}

/** A stay that holds a night. */
export interface NightHolder {
  id: string
  connection_id: string | null
  source: string | null
  confirmation_code: string
}

/** A stay as it was and as it is, or is about to be stored; null: it holds no nights. */
export interface StayMove {
  id: string
  from: ConflictPlace | null
  to: (ConflictPlace & NightHolder) | null
  isInConflict: boolean
}

/** A night on which more stays stand than there are units. */
export interface OversoldNight {
  listing_id: string
  date: string
  units: number
  /** In the order in which they became known here. */
  holders: readonly NightHolder[]
}

export interface StayPair {
  listing_id: string
  /** The one that has been known here longer. */
  stay_id: string
  other_id: string
}

/** A pair with the nights that both hold. */
export interface StayConflict extends StayPair {
  nights: string[]
}

export interface ConflictChanges {
  begun: readonly StayConflict[]
  ended: readonly StayPair[]
}

export const placeOf = (
  stay: ConflictPlace & { status: string; lapses_at: Date | null },
  now: Date,
): ConflictPlace | null => {
  const { listing_id, check_in, check_out } = stay
  return holdsNights(stay, now) ? { listing_id, check_in, check_out } : null
}

const isSame = (a: ConflictPlace | null, b: ConflictPlace | null) =>
  a?.listing_id === b?.listing_id && a?.check_in === b?.check_in && a?.check_out === b?.check_out

/** The moves by which conflicts can begin or end: of nights to come, and of stays that are in conflict. */
export function findTouching(moves: readonly StayMove[], now: Date): StayMove[] {
  const first = firstNightAt(now)
  const isAhead = (place: ConflictPlace | null) => place !== null && place.check_out > first
  return moves.filter(
    ({ from, to, isInConflict }) => isInConflict || (!isSame(from, to) && (isAhead(from) || isAhead(to))),
  )
}

/** The nights to look at: those to come, and of a stay in conflict also those that are over. */
export function stretchesOfMoves(moves: readonly StayMove[], now: Date): ListingStretch[] {
  const first = firstNightAt(now)
  const nights = moves.flatMap(({ from, to, isInConflict }) => [
    ...(from ? nightsAt(from, first) : []),
    ...(to ? nightsAt(to, isInConflict && to.check_in < first ? to.check_in : first) : []),
  ])
  return [...Map.groupBy(nights, ({ listingId }) => listingId)].flatMap(([listingId, ofListing]) =>
    stretchesOf(
      listingId,
      ofListing.map(({ date }) => date),
    ),
  )
}

const nightsAt = (place: ConflictPlace, first: string) =>
  nightsFrom(place, first).map((date) => ({ listingId: place.listing_id, date }))

const keyOf = ({ listing_id, stay_id, other_id }: StayPair) => `${listing_id} ${stay_id} ${other_id}`

/** What was looked at. */
interface ConflictScan {
  /** Where something may have changed. */
  stretches: readonly ListingStretch[]
  /** The pairs of them, and of the stays that changed. */
  known: readonly StayPair[]
  /** Theirs, and all the others of those pairs. */
  nights: readonly OversoldNight[]
}

/** What begins and what ends, given what is known of the nights that were looked at. */
export function conflictChanges({ stretches, known, nights }: ConflictScan, now: Date): ConflictChanges {
  const first = firstNightAt(now)
  // Beyond the stretches stand pairs that are not known here, because nothing became of them.
  const hasChanged = (listingId: string) => (date: string) =>
    stretches.some((one) => one.listingId === listingId && one.first <= date && date <= one.last)
  const standing = new Map<string, StayConflict>()
  for (const night of nights) {
    for (const [stay, other] of couples(competing(night))) {
      const pair = { listing_id: night.listing_id, stay_id: stay.id, other_id: other.id }
      const conflict = standing.get(keyOf(pair)) ?? { ...pair, nights: [] }
      conflict.nights.push(night.date)
      standing.set(keyOf(pair), conflict)
    }
  }
  const knownKeys = new Set(known.map(keyOf))
  return {
    // Nobody can do anything about nights that are over.
    begun: [...standing]
      .filter(
        ([key, { listing_id: listingId, nights: dates }]) =>
          !knownKeys.has(key) && dates.filter((date) => date >= first).some(hasChanged(listingId)),
      )
      .map(([, conflict]) => ({ ...conflict, nights: conflict.nights.filter((date) => date >= first) })),
    ended: known.filter((pair) => !standing.has(keyOf(pair))),
  }
}

/**
 * The stays that want the last unit: all that stand on the night, but for those that have a unit for certain because they
 * came before. Of a home these are all of them.
 */
function competing({ units, holders }: OversoldNight): NightHolder[] {
  const sales = holders.filter((holder, index) => !holders.slice(0, index).some(isSameSale(holder)))
  return sales.length > units ? sales.slice(units - 1) : []
}

/** Codes of others are not unique: a PMS counts its own bookings. */
const channels = new Set<string | null>(['airbnb', 'booking.com', 'vrbo'])

/** One booking of a channel that two accounts told of. */
const isSameSale =
  ({ source, confirmation_code: code, connection_id: account }: NightHolder) =>
  (other: NightHolder) =>
    channels.has(source) &&
    other.source === source &&
    other.confirmation_code === code &&
    other.connection_id !== account

const couples = <T>(all: readonly T[]): [T, T][] =>
  all.flatMap((one, index) => all.slice(index + 1).map((other): [T, T] => [one, other]))

export const isChanged = ({ begun, ended }: ConflictChanges): boolean => begun.length + ended.length > 0

/** The stays whose conflicts changed. */
export const listConcernedStays = ({ begun, ended }: ConflictChanges): Set<string> =>
  new Set([...begun, ...ended].flatMap(({ stay_id, other_id }) => [stay_id, other_id]))

/** The stays that a stay is in conflict with after the changes. */
export function conflictsAfter(
  id: string,
  before: readonly string[],
  { begun, ended }: ConflictChanges,
): string[] {
  const others = (pairs: readonly StayPair[]) =>
    pairs.flatMap(({ stay_id, other_id }) => (stay_id === id ? [other_id] : other_id === id ? [stay_id] : []))
  const after = new Set(before).difference(new Set(others(ended))).union(new Set(others(begun)))
  return [...after].sort((a, b) => Number(a) - Number(b))
}
