import { Type } from 'typebox'
import {
  AirbnbAvailabilityBody,
  AirbnbAvailabilityWritten,
  ChannelAvailabilityRules,
} from '../../../../contract/channel-content/availability-rules.ts'
import { oneOfStrings } from '../../../../contract/fields.ts'
import { nightsOf } from '../../../../contract/channel-content/nights.ts'
import { ChannelPricing, PricingBody, PricingWritten } from '../../../../contract/channel-content/pricing.ts'
import { route, type RouteWriteContext } from '../../../route.ts'
import {
  changeErrors,
  LinkQuery,
  onListing,
  readErrors,
  sectionUrl,
  targetOf,
  WriteQuery,
} from '../content/section-route.ts'
import { assertOnePart } from './assert-one-part.ts'
import { assertPricesSettable, assertStayRulesSettable } from './assert-settable.ts'
import { toPricingChange } from './pricing-change.ts'
import { availabilityRules, pricing } from './sections.ts'
import { writeNights } from './write-nights.ts'
import { addDays } from '../../../../connector-kit/dates.ts'
import type { DataFreshness } from '../../../../contract/freshness.ts'
import type { ContentSections, ContentSection } from '../../../../contract/channel-content/sections.ts'
import type { Scope } from '../../../../platform/tenant.ts'
import type { Services } from '../../../../services.ts'
import { parseNightWindow } from '../../../../http/params/night-window.ts'
import { findLink, type AirbnbLink } from '../content/find-link.ts'
import { sectionsFreshness, readSectionLive, readSection } from '../content/read-section.ts'
import { readNights, type NightsReading } from './read-nights.ts'
import { readSoon } from '../../../sync/public.ts'
import type { AirbnbSection } from '../content/section.ts'
import { writeSection, type SectionWriteAnswer, type SectionChange } from '../content/write-section.ts'
import { channelTerms } from '../../engine/channel-terms.ts'
import { assertSwitchedOn, type CalendarSwitch } from '../../engine/nights-writer.ts'
import { assertWritableCalendar } from './writer.ts'

/** Nights of an Airbnb listing together with a settings section. */
const usualNights = 30

interface CalendarReadCall {
  services: Services
  scope: Scope
  params: { id: string }
  query: { airbnbConnectionId?: string; from?: string; to?: string; source?: 'cache' | 'live' }
}

interface CalendarWithSettings<S extends 'pricing' | 'availabilityRules'> extends Omit<
  NightsReading,
  'readAt'
> {
  settings: ContentSections[S]['content']
  dataFreshness: DataFreshness
}

async function readCalendar<S extends 'pricing' | 'availabilityRules'>(
  { services, scope, params, query }: CalendarReadCall,
  section: S,
): Promise<CalendarWithSettings<S>> {
  const from = query.from ?? services.clock.now().toISOString().slice(0, 10)
  const first = parseNightWindow({ from, to: from }).from
  const window = parseNightWindow({ from, to: query.to ?? addDays(first, usualNights) })
  const link = await findLink(services, scope, params.id, query.airbnbConnectionId)
  const isLive = query.source === 'live'
  const read = isLive ? readSectionLive : readSection
  const { content: settings, readAt } = await read(services, scope, link, section)
  const { data, source, readAt: nightsReadAt } = await readNights(services, scope, link, window, isLive)
  const oldest = nightsReadAt === undefined ? readAt : olderOf(readAt, nightsReadAt)
  return {
    data,
    source,
    settings,
    dataFreshness: sectionsFreshness(services, scope, [{ link, readAt: oldest }]),
  }
}

/** null: unknown age, which counts as oldest. */
const olderOf = (a: Date | null, b: Date | null): Date | null =>
  a === null || b === null ? null : a < b ? a : b

const date = (description: string) =>
  Type.Optional(Type.String({ maxLength: 40, description, examples: ['2026-05-01'] }))
const NightsQuery = Type.Object(
  {
    ...LinkQuery.properties,
    from: date('First night, YYYY-MM-DD; today unless sent.'),
    source: Type.Optional(
      oneOfStrings(['cache', 'live'], {
        description: '`cache`, as without it: what is known here. `live`: read from Airbnb now.',
      }),
    ),
    to: date('Last night, YYYY-MM-DD; 30 nights after `from` unless sent, 366 nights at most.'),
  },
  { additionalProperties: false },
)
const aliases = { startDate: 'from', endDate: 'to', start_date: 'from', end_date: 'to' }
const writeErrors = [...changeErrors, 'invalid_state', 'pms_writes_off', 'unsupported_field'] as const

const oneWriter =
  'Nights have one writer. Where our calendar is written to Airbnb nights are set in it, for every channel that sells the listing, and what it says of every night is not set around it. Where Airbnb keeps the listing they are set there. Beside a PMS, and where the listing is linked for reading only, nothing is written. A night that is sold stays closed.'

export const airbnbCalendarRoutes = [
  route({
    ...{ method: 'GET', url: sectionUrl('availability'), ...onListing },
    id: 'getAirbnbAvailability',
    family: 'calendar',
    summary: 'Get the nights of an Airbnb listing and which stays can be booked',
    description: 'Every night of the window, and the rules that stand beside them on Airbnb as `settings`.',
    query: NightsQuery,
    queryAliases: aliases,
    reply: nightsOf(ChannelAvailabilityRules),
    errors: readErrors,
    handle: (context) => readCalendar(context, 'availabilityRules'),
  }),

  route({
    ...{ method: 'PUT', url: sectionUrl('availability'), ...onListing },
    id: 'updateAirbnbAvailability',
    family: 'calendar',
    summary: 'Set nights or rules of an Airbnb listing',
    description: `${oneWriter} Shapes that third parties do not tell of (rules by weekday and by season) need \`AIRBNB_UNVERIFIED_CALLS\`.`,
    query: WriteQuery,
    body: AirbnbAvailabilityBody,
    reply: AirbnbAvailabilityWritten,
    errors: [...writeErrors, 'invalid_type'],
    handle: (context) => {
      const { body } = context
      const { type, rules, operations = [] } = body
      assertOnePart(body, { rules: 'rules', calendar: 'operations' })
      const target = targetOf(context)
      if (rules === undefined)
        return writeNights(context, { ...target, operations }, (result) => ({ type, ...result }))
      const guarded = {
        section: availabilityRules,
        needs: 'restrictions',
        assertNotOurs: assertStayRulesSettable,
      } as const
      return writeSettings(context, guarded, { ...target, change: rules }, (result) => ({ type, ...result }))
    },
  }),

  route({
    ...{ method: 'GET', url: sectionUrl('pricing'), ...onListing },
    id: 'getAirbnbPricing',
    family: 'calendar',
    summary: 'Get the prices of an Airbnb listing',
    description:
      'Every night of the window with its price, and what stays cost beside their nights as `settings`.',
    query: NightsQuery,
    queryAliases: aliases,
    reply: nightsOf(ChannelPricing),
    errors: readErrors,
    handle: (context) => readCalendar(context, 'pricing'),
  }),

  route({
    ...{ method: 'PUT', url: sectionUrl('pricing'), ...onListing },
    id: 'updateAirbnbPricing',
    family: 'calendar',
    summary: 'Set prices of an Airbnb listing',
    description: `${oneWriter} Fees and rules take the place of those of their kind, the others stay. The model, rules for long stays, prices by length of stay and rate plans need \`AIRBNB_UNVERIFIED_CALLS\`.`,
    query: WriteQuery,
    body: PricingBody,
    reply: PricingWritten,
    errors: [...writeErrors, 'invalid_type'],
    handle: (context) => {
      const { type, operations = [] } = context.body
      const change = toPricingChange(context.body)
      const target = targetOf(context)
      if (change === null)
        return writeNights(context, { ...target, operations }, (result) => ({ type, ...result }))
      const guarded = { section: pricing, needs: 'rates', assertNotOurs: assertPricesSettable } as const
      return writeSettings(context, guarded, { ...target, change }, (result) => ({ type, ...result }))
    },
  }),
]

/** Sets prices and rules beside an Airbnb listing's nights. */
interface GuardedSection<S extends ContentSection> {
  section: AirbnbSection<S>
  needs: CalendarSwitch
  /** Throws where our calendar sets it for every night. */
  assertNotOurs(link: AirbnbLink, change: SectionChange<S>['change']): void
}

async function writeSettings<S extends ContentSection, R extends object>(
  context: RouteWriteContext,
  { section, needs, assertNotOurs }: GuardedSection<S>,
  sectionChange: SectionChange<S>,
  toReply: (written: SectionWriteAnswer<S>) => R,
): Promise<R> {
  const { services, scope } = context
  const link = await findLink(services, scope, sectionChange.listingId, sectionChange.named)
  const calendar = assertWritableCalendar(link, services.connectors)
  assertSwitchedOn(channelTerms.airbnb, link.host, [needs])
  if (calendar === 'our_calendar') assertNotOurs(link, sectionChange.change)
  const alongside: SectionChange<S>['alongside'] = async (tx, access, { externalId }) => {
    // Nights follow these settings, so they are read again.
    if (calendar === 'airbnb_calendar') await readSoon(tx, access, [{ entity: 'calendar', externalId }])
  }
  return writeSection(context, section, { ...sectionChange, alongside }, toReply)
}
