/** What a key for single listings can ask, by the path of the operation: the first line that fits. */
import type { Route } from '../http/route.ts'

type Rule = NonNullable<Route<never>['ofListings']>

const rules: readonly (readonly [operation: RegExp, rule: Rule])[] = [
  // Channel listings of an account are given to listings of ours.
  [/^\w+ \/v1\/channels\/\w+\/listings\/map$/, 'refused'],
  [/^\w+ \/v1\/(listings|properties|availability|exposure|reservations|quotes)\b/, 'narrows'],
  // What is loaded is nobody's; the listings that are shown beside it are those of the key.
  [/^\w+ \/v1\/markets\b/, 'narrows'],
  // A guest without a stay is of no listing.
  [/^POST \/v1\/guests$/, 'refused'],
  [/^\w+ \/v1\/guests\b/, 'narrows'],
  [/^\w+ \/v1\/(conversations|inquiries|reviews|events)\b/, 'narrows'],
  // The records that are named are looked for within its listings.
  [/^POST \/v1\/ai$/, 'narrows'],
  [/^\w+ \/v1\/(connect|connections)\b/, 'refused'],

  // A payout is for several listings at once.
  [/^\w+ \/v1\/channels\/airbnb\/(connection|transactions)\b/, 'refused'],
  [/^\w+ \/v1\/channels\/airbnb\/(listings|messaging|reservations|reviews|alterations|offers)\b/, 'narrows'],
  [/^\w+ \/v1\/channels\/booking\/(listings\/:id|properties\/:listingId)(\/|$)/, 'narrows'],
  [/^GET \/v1\/channels\/booking\/(messaging|reviews|properties)$/, 'narrows'],
  [/^POST \/v1\/channels\/booking\/(messaging|reviews)$/, 'narrows'],
  // Accounts that fetch our feeds.
  [/^\w+ \/v1\/channels\/vrbo\/accounts\b/, 'refused'],
  [/^GET \/v1\/channels\/vrbo\/(listings|reservations)$/, 'narrows'],
  [/^POST \/v1\/channels\/vrbo\/reservations\/:id\//, 'narrows'],
  [/^\w+ \/v1\/channels\/plumguide\/(listings|availability|pricing|bookings)$/, 'narrows'],
  // The address of an account.
  [/^\w+ \/v1\/channels\/plumguide\/webhooks$/, 'refused'],
  // What is said of a whole property, by the names that Booking.com has for it and its bookings.
  [/^\w+ \/v1\/channels\/booking\/(availability|charges|content|setup|reservations)\b/, 'refused'],
]

/** Throws for a path that no line fits, so that no route is open to such a key by having been forgotten. */
export function withListingRule<Services>(route: Route<Services>): Route<Services> {
  if (route.auth === 'none' || route.auth === 'operator' || route.account !== undefined) return route
  const rule = rules.find(([operation]) => operation.test(`${route.method} ${route.url}`))?.[1]
  if (rule === undefined) {
    throw new Error(
      `say in src/features/listing-rule.ts whether ${route.id} (${route.url}) is held to listings`,
    )
  }
  return { ...route, ofListings: rule }
}
