/** The stays that changed at an account since it was read last, read and stored while somebody waits. */
import { callConnection, connectionAccess, type ConnectionAccess } from '../../../upstream/access.ts'
import { inTime, notForLong } from '../../../upstream/patience.ts'
import type { StayPage } from '../../../connector-kit/connector.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { noteSuccess } from '../run/connection-queries.ts'
import { noteFailures } from '../run/failure-queries.ts'
import { withOverlap } from '../run/rules.ts'
import { storeStorable } from '../written/store-written.ts'
import { storing } from './read-now.ts'
import { staysStoredSince } from './source-queries.ts'

/** Longer than a vendor takes for a page or two, shorter than callers usually wait. */
const patienceMs = 15_000
const lane = 'bookings'

/** Whether all that changed is here; false when the account could not be read to the end in time. */
export async function readChanges(
  services: Services,
  scope: Scope,
  connectionId: string,
  origin: string,
): Promise<boolean> {
  const access = await connectionAccess(services, scope, connectionId)
  if (access?.connection.status !== 'active') return false
  // Nothing ever changes there by itself.
  if (access.connector.callsNobody) return true
  try {
    return (await inTime(readAll(access, origin), patienceMs)) === 'read'
  } catch (err) {
    services.log.warn(
      { err, connection: connectionId },
      'what changed could not be read while somebody waited',
    )
    return false
  }
}

async function readAll(access: ConnectionAccess, origin: string): Promise<'read' | 'not all'> {
  const { services, connector, connection, scope } = access
  const { reservations } = connector.operations
  if (!reservations) return 'read'
  const began = services.clock.now()
  const budget = notForLong(services.clients.budget, patienceMs)
  const watermark = connection.watermarks.reservations
  const since =
    watermark === undefined ? null : withOverlap(watermark, connector.manifest.sync.overlapSeconds)
  let unreadable = 0
  for (let cursor: string | null = null; ;) {
    const asked = services.clock.now()
    const place = { cursor, since }
    const page: StayPage = await callConnection(
      access,
      (context) => reservations.page(context, place),
      budget,
      lane,
    )
    const isLast = page.next === null
    const outcome = await storing(access, async (tx) => {
      const ids = page.records.map(({ externalId }) => externalId)
      // What was stored meanwhile may be newer than the page.
      const newer = await staysStoredSince(tx, scope, connection.id, ids, asked)
      const records = page.records.filter(({ externalId }) => !newer.has(externalId))
      // One that cannot be stored keeps no other from being here.
      const failed = [...page.failures, ...(await storeStorable(tx, access, records, origin))]
      const failedIds = new Set(failed.map(({ externalId }) => externalId))
      const succeeded = ids.filter((id) => !failedIds.has(id))
      await noteFailures(tx, scope, connection.id, 'reservations', { failed, succeeded, at: asked })
      unreadable += failed.length
      const complete = isLast && unreadable === 0
      await noteSuccess(tx, scope, connection.id, { at: began, everything: false, complete })
      return 'read'
    })
    if (outcome !== 'read') return 'not all'
    if (isLast) return unreadable === 0 ? 'read' : 'not all'
    if (page.next === cursor) throw new Error('the list of stays goes round in circles')
    cursor = page.next
  }
}
