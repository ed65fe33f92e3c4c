/** Checks that the record in the path exists before a large body is read. */
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../platform/api-error.ts'
import type { AppOptions } from '../app-options.ts'
import type { Route } from '../route.ts'
import { validatorFor } from '../validation.ts'

export function knownPath<Services>(route: Route<Services>, { services, gates }: AppOptions<Services>) {
  const validator = validatorFor(route)
  const listingParam = route.listing?.slice('params.'.length)
  return async ({ caller, params: given }: FastifyRequest): Promise<void> => {
    // Without a key the path itself was the proof.
    if (!caller) return
    const params = validator.params(given)
    const { scope } = caller
    if (listingParam !== undefined) {
      await gates.listing(scope, String(params[listingParam])).catch((error: unknown) => {
        // The handler checks for inactive listings later, because a replayed request has its answer.
        if (!(error instanceof ApiError && error.code === 'listing_inactive')) throw error
      })
    }
    await route.admit?.({ services: services as never, params: params as never, scope })
  }
}
