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
import { DryRun } from '../../../http/params/dry-run.ts'
import { IdFilter } from '../../../http/params/path-id.ts'
import { route, type RouteWriteContext } from '../../route.ts'
import { setAvailability, assertSupported } from './set-availability.ts'
import { callErrors, asPlum } from './errors.ts'
import { base, tag } from './provider.ts'
import { writeAvailability } from '../../calendar/public.ts'
import { parseDates } from './parse-dates.ts'
import { channelTerms } from '../engine/channel-terms.ts'
import { assertNoMarkup } from '../engine/nights-writer.ts'
import { assertWritableHere, findConnectedHome, findHome, plumCalendarOf } from './find-home.ts'
import type { Scope } from '../../../platform/tenant.ts'
import { storedNights } from '../../../records/calendar/public.ts'
import { channelNightOf } from '../../../records/selling/public.ts'
import type { Services } from '../../../services.ts'
import { currencyOf } from './home-queries.ts'
import { accountsFreshness } from '../../accounts/public.ts'

/** Nights of a home as known here, for 24 months from today. */
const shownMonths = 24

type NightsAnswer = Omit<PlumAvailability, 'data'>

async function readNights(services: Services, scope: Scope, listingId: string) {
  const home = await findHome(services, scope, listingId)
  const now = services.clock.now()
  const today = Temporal.PlainDate.from(now.toISOString().slice(0, 10))
  const [from, to] = [String(today), String(today.add({ months: shownMonths }).subtract({ days: 1 }))]
  const nights = await storedNights(services.db, scope, [{ listingId, first: from, last: to }], now)
  const source = home ? plumCalendarOf(home) : 'other_calendar'
  // Where Plum Guide keeps the home, its prices already include any markup.
  const markupPercent = source === 'plumguide_calendar' ? null : (home?.markupPercent ?? null)
  const currency = home?.currency ?? (await currencyOf(services.db, scope, listingId))
  const pricing = { currency, markupPercent }
  const account = accountsFreshness(services, scope, home ? [home.account] : [])
  const answer: NightsAnswer = {
    ...{ listingId, plumguideId: home?.externalId ?? null, from, to, source },
    dataFreshness:
      source === 'plumguide_calendar'
        ? { ...account, lastSyncedAt: home?.readAt?.toISOString() ?? null }
        : account,
  }
  const data = nights.map((night) => channelNightOf(night, pricing))
  return { shown: answer, currency, nights: data }
}

async function readAvailability(
  services: Services,
  scope: Scope,
  listingId: string,
): Promise<PlumAvailability> {
  const { shown, nights } = await readNights(services, scope, listingId)
  const data = nights.map(({ date, available, stays, minNights }) => ({
    ...{ date, available, minNights },
    sold: !available && stays > 0,
  }))
  return { ...shown, data }
}

async function readPricing(services: Services, scope: Scope, listingId: string): Promise<PlumPricing> {
  const { shown, currency, nights } = await readNights(services, scope, listingId)
  const data = nights.map(({ date, price }) => ({ date, price: price === null ? null : Number(price) }))
  return { ...shown, currency, data }
}

/** Sets night prices in our calendar, or in the account that keeps the home. */
const unsupportedFields = [
  'base_price',
  'weekend_price',
  'cleaning_fee',
  'currency',
  'los_discounts',
] as const

async function setPricing(
  context: RouteWriteContext,
  body: PlumPricingBody,
  dryRun: boolean,
): Promise<PlumPricingSet> {
  const { services, scope } = context
  const { price } = body
  assertSupported(body, unsupportedFields)
  if (price === undefined)
    throw new ApiError('invalid_body', '`price` is missing: the price of each night.', { field: 'price' })
  const dates = parseDates(body)
  const listingId = String(body.listing_id)
  const home = await findConnectedHome(services, scope, listingId)
  assertWritableHere(home, 'rates', services.connectors)
  if (plumCalendarOf(home) === 'our_calendar') assertNoMarkup(channelTerms.plumguide, home, 'price')
  return asPlum(
    context,
    ({ warning }: { warning?: string }): PlumPricingSet => ({
      ...{ listingId, price, dates, updated: dates.length },
      ...(warning === undefined ? {} : { warning }),
      ...(dryRun ? { dryRun: true as const } : {}),
    }),
    (write) => writeAvailability(write, [listingId], { dates, price }, { dryRun, field: undefined }),
  )
}

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

const settingRule = {
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
    ...settingRule,
    method: 'POST',
    id: 'blockPlumguideNights',
    family: 'calendar',
    ofListings: 'narrows',
    summary: 'Block or unblock nights on Plum Guide',
    description: `${oneWriter} With \`restrictions\` the shortest stay, the booking window and the days of change-over are set, which Plum Guide has for a whole home.`,
    handle: (context) => setAvailability(context, context.body, context.query.dry_run === true),
  }),
  route({
    ...settingRule,
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
