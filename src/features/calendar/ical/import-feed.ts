/** Reads a feed: fetches it, compares it with what is known, and stores the result in one transaction. */
import { randomUUID } from 'node:crypto'
import { staleReasons, type StaleReason } from '../../../contract/ical.ts'
import { targetOf } from '../../../platform/audit.ts'
import { decryptedIfReadable } from '../../../platform/crypto.ts'
import type { Scope } from '../../../platform/tenant.ts'
import {
  firstNightAt,
  lockCalendars,
  longestAheadDays,
  nightsFrom,
  setNightsAndTell,
} from '../../../records/calendar/public.ts'
import { todayAt } from '../../../records/property-day.ts'
import { applyReservations } from '../../../records/reservations/store.ts'
import { removeStays } from '../../../records/stays/store.ts'
import type { Services } from '../../../services.ts'
import { changedNights, compareSpans, type SpanComparison } from './compare-spans.ts'
import { type KnownSpan, endingsOf, holdingsOf, type MatchRules } from './match-events.ts'
import { lockClaimedFeed, type ClaimedFeed } from './feed-reading-queries.ts'
import { fetchFeed, type FeedResponse } from './fetch-feed.ts'
import { describeProblems, type ProblemCounts } from './file/problems.ts'
import { recordBadReading, recordGoodReading, type FeedStoreContext } from './record-reading.ts'
import { feedEvents, platformOfFile, type FeedEvent } from './platforms.ts'
import { dropDoubtful } from './feed-anomalies.ts'
import type { FeedReading } from './feed-reading.ts'
import { knownSpans, storeSpans, reservationCodes, untoldStays, type UntoldStay } from './span-queries.ts'
import { compareWatched } from './watched-events.ts'
import { createStayBatch } from './create-stay-batch.ts'
import { createRecordFinder, toReservation } from './map-stay.ts'

/** The nights that a reading covers. */
export function readAhead(timeZone: string | null, now: Date): { today: string; horizon: string } {
  const horizon = Temporal.PlainDate.from(firstNightAt(now)).add({ days: longestAheadDays })
  return { today: todayAt(timeZone, now), horizon: String(horizon) }
}

export const urlContext = ({ workspaceId }: Scope, feedId: string) => `ical-feed:${workspaceId}:${feedId}`

const lostAddress: FeedResponse = {
  kind: 'bad',
  reason: 'lost_address',
  detail: staleReasons.lost_address,
  retryAfterMs: 0,
}

export interface FeedImportOptions {
  holder: string
  /** Accept a calendar without any event. */
  acceptsEmpty?: boolean
}

export type FeedImportResult = 'changed' | 'unchanged' | 'kept_out' | 'not_ours'

type FeedImportDeps = Pick<Services, 'audit' | 'db' | 'clock' | 'vault' | 'log' | 'config'>

export async function importFeed(
  services: FeedImportDeps,
  reading: FeedReading,
  feed: ClaimedFeed,
  how: FeedImportOptions,
): Promise<FeedImportResult> {
  const { audit, db, clock, vault } = services
  const scope = { workspaceId: feed.workspaceId }
  await audit.useOf(scope, targetOf('calendar_feed', feed.id), 'calendar_feed.read')
  const startedAt = clock.now()
  const { today, horizon } = readAhead(feed.time_zone, startedAt)
  const { etag, modified, time_zone: timeZone } = feed
  const url = decryptedIfReadable(vault, feed.url, urlContext(scope, feed.id))
  const fetched =
    url === null
      ? lostAddress
      : await fetchFeed(reading, {
          ...{ url, etag, modified, timeZone, now: startedAt, from: today, to: horizon },
          owner: scope.workspaceId,
        })
  return reading.storing.run(scope.workspaceId, () =>
    db.transaction().execute(async (tx) => {
      // Same order as all who set nights: calendars, feed, then the workspace's head.
      await lockCalendars(tx, scope)
      const current = await lockClaimedFeed(tx, scope, feed.id, how.holder)
      // Meanwhile it was deleted, got another address, or another process took the lease.
      if (!current || !current.url.equals(feed.url)) return 'not_ours'
      return storeResponse({ tx, scope, now: clock.now(), feed: current, today, horizon }, fetched, how)
    }),
  )
}

async function storeResponse(
  leased: FeedStoreContext,
  fetched: FeedResponse,
  { acceptsEmpty }: FeedImportOptions,
): Promise<FeedImportResult> {
  const { tx, scope, feed, today, horizon } = leased
  if (fetched.kind === 'bad') {
    await recordBadReading(leased, fetched)
    return 'kept_out'
  }
  const known = await knownSpans(tx, scope, feed.id)
  if (fetched.kind === 'same') {
    // An unchanged file omits the same events again.
    const isChanged =
      feed.closes !== 'nothing' &&
      (await applyComparison(leased, known, compareUnchanged(known, rulesOf(leased))))
    await recordGoodReading(leased, { etag: feed.etag, modified: feed.modified })
    return isChanged ? 'changed' : 'unchanged'
  }
  const { file, etag, modified } = fetched
  const platform =
    feed.platform_told || feed.platform !== 'other'
      ? feed.platform
      : platformOfFile(
          file.prodId,
          file.events.map(({ uid }) => uid),
        )
  const context = { ...leased, feed: { ...feed, platform } }
  const all = feedEvents(platform, file.events, { today: longAgo, horizon })
  const endedBy = endingsOf(holdingsOf(known), today)
  const relevant = all.filter((event) => event.until > today || endedBy(event).length > 0)
  const { events, doubtful } = dropDoubtful(known, relevant, file.events, { platform, today })
  const isEmpty = file.events.length + file.unreadable + file.cancelled === 0
  if (isEmpty && acceptsEmpty !== true && known.some(({ until }) => until > today)) {
    const detail = 'it lacks every event it had; refresh it with `acceptEmpty` if that is right'
    await recordBadReading(context, { reason: 'empty_calendar', detail, retryAfterMs: 0 })
    return 'kept_out'
  }
  const isComplete = file.unreadable + doubtful === 0
  const told = { known, events, isComplete, isEmpty }
  const { isChanged, waits } = await (feed.closes === 'nothing'
    ? storeWatched(context, told)
    : storeFollowed(context, told))
  // Anything that waits for the next file needs it in full, even unchanged.
  if (isComplete)
    await recordGoodReading(context, waits ? { etag: null, modified: null } : { etag, modified })
  else await recordBadReading(context, { ...explainProblems(file.problems, doubtful), retryAfterMs: 0 })
  return isChanged ? 'changed' : isComplete ? 'unchanged' : 'kept_out'
}

interface ToldEvents {
  known: readonly KnownSpan[]
  events: readonly FeedEvent[]
  /** Everything in the file was understood. */
  isComplete: boolean
  isEmpty: boolean
}

interface StoredReading {
  isChanged: boolean
  /** Something of it needs a second file. */
  waits: boolean
}

async function storeFollowed(
  context: FeedStoreContext,
  { known, events, isComplete, isEmpty }: ToldEvents,
): Promise<StoredReading> {
  const rules = {
    ...rulesOf(context),
    isComplete,
    recordOf: createRecordFinder(await findUntoldStays(context, known, events), randomUUID),
  }
  const asMissed = isEmpty ? known.map((span) => ({ ...span, missed: span.missed + 1 })) : known
  const compared = compareSpans(asMissed, events, rules)
  return { isChanged: await applyComparison(context, known, compared), waits: compared.waits }
}

async function storeWatched(
  { tx, scope, now, feed, today }: FeedStoreContext,
  { known, events, isComplete }: ToldEvents,
): Promise<StoredReading> {
  const { spans, goneIds } = compareWatched(known, events, { today, isComplete })
  await storeSpans(tx, scope, { feedId: feed.id, listingId: feed.listing_id, spans, goneIds, at: now })
  return { isChanged: spans.length + goneIds.length > 0, waits: false }
}

/** Before any calendar. */
const longAgo = '1900-01-01'

function rulesOf({ now, feed, today }: FeedStoreContext): MatchRules {
  const atPlatform = todayAt('UTC', now)
  return {
    today,
    latestToday: atPlatform > today ? atPlatform : today,
    isSingle: feed.unit_count === 1,
  }
}

/** Queried only if the file has a stay that matches no span. */
async function findUntoldStays(
  { tx, scope, feed, today }: FeedStoreContext,
  known: readonly KnownSpan[],
  events: readonly FeedEvent[],
): Promise<UntoldStay[]> {
  const names = new Set(known.flatMap(({ uid, code }) => (code === null ? [uid] : [uid, code])))
  const fresh = events.filter(({ kind, uid, code }) => kind === 'stay' && !names.has(code ?? uid))
  if (fresh.length === 0) return []
  const codes = fresh.flatMap(({ code }) => code ?? [])
  return untoldStays(tx, scope, { listingId: feed.listing_id, codes, today })
}

function explainProblems(problems: ProblemCounts, doubtful: number): { reason: StaleReason; detail: string } {
  if (problems.size > 0) return describeProblems(problems)
  const taken = 'what is new in the others was taken in'
  const detail = `${doubtful} of its events lost their end or their rule, or have what the platform never writes; they keep the nights they held; ${taken}`
  return { reason: 'doubtful_events', detail }
}

/** Known spans stay; missing ones count once more. */
function compareUnchanged(known: readonly KnownSpan[], rules: MatchRules): SpanComparison {
  const there: FeedEvent[] = known
    .filter(({ missed }) => missed === 0)
    .map(({ kind, uid, label, code, first, until }) => ({
      ...{ kind, uid, label, code, first, until },
      guestFirstName: null,
    }))
  const recordOf = () => ({ ref: randomUUID() })
  const compared = compareSpans(known, there, { ...rules, isComplete: true, recordOf })
  const settles = new Set(known.filter(({ holds }) => holds).flatMap(({ ref }) => ref ?? []))
  // The only news of stays is that their dates are trusted now.
  return { ...compared, stays: compared.stays.filter(({ ref }) => settles.has(ref)) }
}

/** Answers whether anything changed. */
async function applyComparison(
  context: FeedStoreContext,
  known: readonly KnownSpan[],
  compared: SpanComparison,
): Promise<boolean> {
  const { tx, scope, now, feed } = context
  const { stays, endedRefs } = compared
  let changedStays = 0
  if (stays.length + endedRefs.length > 0) {
    const batch = await createStayBatch({ tx, scope, now, listingId: feed.listing_id })
    const told = await reservationCodes(
      tx,
      scope,
      stays.flatMap(({ code, ref }) => (code === null ? [ref] : [])),
    )
    const records = stays.map((stay) => toReservation(stay, feed, told))
    // Remove ended stays first, so that their successors do not collide with them.
    const removed = endedRefs.length === 0 ? null : await removeStays(batch, endedRefs)
    const applied = await applyReservations(batch, records)
    changedStays = applied.changed + (removed?.changed ?? 0)
  }
  const first = firstNightAt(now)
  const dates = changedNights(known, compared).flatMap(({ first: from, until }) =>
    nightsFrom({ check_in: from, check_out: until }, first),
  )
  const set = [{ listingId: feed.listing_id, dates: [...new Set(dates)] }]
  await setNightsAndTell(tx, scope, now, dates.length === 0 ? [] : set, () =>
    storeSpans(tx, scope, { feedId: feed.id, listingId: feed.listing_id, ...compared, at: now }),
  )
  return dates.length > 0 || changedStays > 0
}
