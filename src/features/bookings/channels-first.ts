import { ApiError } from '../../platform/api-error.ts'
import type { Scope } from '../../platform/tenant.ts'
import type { Services } from '../../services.ts'
import { areChannelsRead } from '../sync/public.ts'

/** A channel that cannot be read for longer keeps nobody from selling. */
const forMs = 30_000
const retryAfterSeconds = 5

/** What was booked on a channel while this server was down is not known until the channel was read. Throws while it could not be. */
export async function assertChannelsRead(services: Services, scope: Scope, listingId: string): Promise<void> {
  const since = services.lifecycle.servingSince
  if (since === null || services.clock.now().getTime() - since.getTime() > forMs) return
  if (await areChannelsRead(services, scope, listingId, since)) return
  throw new ApiError(
    'service_unavailable',
    'The server has just started, and a channel that sells this listing could not be read yet; nothing was booked.',
    { retry_after: retryAfterSeconds },
    { headers: { 'retry-after': String(retryAfterSeconds) } },
  )
}
