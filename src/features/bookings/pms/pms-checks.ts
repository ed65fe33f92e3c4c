/** Checks before a PMS is called. */
import type { WriteContext } from '../../../http/write-once.ts'
import { noConnection, notOpen, unsupported } from '../../../upstream/errors.ts'
import type { Connector } from '../../../connector-kit/connector.ts'
import type { ReservationWrites } from '../../../connector-kit/write-operations.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { connectionAccess, type ConnectionAccess } from '../../../upstream/access.ts'
import { lacksCredentials } from '../../../upstream/client.ts'
import { assertGranted } from '../../../upstream/granted.ts'
import { isBegun } from './pms-act.ts'
import type { RecordAtVendor } from '../manager.ts'
import type { BookedListing } from '../queries.ts'
import { assertNotOver } from '../rules.ts'

/** A request that writes to a PMS. */
export interface PmsWrite extends WriteContext {
  services: Services
  scope: Scope
  idempotencyKey: string | undefined
}

/** Access to the booking's account. Throws if it is disconnected or takes no bookings from here. */
export async function bookingAccess(
  services: Services,
  scope: Scope,
  { connector, listing: { keeper } }: RecordAtVendor,
): Promise<ConnectionAccess> {
  const provider = connector.manifest.id
  if (keeper.status !== 'active') throw notOpen(provider, keeper.status)
  if (keeper.writePolicy.reservations.api === false) throw bookingsOff(connector)
  const access = await connectionAccess(services, scope, keeper.connectionId)
  if (!access || lacksCredentials(access.connector, access.connection)) throw noConnection(provider)
  assertGranted(access, 'reservations')
  return access
}

function bookingsOff({ manifest: { id: provider, category, verifiedAgainst } }: Connector): ApiError {
  const untold = `${provider} itself describes no calls for bookings; they are known from third parties only`
  const [why, fix] =
    category === 'pms' && verifiedAgainst === 'third_party'
      ? [
          ` ${untold}, so they are off until somebody turns them on.`,
          `Try it on a listing of your own first: ${untold}. To turn them on send \`PATCH /v1/connect/${provider}/write-policy\` with \`{"reservations": {"api": true}}\`, then repeat the request.`,
        ]
      : ['']
  return new ApiError(
    'pms_writes_off',
    `The connection to ${provider} takes no bookings through the API; nothing was sent.${why}`,
    { provider },
    fix === undefined ? {} : { fix },
  )
}

/** A request that started before midnight stays valid when repeated after it. */
export async function assertNotOverUnlessBegun(
  { services, scope, idempotencyKey }: Pick<PmsWrite, 'services' | 'scope' | 'idempotencyKey'>,
  listing: BookedListing,
  checkIn: string,
): Promise<void> {
  try {
    assertNotOver(checkIn, listing, services.clock.now())
  } catch (error) {
    if (!(await isBegun(services.db, scope, idempotencyKey))) throw error
  }
}

/** Throws if this PMS takes no bookings. */
export function writesOf({ manifest, operations }: Connector): ReservationWrites {
  if (operations.reservationWrites) return operations.reservationWrites
  throw unsupported(manifest.id, 'write reservations')
}
