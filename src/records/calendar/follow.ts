/** Nights follow the stays that are stored, and the calendars that are read, in the same transaction. */
import { isDeepStrictEqual } from 'node:util'
import { appendEvents, openWrite, type NewEvent, type Write } from '../../platform/outbox.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import {
  changedDates,
  confirmChanges,
  insertChanges,
  updateReading,
  type CalendarReading,
} from './change-queries.ts'
import { calendarUpdatedOf } from './events.ts'
import {
  storedNights,
  storedStays,
  type StoredNight,
  type StoredStay,
  type ListingStretch,
} from './night-queries.ts'
import { wakeSelling } from './wake-queries.ts'
import { calendarOwners, type CalendarOwner } from './owner-queries.ts'
import {
  listNightDifferences,
  firstNightAt,
  holdsNights,
  nightChanges,
  nightsFrom,
  stretchesOf,
  type NightDifference,
  type NightChange,
} from './rules.ts'

/** A stay as it is about to be stored. */
interface ComingStay {
  id: string
  listing_id: string
  check_in: string
  check_out: string
  status: string
  lapses_at: Date | null
}

export interface NightFollowing {
  /** Stored stays that may change, as they are until now. */
  old: readonly StoredStay[]
  /** Those whose new form is known; the others give their nights up. */
  coming: readonly ComingStay[]
  /** The account that is read for the first time: nothing is told of nights that it keeps. */
  quietFor: string | null
}

export interface FollowedNights<T> {
  result: T
  /** What is to be told of the nights. */
  events: NewEvent[]
  /** Listings whose calendar the PMS has to be asked for. */
  listings: { connectionId: string; externalId: string }[]
}

const isSame = (old: StoredStay | undefined, stay: ComingStay) =>
  old !== undefined &&
  old.listing_id === stay.listing_id &&
  old.check_in === stay.check_in &&
  old.check_out === stay.check_out &&
  old.status === stay.status &&
  old.lapses_at?.getTime() === stay.lapses_at?.getTime()

/** Given to the work: what becomes of the nights, for work that writes it down together with the stays. Nobody else does then. */
export type TakeChanges = () => readonly NightChange[]

/** Does the work that stores the stays. Nights they take are closed by it, nights they leave are kept for the PMS to confirm. */
export async function nightsFollow<T>(
  write: Write,
  { old, coming, quietFor }: NightFollowing,
  work: (takeChanges: TakeChanges) => Promise<T>,
): Promise<FollowedNights<T>> {
  const { tx, scope, now } = write
  const oldById = new Map(old.map((stay) => [stay.id, stay]))
  const comingIds = new Set(coming.map(({ id }) => id))
  const moving = coming.filter((stay) => !isSame(oldById.get(stay.id), stay))
  const leaving = old.filter(({ id }) => !comingIds.has(id))
  if (moving.length === 0 && leaving.length === 0)
    return { result: await work(() => []), events: [], listings: [] }
  const movingIds = new Set([...moving, ...leaving].map(({ id }) => id))
  const before = old.filter(({ id }) => movingIds.has(id))
  const first = firstNightAt(now)
  const touched = stretchesOfStays([...before, ...moving], first)
  const owners = await calendarOwners(tx, scope, [...new Set(touched.map(({ listingId }) => listingId))])
  const isTold = ({ listingId }: ListingStretch) =>
    quietFor === null || owners.get(listingId)?.keeper !== quietFor
  const stretches = touched.filter(isTold)
  const shown = await storedNights(tx, scope, stretches, now)
  const after = moving.map((stay) => ({ ...stay, holds: holdsNights(stay, now) }))
  const changes = nightChanges(before, after, first)
  let untaken: readonly NightChange[] = changes
  const result = await work(() => {
    untaken = []
    return changes
  })
  await insertChanges(tx, scope, untaken)
  const differing = listNightDifferences(shown, await storedNights(tx, scope, stretches, now))
  const changed = new Set(changes.map(({ listingId }) => listingId))
  const isMoved = ({ listingId }: ListingStretch) => changed.has(listingId) || differing.has(listingId)
  const listings = [...owners.values()]
    .filter(({ id }) => changed.has(id))
    .flatMap(({ atPms }) => atPms ?? [])
  // Also of what an import finds, and where nothing is told.
  await wakeSelling(tx, scope, touched.filter(isMoved).filter(sellsBy(owners)), now)
  return { result, events: eventsOf(differing, owners), listings }
}

/** The same for stays that give their nights up; what is told of the nights comes after what the work tells. */
export async function followStays<T>(
  write: Write,
  { ids, quietFor }: { ids: readonly string[]; quietFor: string | null },
  work: () => Promise<T>,
): Promise<Omit<FollowedNights<T>, 'events'>> {
  const old = await storedStays(write.tx, write.scope, ids, write.now)
  const { events, ...followed } = await nightsFollow(write, { old, coming: [], quietFor }, work)
  await appendEvents(write, events)
  return followed
}

/** The same for stays that are of another listing from now on. */
export async function followStaysTo<T>(
  write: Write,
  { ids, listingId }: { ids: readonly string[]; listingId: string },
  work: () => Promise<T>,
): Promise<FollowedNights<T>> {
  const old = await storedStays(write.tx, write.scope, ids, write.now)
  const coming = old.map((stay) => ({ ...stay, listing_id: listingId }))
  return nightsFollow(write, { old, coming, quietFor: null }, work)
}

function stretchesOfStays(
  stays: readonly Pick<StoredStay, 'listing_id' | 'check_in' | 'check_out'>[],
  first: string,
): ListingStretch[] {
  return [...Map.groupBy(stays, (stay) => stay.listing_id)].flatMap(([listingId, ofListing]) =>
    stretchesOf(
      listingId,
      ofListing.flatMap((stay) => nightsFrom(stay, first)),
    ),
  )
}

const sellsBy =
  (owners: ReadonlyMap<string, CalendarOwner>) =>
  ({ listingId }: ListingStretch) =>
    owners.get(listingId)?.sells === true

/** One per listing that shows something else than before. */
function eventsOf(
  differing: ReadonlyMap<string, readonly NightDifference[]>,
  owners: ReadonlyMap<string, CalendarOwner>,
): NewEvent[] {
  return [...differing].flatMap(([listingId, nights]) => {
    const event = calendarUpdatedOf(owners.get(listingId), listingId, {
      dates: nights.map(({ date }) => date),
      pricing: nights.some(({ pricing }) => pricing),
      availability: nights.some(({ availability }) => availability),
    })
    return event ?? []
  })
}

async function eventsBetween(
  tx: Queryable,
  scope: Scope,
  before: readonly StoredNight[],
  after: readonly StoredNight[],
): Promise<NewEvent[]> {
  const differing = listNightDifferences(before, after)
  return eventsOf(differing, await calendarOwners(tx, scope, [...differing.keys()]))
}

export interface ReadNights {
  listingId: string
  reading: CalendarReading
  dates: readonly string[]
  /** All of the calendar and not some nights of it: only then stays that left are confirmed. */
  isWhole: boolean
  quiet: boolean
}

/** Does the work that stores what was read, unless what is stored was read later. Answers null then. */
export async function followReading<T>(
  tx: Queryable,
  scope: Scope,
  now: Date,
  { listingId, reading, dates, isWhole, quiet }: ReadNights,
  work: () => Promise<T>,
): Promise<T | null> {
  // Takes the calendar's row: of two readings at once, each would tell what only one of them brought.
  if (!(await updateReading(tx, scope, listingId, reading, isWhole))) return null
  const changed = isWhole ? await changedDates(tx, scope, listingId) : []
  const stretches = quiet ? [] : stretchesOf(listingId, [...dates, ...changed])
  const shown = await storedNights(tx, scope, stretches, now)
  const result = await work()
  if (isWhole) await confirmChanges(tx, scope, listingId, reading, dates)
  const events = await eventsBetween(tx, scope, shown, await storedNights(tx, scope, stretches, now))
  if (events.length > 0) await appendEvents(await openWrite(tx, scope, now), events)
  return result
}

/**
 * Does the work that sets nights, tells of what they show now, and has the channels look at them. Each listing once. Many
 * nights take a while to write, so the workspace is taken last.
 */
export async function setNightsAndTell(
  tx: Queryable,
  scope: Scope,
  now: Date,
  set: readonly { listingId: string; dates: readonly string[] }[],
  work: () => Promise<void>,
): Promise<void> {
  const stretches = set.flatMap(({ listingId, dates }) => stretchesOf(listingId, dates))
  const shown = await storedNights(tx, scope, stretches, now)
  await work()
  const after = await storedNights(tx, scope, stretches, now)
  const events = await eventsBetween(tx, scope, shown, after)
  // Rules of a night of which no calendar ever told change without an event.
  if (events.length === 0 && isDeepStrictEqual(shown, after)) return
  const write = await openWrite(tx, scope, now)
  await wakeSelling(tx, scope, stretches, now)
  await appendEvents(write, events)
}

/** Requests whose time ran out give their nights up without a change of theirs: `before` is an instant at which they held them. */
export async function appendLapsedNightEvents(write: Write, ids: readonly string[]): Promise<void> {
  const { tx, scope, now } = write
  const stays = await storedStays(tx, scope, ids, now)
  const deadlines = stays.flatMap(({ lapses_at: at }) => (at === null ? [] : [at.getTime()]))
  if (deadlines.length === 0) return
  const before = new Date(Math.min(...deadlines) - 1)
  const stretches = stretchesOfStays(stays, firstNightAt(now))
  const shown = await storedNights(tx, scope, stretches, before)
  await appendEvents(
    write,
    await eventsBetween(tx, scope, shown, await storedNights(tx, scope, stretches, now)),
  )
  await wakeSelling(tx, scope, stretches, now)
}
