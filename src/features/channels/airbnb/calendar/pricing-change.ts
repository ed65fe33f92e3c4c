/** Maps a pricing request to the vendor's terms. Pure. */
import type {
  LosRecord,
  PricingBody,
  PricingChange,
  PricingFee,
  RatePlan,
} from '../../../../contract/channel-content/pricing.ts'
import { decimalText } from '../../../../platform/decimal.ts'
import { invalidField } from '../../engine/invalid-body.ts'
import { assertOnePart } from './assert-one-part.ts'

type PricingBodyPart = Exclude<keyof PricingBody, 'type'>

/** The field that belongs to each type. */
const partOfType: Record<PricingBody['type'], PricingBodyPart> = {
  model: 'modelType',
  standard: 'settings',
  los: 'records',
  'rate-plan': 'records',
  fees: 'settings',
  currency: 'currency',
  rule: 'rule',
  calendar: 'operations',
}

function exact(field: string, value: number): string {
  const text = decimalText(value)
  if (text === null) throw invalidField(field, `\`${field}\` has more than three decimals.`, value)
  return text
}

/** null: only nights are set. */
const changes: Record<PricingBody['type'], (body: PricingBody) => PricingChange | null> = {
  model: ({ modelType }) => (modelType === undefined ? null : { pricing_model: modelType }),
  standard: ({ settings = {} }) => standardOf(settings),
  los: ({ records = [] }) => ({ los_records: records.map(losOf) }),
  'rate-plan': ({ records = [] }) => ({ rate_plans: records.map(ratePlanOf) }),
  fees: ({ settings = {} }) => feesOf(settings),
  currency: ({ currency }) => (currency === undefined ? null : { listing_currency: currency }),
  rule: ({ rule }) => (rule === undefined ? null : { default_pricing_rules: [rule] }),
  calendar: () => null,
}

/** null where nights are set. Throws where the body mixes types. */
export function toPricingChange(body: PricingBody): PricingChange | null {
  assertOnePart(body, partOfType)
  return changes[body.type](body)
}

type PricingSettings = NonNullable<PricingBody['settings']>

function standardOf({
  standard_fees: fees,
  guests_included: guests,
  ...amounts
}: PricingSettings): PricingChange {
  if (fees !== undefined) throw invalidField('settings.standard_fees', '`standard_fees` goes with `fees`.')
  const texts = Object.entries(amounts).map(([name, value]) => [
    name,
    value === null ? null : exact(`settings.${name}`, value),
  ])
  return { ...Object.fromEntries(texts), ...(guests === undefined ? {} : { guests_included: guests }) }
}

function feesOf({ standard_fees: fees, ...others }: PricingSettings): PricingChange {
  const [foreign] = Object.keys(others)
  if (foreign !== undefined)
    throw invalidField(`settings.${foreign}`, `\`${foreign}\` goes with \`standard\`.`)
  const entries = fees ?? []
  const twice = entries.findIndex(({ fee_type }, index) =>
    entries.slice(0, index).some((other) => other.fee_type === fee_type),
  )
  if (twice >= 0) throw invalidField(`settings.standard_fees[${twice}].fee_type`, 'The fee is named twice.')
  return { standard_fees: entries.map(feeOf) }
}

function feeOf({ fee_type, amount_type, amount }: PricingFee, index: number) {
  const field = `settings.standard_fees[${index}].amount`
  if (amount_type === 'percent' && (!Number.isInteger(amount) || amount > 100))
    throw invalidField(field, 'A percentage is a whole number up to 100.', amount)
  return { fee_type, amount_type, amount: exact(field, amount) }
}

function losOf(entry: LosRecord | RatePlan, index: number) {
  if (!('prices' in entry))
    throw invalidField(`records[${index}]`, 'With `los` a record has `date`, `guests`, `prices`.')
  const { date, guests, prices } = entry
  return {
    date,
    guests,
    prices: prices.map((price, night) => exact(`records[${index}].prices[${night}]`, price)),
  }
}

function ratePlanOf(entry: LosRecord | RatePlan, index: number): RatePlan {
  if ('price_factor' in entry) return entry
  throw invalidField(`records[${index}]`, 'With `rate-plan` a record has `id`, `name`, `price_factor`.')
}
