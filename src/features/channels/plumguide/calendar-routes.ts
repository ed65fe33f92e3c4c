import { Type } from 'typebox'
import {
  PlumAvailability,
  PlumAvailabilityBody,
  PlumAvailabilitySet,
  PlumPricing,
  PlumPricingBody,
  PlumPricingSet,
} from '../../../contract/channel-plumguide.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { DryRun } from '../../dry-run.ts'
import { IdFilter } from '../../path-id.ts'
import { route } from '../../route.ts'
import { setAvailability } from './availability-act.ts'
import { callErrors } from './errors.ts'
import { setPricing } from './pricing-act.ts'
import { base, tag } from './provider.ts'
import { readAvailability, readPricing } from './read-nights.ts'

const Listing = Type.Object(
  { listing_id: IdFilter('Required. The listing whose nights are asked for.') },
  { additionalProperties: false },
)
const readErrors = ['listing_inactive', 'not_found'] as const
const nightErrors = [
  ...readErrors,
  'no_connection',
  'invalid_state',
  'pms_writes_off',
  'channel_not_supported',
  'unsupported_field',
] as const

function listingIn({ listing_id: id }: { listing_id?: string }): string {
  if (id !== undefined) return id
  throw new ApiError('invalid_params', '`listing_id` is required.', { field: 'listing_id' })
}

const oneWriter =
  'Nights have one writer. Where our calendar is written to Plum Guide they are set in it, for every channel that sells the listing; where Plum Guide keeps the listing they are set there. A night that is sold stays closed.'

const setting = {
  url: `${base}/availability`,
  tag,
  query: DryRun,
  body: PlumAvailabilityBody,
  reply: PlumAvailabilitySet,
  errors: [...new Set([...nightErrors, ...callErrors, 'invalid_action' as const])],
  statuses: { no_connection: 404 },
} as const

export const plumCalendarRoutes = [
  route({
    method: 'GET',
    url: `${base}/availability`,
    id: 'getPlumguideAvailability',
    family: 'calendar',
    ofListings: 'narrows',
    tag,
    summary: 'Get the nights of a home on Plum Guide',
    description: 'Every night of the next 24 months, today first.',
    query: Listing,
    reply: PlumAvailability,
    errors: readErrors,
    handle: ({ services, scope, query }) => readAvailability(services, scope, listingIn(query)),
  }),
  route({
    ...setting,
    method: 'POST',
    id: 'blockPlumguideNights',
    family: 'calendar',
    ofListings: 'narrows',
    summary: 'Block or unblock nights on Plum Guide',
    description: `${oneWriter} With \`restrictions\` the shortest stay, the booking window and the days of change-over are set, which Plum Guide has for a whole home.`,
    handle: (context) => setAvailability(context, context.body, context.query.dry_run === true),
  }),
  route({
    ...setting,
    method: 'PUT',
    id: 'setPlumguideAvailability',
    family: 'calendar',
    ofListings: 'narrows',
    summary: 'Set nights or rules of a home on Plum Guide',
    description: 'The same as with `POST`.',
    handle: (context) => setAvailability(context, context.body, context.query.dry_run === true),
  }),
  route({
    method: 'GET',
    url: `${base}/pricing`,
    id: 'getPlumguidePricing',
    family: 'calendar',
    ofListings: 'narrows',
    tag,
    summary: 'Get the prices of a home on Plum Guide',
    description: 'Every night of the next 24 months, in whole units of the currency.',
    query: Listing,
    reply: PlumPricing,
    errors: readErrors,
    handle: ({ services, scope, query }) => readPricing(services, scope, listingIn(query)),
  }),
  route({
    method: 'PUT',
    url: `${base}/pricing`,
    id: 'setPlumguidePricing',
    family: 'calendar',
    ofListings: 'narrows',
    tag,
    summary: 'Set prices of nights on Plum Guide',
    description: `${oneWriter} Usual prices, those of weekends, discounts, fees and the currency are set at Plum Guide only, and refused here by name.`,
    query: DryRun,
    body: PlumPricingBody,
    reply: PlumPricingSet,
    errors: nightErrors,
    statuses: { no_connection: 404 },
    handle: (context) => setPricing(context, context.body, context.query.dry_run === true),
  }),
]
