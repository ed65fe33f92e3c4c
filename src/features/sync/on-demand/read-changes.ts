/** Reads and stores an account's changed stays while a caller waits. */
import { connectionAccess } from '../../../upstream/access.ts'
import { answerInTime, limitWait } from '../../../upstream/patience.ts'
import { withoutPatience } from '../../../platform/request-patience.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { readStays } from './read-stays.ts'

/** Longer than a vendor takes for a page or two, and shorter than callers are promised to wait. */
const patienceMs = 8_000
const lane = 'bookings'

/** Returns false if the account could not be read to the end in time. */
export async function readChanges(
  services: Services,
  scope: Scope,
  connectionId: string,
  origin: string,
): Promise<boolean> {
  const access = await connectionAccess(services, scope, connectionId)
  if (access?.connection.status !== 'active') return false
  // A sandbox account never changes by itself.
  if (access.connector.callsNobody) return true
  try {
    const budget = limitWait(services.clients.budget, patienceMs)
    const reading = withoutPatience(() => readStays(access, { origin, budget, lane }))
    return (await answerInTime(reading, patienceMs)) === 'read'
  } catch (err) {
    services.log.warn(
      { err, connection: connectionId },
      'what changed could not be read while somebody waited',
    )
    return false
  }
}
