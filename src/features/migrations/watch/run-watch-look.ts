/** Reads what changed in an account after its cutover, reports it and changes nothing. */
import { targetOf } from '../../../platform/audit.ts'
import type { Connector, VendorStayPage } from '../../../connector-kit/connector.ts'
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import type { ReservationRecord } from '../../../contract/records.ts'
import { appendEvents, openWrite, type NewEvent } from '../../../platform/outbox.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { applyImportScope } from '../../../upstream/import-scope.ts'
import { servicesIn, accountClient } from '../../../upstream/sandbox-vendor/public.ts'
import { connectionById, findConnector } from '../../accounts/public.ts'
import { withOverlap } from '../../sync/public.ts'
import { findNewStays, type FoundStay } from './found-stays.ts'
import * as queries from './queries.ts'
import type { ClaimedWatch } from './queries.ts'
import type { VendorClient } from '../../../connector-kit/http.ts'
import { credentialsIn, storedSession } from '../../../upstream/session.ts'
import type { EventData } from '../../../contract/events.ts'
import { eventOf } from '../../../records/events.ts'

/** Time for a look's page before another process takes the look over. */
export const leaseMs = 10 * 60_000
const everyMs = 15 * 60_000
/** A refused account is likely to be refused again for a while. */
const refusedEveryMs = 60 * 60_000
/** Leaves the rest of the vendor's limit to others. */
const lane = 'history'

interface WatchLookContext {
  services: Services
  child: Scope
  watch: ClaimedWatch
  holder: string
  signal: AbortSignal
}

export async function runWatchLook(context: WatchLookContext): Promise<void> {
  const look = { ...context, services: servicesIn(context.services, context.child) }
  const { services, child, watch, holder } = look
  const { db, clock, log } = services
  const of = { connectionId: watch.connection_id, holder }
  try {
    await readChanges(look)
  } catch (error) {
    if (look.signal.aborted) return
    const { message, pauseMs } = whatFailed(error)
    log.warn(
      { err: error, connection: of.connectionId },
      'an account could not be looked at after its cutover',
    )
    const next = new Date(clock.now().getTime() + pauseMs)
    await queries.updateFailedWatch(db, child, of, { error: message, next })
  }
}

async function readChanges(look: WatchLookContext): Promise<void> {
  const { services, child, watch, holder, signal } = look
  const { clock } = services
  const connector = applyImportScope(findConnector(services, watch.provider), watch.import_scope)
  const { reservations } = connector.operations
  if (!reservations) throw new Error(`${watch.provider} has no stays to look at`)
  const of = { connectionId: watch.connection_id, holder }
  const began = clock.now()
  const since = watch.since === null ? null : withOverlap(watch.since, connector.manifest.sync.overlapSeconds)
  await services.audit.useOf(child, targetOf('connection', watch.connection_id), 'credentials.watch')
  const client = watchClient(services, child, connector, {
    id: watch.connection_id,
    credentials: watch.credentials,
  })
  try {
    let unreadable = 0
    for (let cursor = watch.cursor; ;) {
      const context = { http: client.lane(lane), now: () => clock.now() }
      const page: VendorStayPage = await reservations.page(context, { cursor, since })
      signal.throwIfAborted()
      unreadable += page.failures.length
      const error = unreadable === 0 ? null : `${unreadable} stays cannot be read.`
      const isHeld = await storing(look, connector, page, async (tx, found) => {
        const now = clock.now().getTime()
        if (page.next !== null) {
          const leaseUntil = new Date(now + leaseMs)
          return queries.updateWatchPage(tx, child, of, { cursor: page.next, found, leaseUntil })
        }
        const next = new Date(now + everyMs)
        return queries.updateWatchLook(tx, child, of, { since: page.watermark, found, began, next, error })
      })
      if (!isHeld || page.next === null) return
      if (page.next === cursor) throw new Error('the list of stays goes round in circles')
      cursor = page.next
    }
  } finally {
    await client.close()
  }
}

/** Stores a page's findings and the cursor in one transaction; false if another process has the look. */
function storing(
  { services, child, watch, holder }: WatchLookContext,
  connector: Connector,
  page: VendorStayPage,
  note: (tx: Queryable, found: number) => Promise<void>,
): Promise<boolean> {
  const { db, clock } = services
  const connectionId = watch.connection_id
  return db.transaction().execute(async (tx) => {
    const at = clock.now()
    if (!(await queries.hasWatchLease(tx, child, { connectionId, holder }, at))) return false
    const records = page.records.filter((stay): stay is ReservationRecord => stay.kind === 'reservation')
    const known = await queries.knownStays(
      tx,
      child,
      connectionId,
      records.map(({ externalId }) => externalId),
    )
    // A day that has begun everywhere.
    const today = at.toISOString().slice(0, 10)
    const found = findNewStays(records, known, today)
    const untold = await queries.insertFoundStays(tx, child, connectionId, found, at)
    const news = found.filter(({ externalId }) => untold.has(externalId))
    if (news.length > 0) {
      const account = await connectionById(tx, child, connectionId)
      const listings = await queries.linkedListing(
        tx,
        child,
        connectionId,
        news.map(({ record }) => record.listingExternalId),
      )
      const place = {
        workspaceId: child.workspaceId,
        connectionId,
        provider: connector.manifest.id,
        externalAccountId: account?.external_account_id ?? '',
        listings,
        at,
      }
      await appendEvents(
        await openWrite(tx, child, at),
        news.map((stay) => stayFound(place, stay)),
      )
    }
    await note(tx, news.length)
    return true
  })
}

function whatFailed(error: unknown): { message: string; pauseMs: number } {
  if (!(error instanceof VendorError))
    return { message: 'The old system answers in a way that cannot be read.', pauseMs: everyMs }
  const { kind, retryAfterMs = 0 } = error
  if (kind === 'credentials' || kind === 'reauth')
    return { message: 'The old system refuses the access.', pauseMs: refusedEveryMs }
  const message =
    kind === 'rate_limited' ? 'The old system asks for a pause.' : 'The old system cannot be read.'
  return { message, pauseMs: Math.max(everyMs, retryAfterMs) }
}

/** A client with the watch's stored access, in the least urgent lane. */
function watchClient(
  services: Services,
  child: Scope,
  connector: Connector,
  { id, credentials }: { id: string; credentials: Buffer | null },
): VendorClient {
  const { db, clients, vault } = services
  if (connector.callsNobody) return accountClient({ db, scope: child, connectionId: id })
  const session = storedSession({ ...services, scope: child, connectionId: id })
  return clients.openUnstored(child, connector, credentialsIn(vault, child, { id, credentials }), session)
}

/** The context of an event about a stay found after a cutover. */
interface WatchPlace {
  workspaceId: string
  connectionId: string
  provider: string
  externalAccountId: string
  /** Our listings by the account's ids. */
  listings: ReadonlyMap<string, string>
  at: Date
}

function stayFound(place: WatchPlace, { externalId, change, known, record }: FoundStay): NewEvent {
  const { workspaceId, connectionId, provider, externalAccountId, listings, at } = place
  const data: EventData<'migration.watch.stay_found'> = {
    workspaceId,
    provider,
    connectionId,
    change,
    externalReservationId: externalId,
    confirmationCode: record.confirmationCode,
    reservationId: known?.id ?? null,
    listingId: known?.listing_id ?? listings.get(record.listingExternalId) ?? null,
    platform: record.source,
    status: record.status,
    checkIn: record.checkIn,
    checkOut: record.checkOut,
    previous: known ? { status: known.status, checkIn: known.check_in, checkOut: known.check_out } : null,
    foundAt: at.toISOString(),
  }
  return eventOf('migration.watch.stay_found', {
    orderKey: `migration:${connectionId}`,
    account: { id: connectionId, provider, externalAccountId },
    data,
  })
}
