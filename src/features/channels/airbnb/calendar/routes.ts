import { Type } from 'typebox'
import {
  AirbnbAvailabilityBody,
  AirbnbAvailabilityWritten,
  ChannelAvailabilityRules,
} from '../../../../contract/channel-content/availability-rules.ts'
import { oneOfStrings } from '../../../../contract/fields.ts'
import { nightsOf } from '../../../../contract/channel-content/nights.ts'
import { ChannelPricing, PricingBody, PricingWritten } from '../../../../contract/channel-content/pricing.ts'
import { idParams } from '../../../path-id.ts'
import { route } from '../../../route.ts'
import { at, changeErrors, LinkQuery, readErrors, tag, wantedOf, WriteQuery } from '../content/route-parts.ts'
import { assertOnePart } from './one-part.ts'
import { assertPricesNotOurs, assertStaysNotOurs } from './ours-to-say.ts'
import { pricingChangeOf } from './pricing-change.ts'
import { readCalendar } from './read-calendar.ts'
import { availabilityRules, pricing } from './sections.ts'
import { writeNights } from './write-nights.ts'
import { writeSettings } from './write-settings.ts'

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
    method: 'GET',
    url: at('availability'),
    id: 'getAirbnbAvailability',
    family: 'calendar',
    ofListings: 'narrows',
    tag,
    summary: 'Get the nights of an Airbnb listing and which stays can be booked',
    description: 'Every night of the window, and the rules that stand beside them on Airbnb as `settings`.',
    params: idParams('listing'),
    query: NightsQuery,
    queryAliases: aliases,
    reply: nightsOf(ChannelAvailabilityRules),
    errors: readErrors,
    listing: 'params.id',
    handle: (context) => readCalendar(context, 'availabilityRules'),
  }),

  route({
    method: 'PUT',
    url: at('availability'),
    id: 'updateAirbnbAvailability',
    family: 'calendar',
    ofListings: 'narrows',
    tag,
    summary: 'Set nights or rules of an Airbnb listing',
    description: `${oneWriter} Shapes that third parties do not tell of (rules by weekday and by season) need \`AIRBNB_UNVERIFIED_CALLS\`.`,
    params: idParams('listing'),
    query: WriteQuery,
    body: AirbnbAvailabilityBody,
    reply: AirbnbAvailabilityWritten,
    errors: [...writeErrors, 'invalid_type'],
    listing: 'params.id',
    handle: (context) => {
      const { body } = context
      const { type, rules, operations = [] } = body
      assertOnePart(body, { rules: 'rules', calendar: 'operations' })
      const { change: _, ...asked } = wantedOf(context, null)
      if (rules === undefined)
        return writeNights(context, { ...asked, operations }, (done) => ({ type, ...done }))
      const guarded = {
        section: availabilityRules,
        needs: 'restrictions',
        assertNotOurs: assertStaysNotOurs,
      } as const
      return writeSettings(context, guarded, wantedOf(context, rules), (done) => ({ type, ...done }))
    },
  }),

  route({
    method: 'GET',
    url: at('pricing'),
    id: 'getAirbnbPricing',
    family: 'calendar',
    ofListings: 'narrows',
    tag,
    summary: 'Get the prices of an Airbnb listing',
    description:
      'Every night of the window with its price, and what stays cost beside their nights as `settings`.',
    params: idParams('listing'),
    query: NightsQuery,
    queryAliases: aliases,
    reply: nightsOf(ChannelPricing),
    errors: readErrors,
    listing: 'params.id',
    handle: (context) => readCalendar(context, 'pricing'),
  }),

  route({
    method: 'PUT',
    url: at('pricing'),
    id: 'updateAirbnbPricing',
    family: 'calendar',
    ofListings: 'narrows',
    tag,
    summary: 'Set prices of an Airbnb listing',
    description: `${oneWriter} Fees and rules take the place of those of their kind, the others stay. The model, rules for long stays, prices by length of stay and rate plans need \`AIRBNB_UNVERIFIED_CALLS\`.`,
    params: idParams('listing'),
    query: WriteQuery,
    body: PricingBody,
    reply: PricingWritten,
    errors: [...writeErrors, 'invalid_type'],
    listing: 'params.id',
    handle: (context) => {
      const { type, operations = [] } = context.body
      const change = pricingChangeOf(context.body)
      const { change: _, ...asked } = wantedOf(context, null)
      if (change === null)
        return writeNights(context, { ...asked, operations }, (done) => ({ type, ...done }))
      const guarded = { section: pricing, needs: 'rates', assertNotOurs: assertPricesNotOurs } as const
      return writeSettings(context, guarded, wantedOf(context, change), (done) => ({ type, ...done }))
    },
  }),
]
