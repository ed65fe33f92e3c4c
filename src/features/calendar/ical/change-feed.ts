/** Changes and ends feeds, together with what they close. */
import type { Static } from 'typebox'
import type { FeedCloses, IcalFeed, IcalFeedDeleted, IcalFeedUpdateBody } from '../../../contract/ical.ts'
import { writeOnce } from '../../../http/write-once.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { notifyWork } from '../../../platform/due-work/work-notices.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import {
  firstNightAt,
  lockCalendars,
  nightsFrom,
  setNightsAndTell,
} from '../../../records/calendar/public.ts'
import { removeStays } from '../../../records/stays/store.ts'
import type { RouteWriteContext } from '../../route.ts'
import { assertFeedUrl, feedUrl, redactUrl } from './address.ts'
import { deleteFeed, feedRow, lockFeed, updateFeed, type FeedRow, type FeedSettings } from './feed-queries.ts'
import { urlContext } from './import-feed.ts'
import { platformOfHost } from './platforms.ts'
import { closeAtKeeper } from './close-at-keeper.ts'
import { toIcalFeed } from './show.ts'
import { createStayBatch } from './create-stay-batch.ts'
import { deleteSpans, knownSpans } from './span-queries.ts'

interface FeedRef {
  id: string
  feedId: string
}

async function lockExistingFeed(tx: Queryable, scope: Scope, { id, feedId }: FeedRef): Promise<FeedRow> {
  const feed = await lockFeed(tx, scope, feedId)
  if (feed?.listing_id === id) return feed
  throw new ApiError('not_found', `No calendar feed ${feedId} of this listing.`)
}

export async function changeFeed(
  context: RouteWriteContext,
  feedRef: FeedRef,
  body: IcalFeedUpdateBody,
): Promise<IcalFeed> {
  const { services, scope } = context
  const { clock, config, vault } = services
  const url = body.url === undefined ? undefined : feedUrl(body.url)
  const host = url === undefined ? undefined : (await assertFeedUrl(url, config.allowPrivateTargets)).hostname
  const changed = await writeOnce(context, async (tx) => {
    const now = clock.now()
    await lockCalendars(tx, scope)
    const feed = await lockExistingFeed(tx, scope, feedRef)
    const closes = body.closes ?? feed.closes
    if (body.closes !== undefined) assertWatchable(body.closes, feed.unit_count)
    const begins = (closes === 'nothing') !== (feed.closes === 'nothing')
    const isPaused = body.status === undefined ? feed.paused_at !== null : body.status === 'paused'
    const settings: FeedSettings = {
      ...(body.name === undefined ? {} : { name: body.name.trim() }),
      ...(body.intervalMinutes === undefined ? {} : { interval_minutes: body.intervalMinutes }),
      ...(body.closes === undefined ? {} : { closes: body.closes }),
      ...(body.platform === undefined ? {} : { platform: body.platform, platform_told: true }),
      ...(url === undefined || host === undefined
        ? {}
        : {
            url: vault.encrypt(url, urlContext(scope, feed.id)),
            url_shown: redactUrl(url),
            ...(body.platform === undefined && !feed.platform_told ? { platform: platformOfHost(host) } : {}),
          }),
      // After any change the next file is read in full.
      etag: null,
      modified: null,
      paused_at: isPaused ? (feed.paused_at ?? now) : null,
      next_fetch_at: isPaused ? null : url === undefined && !begins ? nextFetchAt(feed, body, now) : now,
    }
    const change = () => updateFeed(tx, scope, feed.id, { ...settings, updated_at: now })
    if (closes === feed.closes) await change()
    // What closed nights and what watches them are kept differently: the next reading begins anew.
    else if (begins)
      await endEvents(tx, scope, feed, now, async () => {
        await deleteSpans(tx, scope, feed.id)
        await change()
      })
    else await setNightsAndTell(tx, scope, now, await nightsOfFeed(tx, scope, feed, now), change)
    if (!isPaused) await notifyWork(tx, 'feed')
    const row = await feedRow(tx, scope, feedRef.id, feed.id)
    if (!row) throw new Error('the feed was not returned')
    return toIcalFeed(row, services.connectors)
  })
  if (body.closes !== undefined) await closeAtKeeper(services, scope, feedRef.id)
  return changed
}

/** A file does not tell how many of several units are taken. */
export function assertWatchable(closes: FeedCloses, unitCount: number): void {
  if (closes !== 'nothing' || unitCount === 1) return
  throw new ApiError(
    'invalid_state',
    `closes: "nothing" compares the nights of one home, and this listing has ${unitCount} units.`,
    {},
    { fix: 'Follow the calendar with closes: "unit" or "listing".' },
  )
}

/** Opens what the feed closes and cancels stays to come that only it told of, together with `change`. */
async function endEvents(
  tx: Queryable,
  scope: Scope,
  feed: FeedRow,
  now: Date,
  change: () => Promise<void>,
): Promise<void> {
  const first = firstNightAt(now)
  const refs = (await knownSpans(tx, scope, feed.id)).flatMap(({ kind, ref, until }) =>
    kind === 'stay' && ref !== null && until > first ? [ref] : [],
  )
  if (refs.length > 0)
    await removeStays(await createStayBatch({ tx, scope, now, listingId: feed.listing_id }), [
      ...new Set(refs),
    ])
  await setNightsAndTell(tx, scope, now, await nightsOfFeed(tx, scope, feed, now), change)
}

/** A shorter interval counts from now. */
function nextFetchAt(feed: FeedRow, { intervalMinutes }: IcalFeedUpdateBody, now: Date): Date {
  if (feed.next_fetch_at === null) return now
  const soonest = new Date(now.getTime() + (intervalMinutes ?? feed.interval_minutes) * 60_000)
  return feed.next_fetch_at < soonest ? feed.next_fetch_at : soonest
}

async function nightsOfFeed(tx: Queryable, scope: Scope, feed: FeedRow, now: Date) {
  const first = firstNightAt(now)
  const spans = await knownSpans(tx, scope, feed.id)
  const dates = spans.flatMap((span) => nightsFrom({ check_in: span.first, check_out: span.until }, first))
  return dates.length === 0 ? [] : [{ listingId: feed.listing_id, dates: [...new Set(dates)] }]
}

export async function removeFeed(
  context: RouteWriteContext,
  feedRef: FeedRef,
): Promise<Static<typeof IcalFeedDeleted>> {
  const { services, scope } = context
  const deleted = await writeOnce(context, async (tx) => {
    const now = services.clock.now()
    await lockCalendars(tx, scope)
    const feed = await lockExistingFeed(tx, scope, feedRef)
    await endEvents(tx, scope, feed, now, () => deleteFeed(tx, scope, feed.id))
    return { id: feed.id, deleted: true as const }
  })
  await closeAtKeeper(services, scope, feedRef.id)
  return deleted
}
