/** Which family of resources a route belongs to, by its path: the first line that fits. */
import type { KeyFamily } from '../contract/key-scopes.ts'
import type { Route } from '../http/route.ts'

const families: readonly (readonly [path: RegExp, family: KeyFamily])[] = [
  [/^\/v1\/listings\/:id\/(exposure|calendar-sync|pricing|ical-feeds|ical-exports)\b/, 'calendar'],
  [/^\/v1\/(listings|properties)\b/, 'listings'],
  [/^\/v1\/(availability|exposure|pricing)\b/, 'calendar'],
  [/^\/v1\/markets\b/, 'markets'],
  [/^\/v1\/(reservations|quotes)\b/, 'reservations'],
  [/^\/v1\/(guests|retention)\b/, 'guests'],
  [/^\/v1\/conversations\/:id\/(pre-approval|special-offers)\b/, 'inquiries'],
  [/^\/v1\/inquiries\b/, 'inquiries'],
  [/^\/v1\/conversations\b/, 'conversations'],
  [/^\/v1\/reviews\b/, 'reviews'],
  [/^\/v1\/(connect|connections)\b/, 'connections'],
  [/^\/v1\/migrations\b/, 'migrations'],

  [/^\/v1\/channels\/\w+\/(connection|accounts)\b/, 'connections'],
  [/^\/v1\/channels\/\w+\/listings\/map\b/, 'connections'],
  [/^\/v1\/channels\/\w+\/(listings\/:id\/)?(availability|pricing)\b/, 'calendar'],
  [/^\/v1\/channels\/\w+\/(listings|properties|content|setup|charges)\b/, 'listings'],
  [/^\/v1\/channels\/\w+\/(reservations|bookings|alterations)\b/, 'reservations'],
  [/^\/v1\/channels\/\w+\/messaging\b/, 'conversations'],
  [/^\/v1\/channels\/\w+\/offers\b/, 'inquiries'],
  [/^\/v1\/channels\/\w+\/reviews\b/, 'reviews'],
  [/^\/v1\/channels\/\w+\/transactions\b/, 'payouts'],
  [/^\/v1\/channels\/\w+\/webhooks\b/, 'webhooks'],

  [/^\/v1\/(ai|agent)\b/, 'ai'],
  [/^\/v1\/webhooks\b/, 'webhooks'],
  [/^\/v1\/events\b/, 'events'],
  [/^\/v1\/(usage|plans?|limits)\b/, 'usage'],
  [/^\/v1\/billing\b/, 'billing'],
  [/^\/v1\/requests\b/, 'requests'],
  [/^\/v1\/audit/, 'audit'],
  [/^\/v1\/keys\b/, 'keys'],
  [/^\/v1\/members\b/, 'members'],
  [/^\/v1\/sessions\b/, 'sessions'],
  [/^\/v1\/kv\b/, 'kv'],
  [/^\/v1\/schema\b/, 'schemas'],
  [/^\/v1\/health\b/, 'health'],
  [/^\/v1\/sandbox\b/, 'sandbox'],
]

/** Throws for a path that no line fits, so that no route is open to every key by having been forgotten. */
export function withFamily<Services>(route: Route<Services>): Route<Services> {
  if (route.auth === 'none' || route.auth === 'operator') return route
  const family = route.family ?? families.find(([path]) => path.test(route.url))?.[1]
  if (!family)
    throw new Error(`say in src/features/route-family.ts which family ${route.id} (${route.url}) is of`)
  return { ...route, family }
}
