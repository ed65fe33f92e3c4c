/** Actions on an Airbnb listing as a whole. */
import type {
  AirbnbListingActionBody,
  AirbnbListingActionDone,
  PublishBody,
  PublishResult,
} from '../../../../contract/channel-content/publishing.ts'
import { airbnbListingActions } from '../../../../contract/channel-content/publishing.ts'
import { writeOnce } from '../../../../http/write-once.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import { appendEvents, openWrite } from '../../../../platform/outbox.ts'
import { rehearse } from '../../../../platform/rehearse.ts'
import type { Queryable } from '../../../../platform/tenant.ts'
import { assertListingActive } from '../../../../records/listings/active.ts'
import { lockListings, updateListingActivity } from '../../../../records/listings/activity-queries.ts'
import { listingActivityEvents } from '../../../../records/listings/events.ts'
import { noteListingChanges } from '../../../../records/listings/note-changes.ts'
import { shownChannels } from '../../../../records/listings/revise-queries.ts'
import type { ConnectionRow } from '../../../accounts/public.ts'
import type { RouteWriteContext } from '../../../route.ts'
import { provider } from '../accounts.ts'
import { assertNotDistributed, airbnbCalendarOf, assertWritableCalendar } from '../calendar/writer.ts'
import { findLink, linkId, type AirbnbLink } from '../content/find-link.ts'
import { asAirbnb } from '../errors.ts'
import { actionIn } from '../parse-action.ts'
import { wasCreatedByRequest } from './creating/create-listing-once.ts'
import { createListing, rehearsePush } from './creating/create-listing.ts'
import { findLinkOrHost, findNamedLink } from './find-named-link.ts'
import { readPhotoMemory, withPushNote, type PhotoMemory, type PushResult } from './push-note.ts'
import { toPartRefusal } from './request-parts.ts'
import { setPublication, type PublicationState } from './set-publication.ts'
import { pushListing } from './push-listing.ts'
import { publishableListing } from './queries.ts'
import { updatePublication } from '../../../../records/listings/channel-link-queries.ts'

const channel = provider as 'airbnb'
interface ListingActionTarget {
  listingId: string
  dryRun: boolean
}

export async function actOnListing(
  context: RouteWriteContext,
  body: AirbnbListingActionBody,
  { listingId, dryRun }: ListingActionTarget,
): Promise<AirbnbListingActionDone> {
  const action = actionIn(body.action, airbnbListingActions)
  if (action === 'delete') {
    assertNoExtraFields(body)
    return switchOff(context, { listingId, dryRun })
  }
  await assertListingActive(context.services.db, context.scope, listingId, 'id')
  const rest = dryRun ? { dryRun: true as const } : {}
  if (action === 'push' || action === 'publish') {
    return publishListing(context, body, { listingId, dryRun, opens: action === 'publish' }, (result) => ({
      ...{ id: listingId, action, channel, result },
      ...rest,
    }))
  }
  return asAirbnb(
    context,
    (result: PublicationState & { airbnbConnectionId: string }) => ({
      id: listingId,
      action,
      channel,
      ...result,
      ...rest,
    }),
    async (write) => {
      const link = await findNamedLink(write, listingId, body)
      assertActionAllowed(write, link, { opens: action === 'relist' })
      const opened = await setPublication(write, { link, open: action === 'relist', dryRun })
      const result = { airbnbConnectionId: linkId(link), ...opened }
      if (dryRun) return { ...result, verified: false }
      return writeOnce(write, async (tx) => {
        await storePublication(tx, write, link, opened)
        return result
      })
    },
  )
}

/** Sends the listing's known content; with `opens` guests can find it once everything is there. */
export function publishListing<R extends object>(
  context: RouteWriteContext,
  { airbnbConnectionId, hostId, force = false }: PublishBody,
  { listingId, dryRun, opens }: ListingActionTarget & { opens: boolean },
  toReply: (result: PublishResult) => R,
): Promise<R> {
  return asAirbnb(context, toReply, async (write) => {
    const { services, scope } = write
    const listing = await publishableListing(services.db, scope, listingId)
    if (!listing) throw new ApiError('not_found')
    const selector = { airbnbConnectionId, hostId }
    const place = await findLinkOrHost(write, listingId, selector)
    const { found, made } =
      'host' in place
        ? await createIfMissing(write, place.host, { listingId, dryRun, named: selector })
        : { found: place, made: null }
    if (made === null && 'host' in found) return rehearsePush(listing, found.host.external_account_id)
    const link = 'link' in found ? found.link : await linkMade(write, listingId, found.host, made ?? '')
    assertActionAllowed(write, link, { opens })
    const isNew = made !== null || (await wasCreatedByRequest(services.db, scope, link, write.idempotencyKey))
    const target = { link, opens, dryRun, isNew }
    if (airbnbCalendarOf(link) === 'airbnb_calendar')
      return openIfRequested(write, target, { result: toKeptResult(link), stood: [] }, async () => {})
    const send = (memory: PhotoMemory) => pushListing(write, { link, listing, force, dryRun, memory })
    if (dryRun)
      return openIfRequested(write, target, await send(await readPhotoMemory(write, link)), async () => {})
    return withPushNote(write, link, async (keep, memory) =>
      openIfRequested(write, target, await send(memory), keep),
    )
  })
}

/** Of two simultaneous requests the second may find the listing already created. */
async function createIfMissing(
  write: RouteWriteContext,
  host: ConnectionRow,
  { listingId, dryRun, named }: ListingActionTarget & { named: Parameters<typeof findLinkOrHost>[2] },
) {
  try {
    return { found: { host }, made: await createListing(write, { listingId, host, dryRun }) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_state') throw error
    const found = await findLinkOrHost(write, listingId, named)
    if ('host' in found) throw error
    return { found, made: null }
  }
}

interface LinkToPublish {
  link: AirbnbLink
  opens: boolean
  dryRun: boolean
  /** This request created the Airbnb listing, now or before its answer was lost. */
  isNew: boolean
}

const linkMade = (
  write: RouteWriteContext,
  listingId: string,
  { id: connectionId }: ConnectionRow,
  externalId: string,
) => findLink(write.services, write.scope, listingId, linkId({ connectionId, externalId }))

/** A new listing's nights may still be in flight: it exists, and is opened later. */
const laterFor = (isNew: boolean) => (error: unknown) => {
  if (isNew && error instanceof ApiError && error.extra['currentStatus'] === 'exposed') return error
  return toPartRefusal(error)
}

/** Opens the listing if requested and complete, and answers. */
async function openIfRequested(
  write: RouteWriteContext,
  { link, opens, dryRun, isNew }: LinkToPublish,
  push: PushResult,
  keep: (tx: Queryable, pushed: PushResult) => Promise<void>,
): Promise<PublishResult> {
  const isThere = airbnbCalendarOf(link) === 'airbnb_calendar'
  const isReady = isThere || push.result.published || (dryRun && push.result.reason === undefined)
  const opened =
    opens && isReady
      ? await setPublication(write, { link, open: true, dryRun }).catch(laterFor(isNew))
      : undefined
  // A dry run shows no content, but reports what would block it.
  if (dryRun) return opened instanceof ApiError ? addLiveState(push.result, opened) : push.result
  const { connectionId, externalId } = link
  const created = { airbnbId: externalId, airbnbConnectionId: linkId({ connectionId, externalId }) }
  const answer = opened === undefined ? push.result : addLiveState(push.result, opened)
  const result = isNew ? { ...answer, created } : answer
  return writeOnce(write, async (tx) => {
    if (opened && !(opened instanceof ApiError)) await storePublication(tx, write, link, opened)
    await keep(tx, { ...push, result })
    return result
  })
}

/** Throws beside a PMS, and for opening a listing whose sold nights are not known to be closed there. */
function assertActionAllowed(
  { services: { connectors } }: RouteWriteContext,
  link: AirbnbLink,
  { opens }: { opens: boolean },
): void {
  assertNotDistributed(link, connectors)
  if (opens) assertWritableCalendar(link, connectors)
}

function addLiveState(push: PublishResult, opened: PublicationState | ApiError): PublishResult {
  if (opened instanceof ApiError) return { ...push, published: false, live: false, reason: opened.message }
  const { reason, ...rest } = push
  if (opened.live) return { ...rest, published: true, live: true }
  return {
    ...rest,
    published: false,
    live: false,
    reason: reason ?? 'Airbnb took the request and does not show the listing.',
  }
}

const toKeptResult = ({ listingId, externalId }: AirbnbLink): PublishResult => ({
  published: false,
  sections: [],
  errors: [],
  warnings: [],
  reason: `Listing ${listingId} is kept on Airbnb as ${externalId}: what is known of it here was read there.`,
  lockedFields: [],
})

/** Listings that Airbnb keeps are updated by the next reading. */
async function storePublication(
  tx: Queryable,
  { services, scope }: RouteWriteContext,
  link: AirbnbLink,
  { live, verified }: PublicationState,
) {
  if (!verified || airbnbCalendarOf(link) === 'airbnb_calendar') return
  const write = await openWrite(tx, scope, services.clock.now())
  const before = await shownChannels(tx, scope, [link.listingId])
  if (!(await updatePublication(tx, scope, link, { provider, live }))) return
  const previous = { channels: before.get(link.listingId) ?? [] }
  const change = { id: link.listingId, change: 'updated' as const, previous }
  await noteListingChanges(write, [change], { origin: 'api', runId: null })
}

function assertNoExtraFields(body: AirbnbListingActionBody): void {
  const [other] = Object.keys(body).filter((name) => name !== 'action')
  if (other === undefined) return
  throw new ApiError(
    'invalid_body',
    `\`${other}\` does not go with \`delete\`, of which Airbnb is not told.`,
    {
      field: other,
    },
  )
}

/** Local only. Repeating it changes nothing. */
async function switchOff(
  context: RouteWriteContext,
  { listingId, dryRun }: ListingActionTarget,
): Promise<AirbnbListingActionDone> {
  const { services, scope } = context
  const work = async (tx: Queryable) => {
    const write = await openWrite(tx, scope, services.clock.now())
    const [listing] = await lockListings(tx, scope, [listingId])
    if (!listing) throw new ApiError('not_found', `No listing ${listingId} in this workspace.`)
    if (listing.active) {
      await updateListingActivity(tx, scope, [listingId], false, write.at)
      await appendEvents(write, await listingActivityEvents(tx, scope, [listingId], write.at))
    }
    return { id: listingId, active: false }
  }
  if (dryRun) return { ...(await rehearse(services.db, work)), dryRun: true }
  return writeOnce(context, work)
}
