/** Nights are updated in the same transaction as the stays and calendars they come from. */
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

/** A stay in the form that is about to be stored. */
interface ComingStay {
  id: string
  listing_id: string
  check_in: string
  check_out: string
  status: string
  lapses_at: Date | null
}

export interface NightFollowing {
  /** Stored stays that may change, in their present form. */
  old: readonly StoredStay[]
  /** Stays whose new form is known; stays missing here give up their nights. */
  coming: readonly ComingStay[]
  /** During an account's first import nothing is told of nights that it keeps. */
  quietFor: string | null
}

export interface FollowedNights<T> {
  result: T
  /** Events about the changed nights. */
  events: NewEvent[]
  /** The PMS should be asked for the calendars of these listings. */
  listings: { connectionId: string; externalId: string }[]
}

const isSame = (old: StoredStay | undefined, stay: ComingStay) =>
  old !== undefined &&
  old.listing_id === stay.listing_id &&
  old.check_in === stay.check_in &&
  old.check_out === stay.check_out &&
  old.status === stay.status &&
  old.lapses_at?.getTime() === stay.lapses_at?.getTime()

/** Work that stores night changes in its own statement calls this; otherwise they are stored after the work. */
export type TakeChanges = () => readonly NightChange[]

/**
 * Runs the work that stores the stays. Nights they take are closed with it; nights they leave wait for the PMS to
 * confirm.
 */
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
  // Channels look again even after a first import, which tells nothing.
  await wakeSelling(tx, scope, touched.filter(isMoved).filter(sellsBy(owners)), now)
  return { result, events: eventsOf(differing, owners), listings }
}

/** Does the same for stays that give up their nights. Events about nights come after those of the work. */
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

/** Does the same for stays that move to another listing. */
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

/** Makes one event for each listing whose nights show something else than before. */
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
  /** Stays that left are confirmed only by a reading of the whole calendar. */
  isWhole: boolean
  quiet: boolean
}

/** Runs the work that stores a reading. Returns null if a later reading is already stored. */
export async function followReading<T>(
  tx: Queryable,
  scope: Scope,
  now: Date,
  { listingId, reading, dates, isWhole, quiet }: ReadNights,
  work: () => Promise<T>,
): Promise<T | null> {
  // The row lock makes two readings take turns; otherwise each would report the changes of the other.
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
 * Runs the work that sets nights, appends events and wakes the channels. Pass each listing once. Writing many nights
 * takes time, so the workspace is locked last.
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
  // Stay rules of nights that no calendar covers can change without an event, but channels must still look.
  if (events.length === 0 && isDeepStrictEqual(shown, after)) return
  const write = await openWrite(tx, scope, now)
  await wakeSelling(tx, scope, stretches, now)
  await appendEvents(write, events)
}

/** An expired request gives up its nights without being changed. `before` is an instant at which it still held them. */
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
