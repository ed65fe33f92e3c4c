/** Double sales: nights sold more often than there are units, and the stays in conflict. Without input or output. */
import { firstNightAt, holdsNights, nightsFrom, stretchesOf } from '../calendar/public.ts'
import type { ListingStretch } from '../calendar/public.ts'

/** A listing and the nights of it that a stay takes. */
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

/** A stay before and after a change; null on a side where it holds no nights. */
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
  /** Ordered by when they became known here. */
  holders: readonly NightHolder[]
}

export interface StayPair {
  listing_id: string
  /** The stay that has been known here longer. */
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

/** Only moves of future nights, and of stays already in conflict, can begin or end a conflict. */
export function findTouching(moves: readonly StayMove[], now: Date): StayMove[] {
  const first = firstNightAt(now)
  const isAhead = (place: ConflictPlace | null) => place !== null && place.check_out > first
  return moves.filter(
    ({ from, to, isInConflict }) => isInConflict || (!isSame(from, to) && (isAhead(from) || isAhead(to))),
  )
}

/** Future nights are looked at, and all nights of stays that are in conflict. */
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

/** What one look at the nights found. */
interface ConflictScan {
  /** Nights where something may have changed. */
  stretches: readonly ListingStretch[]
  /** Known pairs on those nights and of the changed stays. */
  known: readonly StayPair[]
  /** Oversold nights there, and every other oversold night of those pairs. */
  nights: readonly OversoldNight[]
}

/** Returns the conflicts that begin and end, given the stored state of the nights. */
export function conflictChanges({ stretches, known, nights }: ConflictScan, now: Date): ConflictChanges {
  const first = firstNightAt(now)
  // Nights outside the stretches may hold conflicts that are not known here, since nothing changed there.
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
    // Nobody can do anything about past nights.
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
 * Stays that compete for the last unit. Stays that came first and surely have a unit are left out; for a home that is
 * nobody.
 */
function competing({ units, holders }: OversoldNight): NightHolder[] {
  const sales = holders.filter((holder, index) => !holders.slice(0, index).some(isSameSale(holder)))
  return sales.slice(units - 1)
}

/** Only these codes are unique; a PMS numbers its own bookings. */
const channels = new Set<string | null>(['airbnb', 'booking.com', 'vrbo'])

/** Two accounts can report the same booking of a channel. */
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

/** Lists the stays whose conflicts changed. */
export const listConcernedStays = ({ begun, ended }: ConflictChanges): Set<string> =>
  new Set([...begun, ...ended].flatMap(({ stay_id, other_id }) => [stay_id, other_id]))

/** Lists the stays that this one is in conflict with after the changes. */
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
