/** What is done with an Airbnb listing as a whole. */
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
import type { Writing } from '../../../route.ts'
import { provider } from '../accounts.ts'
import { linkedListing, type LinkedListing } from '../calendar/queries.ts'
import { assertNotDistributed, calendarOf, writableCalendarOf } from '../calendar/writer.ts'
import { linkAt, linkId, type Link } from '../content/link.ts'
import { asAirbnb } from '../errors.ts'
import { actionIn } from '../reservation-action.ts'
import { wasMadeFor } from './creating/act.ts'
import { createListing, wouldBeSent } from './creating/create.ts'
import { linkOrHost, namedLink } from './link-for.ts'
import { memoryOf, whileNoted, type PhotoMemory, type Pushed } from './note.ts'
import { refusal } from './part-of.ts'
import { setPublication, type Opened } from './publication.ts'
import { push } from './push.ts'
import { knownListing, notePublication } from './queries.ts'

const channel = provider as 'airbnb'
interface Asked {
  listingId: string
  dryRun: boolean
}

export async function actOnListing(
  context: Writing,
  body: AirbnbListingActionBody,
  { listingId, dryRun }: Asked,
): Promise<AirbnbListingActionDone> {
  const action = actionIn(body.action, airbnbListingActions)
  if (action === 'delete') {
    assertAlone(body)
    return switchOff(context, { listingId, dryRun })
  }
  await assertListingActive(context.services.db, context.scope, listingId, 'id')
  const rest = dryRun ? { dryRun: true as const } : {}
  if (action === 'push' || action === 'publish') {
    return publish(context, body, { listingId, dryRun, opens: action === 'publish' }, (result) => ({
      ...{ id: listingId, action, channel, result },
      ...rest,
    }))
  }
  return asAirbnb(
    context,
    (done: Opened & { airbnbConnectionId: string }) => ({ id: listingId, action, channel, ...done, ...rest }),
    async (write) => {
      const link = await namedLink(write, listingId, body)
      const linked = await linkedOf(write, link)
      assertActs(write, link, linked, { opens: action === 'relist' })
      const opened = await setPublication(write, { link, linked, open: action === 'relist', dryRun })
      const done = { airbnbConnectionId: linkId(link), ...opened }
      if (dryRun) return { ...done, verified: false }
      return writeOnce(write, async (tx) => {
        await note(tx, write, link, linked, opened)
        return done
      })
    },
  )
}

/** Sends what is known here of the listing, and with `opens` has guests find it once all of it is there. */
export function publish<R extends object>(
  context: Writing,
  { airbnbConnectionId, hostId, force = false }: PublishBody,
  { listingId, dryRun, opens }: Asked & { opens: boolean },
  shown: (result: PublishResult) => R,
): Promise<R> {
  return asAirbnb(context, shown, async (write) => {
    const { services, scope } = write
    const listing = await knownListing(services.db, scope, listingId)
    if (!listing) throw new ApiError('not_found')
    const named = { airbnbConnectionId, hostId }
    const looked = await linkOrHost(write, listingId, named)
    const { found, made } =
      'host' in looked
        ? await makeAt(write, looked.host, { listingId, dryRun, named })
        : { found: looked, made: null }
    if (made === null && 'host' in found) return wouldBeSent(listing, found.host.external_account_id)
    const link = 'link' in found ? found.link : await linkMade(write, listingId, found.host, made ?? '')
    const linked = await linkedOf(write, link)
    assertActs(write, link, linked, { opens })
    const isNew = made !== null || (await wasMadeFor(services.db, scope, link, write.idempotencyKey))
    const asked = { link, linked, opens, dryRun, isNew }
    if (calendarOf(link, linked) === 'airbnb_calendar')
      return finish(write, asked, { result: keptThere(link), stood: [] }, async () => {})
    const send = (memory: PhotoMemory) => push(write, { link, listing, force, dryRun, memory })
    if (dryRun) return finish(write, asked, await send(await memoryOf(write, link)), async () => {})
    return whileNoted(write, link, async (keep, memory) => finish(write, asked, await send(memory), keep))
  })
}

/** Pressed twice at once: by the time the second asks whether one may be made, the first may have made it. */
async function makeAt(
  write: Writing,
  host: ConnectionRow,
  { listingId, dryRun, named }: Asked & { named: Parameters<typeof linkOrHost>[2] },
) {
  try {
    return { found: { host }, made: await createListing(write, { listingId, host, dryRun }) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_state') throw error
    const found = await linkOrHost(write, listingId, named)
    if ('host' in found) throw error
    return { found, made: null }
  }
}

interface AskedLink {
  link: Link
  linked: LinkedListing
  opens: boolean
  dryRun: boolean
  /** This request made the Airbnb listing, now or before its answer was lost. */
  isNew: boolean
}

const linkMade = (
  write: Writing,
  listingId: string,
  { id: connectionId }: ConnectionRow,
  externalId: string,
) => linkAt(write.services, write.scope, listingId, linkId({ connectionId, externalId }))

/** Of a listing that was just made its nights are still on their way: it is there all the same, and is opened later. */
const laterFor = (isNew: boolean) => (error: unknown) => {
  if (isNew && error instanceof ApiError && error.extra['currentStatus'] === 'exposed') return error
  return refusal(error)
}

/** Opens it where that was asked for and everything is there, and answers. */
async function finish(
  write: Writing,
  { link, linked, opens, dryRun, isNew }: AskedLink,
  sent: Pushed,
  keep: (tx: Queryable, pushed: Pushed) => Promise<void>,
): Promise<PublishResult> {
  const isThere = calendarOf(link, linked) === 'airbnb_calendar'
  const isReady = isThere || sent.result.published || (dryRun && sent.result.reason === undefined)
  const opened =
    opens && isReady
      ? await setPublication(write, { link, linked, open: true, dryRun }).catch(laterFor(isNew))
      : undefined
  // Nothing was sent, so nothing is shown; what would stand in the way was met all the same.
  if (dryRun) return opened instanceof ApiError ? withLive(sent.result, opened) : sent.result
  const { connectionId, externalId } = link
  const created = { airbnbId: externalId, airbnbConnectionId: linkId({ connectionId, externalId }) }
  const shown = opened === undefined ? sent.result : withLive(sent.result, opened)
  const result = isNew ? { ...shown, created } : shown
  return writeOnce(write, async (tx) => {
    if (opened && !(opened instanceof ApiError)) await note(tx, write, link, linked, opened)
    await keep(tx, { ...sent, result })
    return result
  })
}

/** Throws beside a PMS; and where it would open a listing of which nobody knows whether the nights that are sold here are closed there. */
function assertActs(
  { services: { connectors } }: Writing,
  link: Link,
  linked: LinkedListing,
  { opens }: { opens: boolean },
): void {
  assertNotDistributed(link, linked, connectors)
  if (opens) writableCalendarOf(link, linked, connectors)
}

function withLive(sent: PublishResult, opened: Opened | ApiError): PublishResult {
  if (opened instanceof ApiError) return { ...sent, published: false, live: false, reason: opened.message }
  const { reason, ...rest } = sent
  if (opened.live) return { ...rest, published: true, live: true }
  return {
    ...rest,
    published: false,
    live: false,
    reason: reason ?? 'Airbnb took the request and does not show the listing.',
  }
}

const keptThere = ({ listingId, externalId }: Link): PublishResult => ({
  published: false,
  sections: [],
  errors: [],
  warnings: [],
  reason: `Listing ${listingId} is kept on Airbnb as ${externalId}: what is known of it here was read there.`,
  lockedFields: [],
})

async function linkedOf({ services, scope }: Writing, link: Link): Promise<LinkedListing> {
  const linked = await linkedListing(services.db, scope, link)
  if (linked) return linked
  throw new ApiError('not_found')
}

/** Of what Airbnb keeps the next reading tells. */
async function note(
  tx: Queryable,
  { services, scope }: Writing,
  link: Link,
  linked: LinkedListing,
  { live, verified }: Opened,
) {
  if (!verified || calendarOf(link, linked) === 'airbnb_calendar') return
  const write = await openWrite(tx, scope, services.clock.now())
  const before = await shownChannels(tx, scope, [link.listingId])
  if (!(await notePublication(tx, scope, link, { provider, live }))) return
  const previous = { channels: before.get(link.listingId) ?? [] }
  const change = { id: link.listingId, change: 'updated' as const, previous }
  await noteListingChanges(write, [change], { origin: 'api', runId: null })
}

function assertAlone(body: AirbnbListingActionBody): void {
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

/** Here only. Pressed twice it is switched off once. */
async function switchOff(context: Writing, { listingId, dryRun }: Asked): Promise<AirbnbListingActionDone> {
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
