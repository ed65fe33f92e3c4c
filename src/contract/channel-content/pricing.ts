/** These settings price a stay in a channel listing, except for the price of each night. */
import { Type, type Static } from 'typebox'
import {
  currencyOrNull,
  dateOnly,
  integer,
  integerOrNull,
  knownCurrency,
  nullable,
  number,
  numberOrNull,
  oneOfStrings,
  record,
  text,
  textOrNull,
} from '../fields.ts'
import { CalendarOperations, nightsWrittenOf } from './nights.ts'

export const pricingModels = ['STANDARD', 'LOS_RECORD', 'RATE_PLAN'] as const
const amountTypes = ['flat', 'percent'] as const

const fee = (amount: string) => ({
  fee_type: text('Kind of fee, in the words of Airbnb.', {
    minLength: 1,
    maxLength: 100,
    examples: ['PASS_THROUGH_PET_FEE'],
  }),
  amount_type: oneOfStrings(amountTypes, { description: 'An amount, or percent of the price.' }),
  amount: number(amount, { minimum: 0, maximum: 1e7, examples: [25] }),
})
export const PricingFee = record(fee('In the currency of the listing, or percent.'))
export type PricingFee = Static<typeof PricingFee>

export const PricingRule = record({
  rule_type: text('Kind of rule, in the words of Airbnb.', {
    minLength: 1,
    maxLength: 100,
    examples: ['STAYED_AT_LEAST_X_DAYS'],
  }),
  threshold_one: Type.Union([Type.Literal(7), Type.Literal(28)], {
    description: 'Of stays of so many nights or more.',
  }),
  price_change: number('Percent that the price changes by.', {
    minimum: -99,
    maximum: 0,
    examples: [-10],
  }),
})
export type PricingRule = Static<typeof PricingRule>

const date = dateOnly('Day of arrival.', { pattern: '^(?!0000)' })
export const LosRecord = record({
  date,
  guests: integer('How many guests it is for.', { minimum: 1, maximum: 99 }),
  prices: Type.Array(Type.Number({ minimum: 0, maximum: 1e9 }), {
    minItems: 1,
    maxItems: 31,
    description: 'Price of a stay of one night, of two, and so on.',
    examples: [[110, 210]],
  }),
})
export type LosRecord = Static<typeof LosRecord>

export const RatePlan = record({
  id: text('Id of the rate plan.', { minLength: 1, maxLength: 100, examples: ['weekly'] }),
  name: text('What it is called.', { minLength: 1, maxLength: 255, examples: ['Weekly'] }),
  price_factor: number('What the price of the night is multiplied by.', {
    exclusiveMinimum: 0,
    maximum: 10,
    examples: [0.9],
  }),
})
export type RatePlan = Static<typeof RatePlan>

/** Field names are Airbnb's own. */
export const ChannelPricing = record(
  {
    currency: currencyOrNull('Currency of all amounts.'),
    modelType: textOrNull('How stays are priced.', { examples: ['STANDARD'] }),
    defaultDailyPrice: numberOrNull('Price of a night that has none of its own.'),
    weekendPrice: numberOrNull('The same at weekends.'),
    cleaningFee: numberOrNull('Cleaning fee of a stay.'),
    guestsIncluded: integerOrNull('How many guests the price is for.'),
    pricePerExtraPerson: numberOrNull('Of each further guest, a night.'),
    fees: Type.Array(PricingFee, { description: 'Other fees of a stay.' }),
    rules: Type.Array(
      record({
        rule_type: text('Kind of rule.'),
        threshold_one: integer('Of stays of so many nights or more.'),
        price_change: number('Percent that the price changes by.'),
      }),
      { description: 'What long stays cost less.' },
    ),
    records: Type.Array(LosRecord, { description: 'Prices by length of stay, with that model.' }),
    ratePlans: Type.Array(RatePlan, { description: 'Rate plans, with that model.' }),
  },
  { description: 'What a stay costs beside its nights.' },
)
export type ChannelPricing = Static<typeof ChannelPricing>

/** A change uses the vendor's field names; amounts are decimal text. */
export interface PricingChange {
  pricing_model?: (typeof pricingModels)[number]
  listing_currency?: string
  default_daily_price?: string
  weekend_price?: string | null
  cleaning_fee?: string | null
  guests_included?: number
  price_per_extra_person?: string | null
  /** These replace the fees of the same type; the others stay. */
  standard_fees?: { fee_type: string; amount_type: PricingFee['amount_type']; amount: string }[]
  /** A rule replaces the one of the same type and length. */
  default_pricing_rules?: PricingRule[]
  /** These replace all records. */
  los_records?: { date: string; guests: number; prices: string[] }[]
  rate_plans?: RatePlan[]
}

export const pricingTypes = [
  'model',
  'standard',
  'los',
  'rate-plan',
  'fees',
  'currency',
  'rule',
  'calendar',
] as const

const price = (description: string) =>
  Type.Number({ minimum: 0, maximum: 1e9, description: `${description} At most three decimals.` })
const priceOrNull = (description: string) => nullable(price(description))

export const PricingSettings = record(
  {
    default_daily_price: Type.Optional(price('Price of a night that has none of its own.')),
    weekend_price: Type.Optional(priceOrNull('The same at weekends; null takes it away.')),
    cleaning_fee: Type.Optional(priceOrNull('Cleaning fee of a stay; null takes it away.')),
    guests_included: Type.Optional(integer('How many guests the price is for.', { minimum: 1, maximum: 99 })),
    price_per_extra_person: Type.Optional(priceOrNull('Of each further guest, a night; null: nothing.')),
    standard_fees: Type.Optional(
      Type.Array(
        record(
          fee(
            'In the currency of the listing, such as 25.5, with `flat`; a whole number of percent with `percent`.',
          ),
        ),
        {
          minItems: 1,
          maxItems: 50,
          description: 'With `fees`: each takes the place of the one of its `fee_type`, the others stay.',
        },
      ),
    ),
  },
  { minProperties: 1, description: 'With `standard` and `fees`.' },
)

export const PricingBody = record({
  type: oneOfStrings(pricingTypes, { description: 'What is set, and which of the other fields is sent.' }),
  modelType: Type.Optional(oneOfStrings(pricingModels, { description: 'With `model`.' })),
  settings: Type.Optional(PricingSettings),
  records: Type.Optional(
    Type.Array(Type.Union([LosRecord, RatePlan]), {
      minItems: 1,
      maxItems: 5000,
      description:
        'With `los` prices by length of stay, with `rate-plan` rate plans: all of them, those that are not sent are gone.',
    }),
  ),
  currency: Type.Optional(knownCurrency('With `currency`.')),
  rule: Type.Optional(PricingRule),
  operations: Type.Optional(CalendarOperations),
})
export type PricingBody = Static<typeof PricingBody>

export const PricingWritten = nightsWrittenOf(pricingTypes, ChannelPricing)
