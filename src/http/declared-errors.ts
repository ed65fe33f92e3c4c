import { takesKey } from './idempotency-rules.ts'
import { commonErrors, type Route } from './route.ts'

/** Routes that stay open over the plan's cap never refuse because of it. */
const isMet =
  <Services>({ overCap, method }: Route<Services>) =>
  (code: string): boolean =>
    code !== 'listings_limit_exceeded' || (overCap !== 'allow' && method !== 'DELETE')

/** Returns all codes of a route: its own, and those that come with its flags and schemas. */
export function declaredErrors<Services>(route: Route<Services>): Set<string> {
  return new Set([
    ...(route.auth === 'none' ? (['internal_error'] as const) : commonErrors.filter(isMet(route))),
    'service_unavailable',
    'unknown_params',
    'not_found',
    'method_not_allowed',
    ...(route.params ? ['invalid_param'] : []),
    ...(route.query ? ['invalid_params'] : []),
    ...(route.method === 'GET'
      ? []
      : ['invalid_body', 'invalid_json', 'payload_too_large', 'unsupported_media_type']),
    ...(takesKey(route)
      ? ['invalid_params', 'plan_required', 'idempotency_key_in_use', 'idempotency_key_reused']
      : []),
    ...(route.countAddress ? ['rate_limit_exceeded'] : []),
    ...(route.listing ? ['listing_inactive'] : []),
    // This happens when the account's credentials can no longer be decrypted.
    ...(route.errors.includes('connection_reauth_required') ? ['service_misconfigured'] : []),
    ...route.errors,
  ])
}
