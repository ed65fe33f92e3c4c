/** Routes for calendars of others that a listing follows. */
import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import {
  IcalFeed,
  IcalFeedCreateBody,
  IcalFeedDeleted,
  IcalFeedUpdateBody,
  IcalRefreshBody,
  IcalRefreshed,
  mostFeeds,
  shortestInterval,
  usualInterval,
} from '../../../contract/ical.ts'
import { listOf, uuid } from '../../../contract/shared.ts'
import { listPage, listQuery } from '../../../http/list.ts'
import { writeOnce } from '../../../http/write-once.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { notifyWork } from '../../../platform/due-work/work-notices.ts'
import { idParams, PathId } from '../../../http/params/path-id.ts'
import { route, type RouteWriteContext } from '../../route.ts'
import { assertFeedUrl, feedUrl, redactUrl } from './address.ts'
import { assertWatchable, changeFeed, removeFeed } from './change-feed.ts'
import { feedRow, feedRows, feedsByAge, feedTotal, insertFeed } from './feed-queries.ts'
import { urlContext } from './import-feed.ts'
import { platformOfHost, platforms } from './platforms.ts'
import { refreshFeed } from './refresh-feed.ts'
import { toIcalFeed } from './show.ts'

const tag = 'Availability'
const params = idParams('listing')
const FeedParams = Type.Object(
  { id: PathId('listing'), feedId: uuid('Id of the feed.') },
  { additionalProperties: false },
)
const noFeed = (id: string) => `No calendar feed ${id} of this listing.`
const listing = 'params.id'

async function createFeed(context: RouteWriteContext, listingId: string, body: IcalFeedCreateBody) {
  const { services, scope } = context
  const { config, vault, clock } = services
  const url = feedUrl(body.url)
  const { hostname } = await assertFeedUrl(url, config.allowPrivateTargets)
  const platform = body.platform ?? platformOfHost(hostname)
  const id = randomUUID()
  return writeOnce(context, async (tx) => {
    const isMade = await insertFeed(
      tx,
      scope,
      {
        id,
        listingId,
        name: body.name.trim(),
        platform,
        platformTold: body.platform !== undefined,
        url: vault.encrypt(url, urlContext(scope, id)),
        urlShown: redactUrl(url),
        closes: body.closes ?? platforms[platform].closes,
        intervalMinutes: body.intervalMinutes ?? usualInterval,
        at: clock.now(),
      },
      mostFeeds,
    )
    if (!isMade)
      throw new ApiError(
        'invalid_state',
        `Listing ${listingId} has ${mostFeeds} calendar feeds, which is the most.`,
      )
    await notifyWork(tx, 'feed')
    const row = await feedRow(tx, scope, listingId, id)
    if (!row) throw new Error('the feed was not returned')
    assertWatchable(row.closes, row.unit_count)
    return toIcalFeed(row, services.connectors)
  })
}

export const feedRoutes = [
  route({
    method: 'GET',
    url: '/v1/listings/:id/ical-feeds',
    id: 'listIcalFeeds',
    family: 'calendar',
    ofListings: 'narrows',
    tag,
    summary: 'List calendar feeds',
    description: 'Calendars of others that close nights of the listing, the oldest first.',
    params,
    query: listQuery({}, { defaultLimit: 20 }),
    reply: listOf(IcalFeed),
    errors: ['listing_inactive'],
    listing,
    handle: (context) => {
      const {
        services,
        scope,
        params: { id },
      } = context
      return listPage(context, {
        defaultLimit: 20,
        ordering: feedsByAge(id),
        rows: (page) => feedRows(services.db, scope, id, page),
        total: () => feedTotal(services.db, scope, id),
        item: (row) => toIcalFeed(row, services.connectors),
      })
    },
  }),
  route({
    method: 'POST',
    url: '/v1/listings/:id/ical-feeds',
    id: 'createIcalFeed',
    family: 'calendar',
    ofListings: 'narrows',
    tag,
    summary: 'Follow a calendar',
    description: `The calendar at \`url\` is read at once and then every \`intervalMinutes\` (${usualInterval} unless told, at least ${shortestInterval}). What it calls booked or blocked is closed here and, from here, everywhere else the listing is sold, unless it closes \`nothing\`.`,
    params,
    body: IcalFeedCreateBody,
    reply: IcalFeed,
    status: 201,
    errors: ['listing_inactive', 'invalid_state'],
    listing,
    handle: (context) => createFeed(context, context.params.id, context.body),
  }),
  route({
    method: 'GET',
    url: '/v1/listings/:id/ical-feeds/:feedId',
    id: 'getIcalFeed',
    family: 'calendar',
    ofListings: 'narrows',
    tag,
    summary: 'Get a calendar feed',
    params: FeedParams,
    reply: IcalFeed,
    errors: ['listing_inactive'],
    listing,
    handle: async ({ services, scope, params: { id, feedId }, fail }) => {
      const row = await feedRow(services.db, scope, id, feedId)
      return row ? toIcalFeed(row, services.connectors) : fail('not_found', noFeed(feedId))
    },
  }),
  route({
    method: 'PATCH',
    url: '/v1/listings/:id/ical-feeds/:feedId',
    id: 'updateIcalFeed',
    family: 'calendar',
    ofListings: 'narrows',
    tag,
    summary: 'Change a calendar feed',
    description:
      'What is left out stays. Another `url` is read at once; what the one before closed stays closed until the new one was read twice without it. A paused feed keeps closed what it closed.',
    params: FeedParams,
    body: IcalFeedUpdateBody,
    reply: IcalFeed,
    errors: ['listing_inactive', 'invalid_state'],
    listing,
    handle: (context) => changeFeed(context, context.params, context.body),
  }),
  route({
    method: 'DELETE',
    url: '/v1/listings/:id/ical-feeds/:feedId',
    id: 'deleteIcalFeed',
    family: 'calendar',
    ofListings: 'narrows',
    tag,
    summary: 'Follow a calendar no more',
    description:
      'Its nights are open again, as far as nothing else holds them; stays to come that only it told of are cancelled.',
    params: FeedParams,
    reply: IcalFeedDeleted,
    errors: ['listing_inactive'],
    listing,
    handle: (context) => removeFeed(context, context.params),
  }),
  route({
    method: 'POST',
    url: '/v1/listings/:id/ical-feeds/:feedId/refresh',
    id: 'refreshIcalFeed',
    family: 'calendar',
    ofListings: 'narrows',
    tag,
    summary: 'Read a calendar feed now',
    description:
      'Answers when it was read, within half a minute; at most once a minute: what was read less than a minute ago is not read again (`too_soon`).',
    params: FeedParams,
    body: IcalRefreshBody,
    bodyOptional: true,
    reply: IcalRefreshed,
    errors: ['listing_inactive'],
    listing,
    handle: (context) => refreshFeed(context, context.params, context.body ?? {}),
  }),
]
