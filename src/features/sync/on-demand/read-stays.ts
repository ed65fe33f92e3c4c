/** Reads the stays that changed since the engine's last reading, storing each page as it comes. */
import { warningsOf } from '../../../connector-kit/tolerance/unread-fields.ts'
import type { VendorStayPage } from '../../../connector-kit/connector.ts'
import type { Budget, CallLane } from '../../../connector-kit/ratelimit.ts'
import type { Queryable } from '../../../platform/tenant.ts'
import { callConnection, type ConnectionAccess } from '../../../upstream/access.ts'
import { readOnceMore } from '../state/fetch-queries.ts'
import { inquiriesWithoutThread } from '../fetch/fetched-queries.ts'
import { noteFailures } from '../state/failure-queries.ts'
import { withOverlap } from '../state/rules.ts'
import { storePage } from '../written/store-written.ts'
import { isBeingRead, staysStoredSince } from './source-queries.ts'
import { storeOnDemand, type StoreOutcome } from './store-on-demand.ts'
import { noteSuccess } from '../../../upstream/connections/reading-queries.ts'

interface StayReadOptions {
  origin: string
  budget: Budget
  lane: CallLane
}

/** The engine acknowledges pages to the vendor, which sends them to it once more. */
export async function readStays(
  access: ConnectionAccess,
  { origin, budget, lane }: StayReadOptions,
): Promise<StoreOutcome> {
  const { services, connector, connection, scope } = access
  const { reservations } = connector.operations
  // A sandbox account never changes by itself.
  if (!reservations || connector.callsNobody) return 'read'
  const began = services.clock.now()
  const watermark = connection.watermarks.reservations
  const since =
    watermark === undefined ? null : withOverlap(watermark, connector.manifest.sync.overlapSeconds)
  let unreadable = 0
  for (let cursor: string | null = null; ;) {
    const asked = services.clock.now()
    const place = { cursor, since }
    const page: VendorStayPage = await callConnection(
      access,
      (context) => reservations.page(context, place),
      budget,
      lane,
    )
    const isLast = page.next === null
    const outcome = await storeOnDemand(access, async (tx) => {
      const ids = page.records.map(({ externalId }) => externalId)
      // Stays stored after the page was requested may be newer than it.
      const newer = await staysStoredSince(tx, scope, connection.id, ids, asked)
      const left = await leftToEngine(tx, access, page.records)
      // A stay that cannot be stored must not keep the others out.
      const failed = [
        ...page.failures,
        ...(await storePage(tx, access, { page, newer: newer.union(left), origin })),
      ]
      const failedIds = new Set(failed.map(({ externalId }) => externalId))
      const succeeded = ids.filter((id) => !failedIds.has(id))
      const warned = warningsOf(page.records).filter(({ externalId }) => !failedIds.has(externalId))
      await noteFailures(tx, scope, connection.id, 'reservations', { failed, succeeded, warned, at: asked })
      if (page.receipt !== undefined) await overtakeEngine(tx, access, succeeded)
      unreadable += failed.length
      const complete = isLast && unreadable === 0
      await noteSuccess(tx, scope, connection.id, { at: began, everything: false, complete })
      return 'read'
    })
    if (outcome !== 'read') return outcome
    if (isLast) return unreadable === 0 ? 'read' : 'not all'
    if (page.next === cursor) throw new Error('the list of stays goes round in circles')
    cursor = page.next
  }
}

/** New inquiries whose thread must be read first hold no nights, so the caller need not wait for them. */
async function leftToEngine(
  tx: Queryable,
  { scope, connection, connector }: ConnectionAccess,
  records: VendorStayPage['records'],
): Promise<Set<string>> {
  if (!connector.operations.conversations?.ofInquiry) return new Set()
  const asked = records.flatMap(({ kind, externalId }) => (kind === 'inquiry' ? externalId : []))
  return new Set(await inquiriesWithoutThread(tx, scope, connection.id, asked))
}

/** The engine may be reading older data of these stays now; a new request keeps it from being stored. */
async function overtakeEngine(
  tx: Queryable,
  { services, scope, connection }: ConnectionAccess,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0 || !(await isBeingRead(tx, scope, connection.id))) return
  for (const externalId of ids)
    await readOnceMore(tx, scope, connection.id, { entity: 'reservations', externalId }, services.clock.now())
}
