import { takesKey } from './idempotency-rules.ts'
import { commonErrors, type Route } from './route.ts'

/** What is open over the cap is never refused for it. */
const isMet =
  <Services>({ overCap, method }: Route<Services>) =>
  (code: string): boolean =>
    code !== 'listings_limit_exceeded' || (overCap !== 'allow' && method !== 'DELETE')

/** Every code a route can answer: its own, and those that come with its flags and schemas. */
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
    ...(takesKey(route) ? ['invalid_params', 'idempotency_key_in_use', 'idempotency_key_reused'] : []),
    ...(route.countAddress ? ['rate_limit_exceeded'] : []),
    ...(route.listing ? ['listing_inactive'] : []),
    // Of an account whose credentials the server cannot read any more.
    ...(route.errors.includes('connection_reauth_required') ? ['service_misconfigured'] : []),
    ...route.errors,
  ])
}
