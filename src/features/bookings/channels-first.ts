import { ApiError } from '../../platform/api-error.ts'
import type { Scope } from '../../platform/tenant.ts'
import type { Services } from '../../services.ts'
import { areChannelsRead } from '../sync/public.ts'

/** A channel that stays unreachable for longer does not block sales. */
const forMs = 30_000
const retryAfterSeconds = 5

/** Channels may have sold nights while this server was down, so they are read first. Throws while that fails. */
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
