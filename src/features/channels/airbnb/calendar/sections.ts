/** Prices and rules of an Airbnb listing, as content sections. */
import type {
  AvailabilityRulesChange,
  ChannelAvailabilityRules,
} from '../../../../contract/channel-content/availability-rules.ts'
import type {
  ChannelPricing,
  LosRecord,
  PricingChange,
} from '../../../../contract/channel-content/pricing.ts'
import { compareFields, inCamelCase, type FieldComparison } from '../content/compare-fields.ts'
import type { AirbnbSection } from '../content/section.ts'

const numberIn = (value: unknown) => (typeof value === 'string' ? Number(value) : value)
const inOrder = (records: readonly LosRecord[]) =>
  records.toSorted((a, b) => a.date.localeCompare(b.date) || a.guests - b.guests)

function comparePricing(change: PricingChange, content: ChannelPricing | null): FieldComparison[] {
  const { standard_fees: fees = [], default_pricing_rules: rules = [], los_records: records } = change
  const { rate_plans: plans, pricing_model: model, listing_currency: currency } = change
  const { default_daily_price, weekend_price, cleaning_fee, guests_included, price_per_extra_person } = change
  const amounts = {
    default_daily_price,
    weekend_price,
    cleaning_fee,
    guests_included,
    price_per_extra_person,
  }
  return [
    ...compareFields({ modelType: model, currency, ratePlans: plans }, inCamelCase(content ?? undefined)),
    ...compareFields(amounts, inCamelCase(content ?? undefined)).map((one) => ({
      ...one,
      wanted: numberIn(one.wanted),
    })),
    ...fees.map(({ fee_type, amount_type, amount }) => ({
      field: `standard_fees.${fee_type}`,
      wanted: { fee_type, amount_type, amount: Number(amount) },
      shown: content?.fees.find((fee) => fee.fee_type === fee_type),
    })),
    ...rules.map((rule) => ({
      field: `rule.${rule.rule_type}.${rule.threshold_one}`,
      wanted: rule,
      shown: content?.rules.find(
        ({ rule_type, threshold_one }) =>
          rule_type === rule.rule_type && threshold_one === rule.threshold_one,
      ),
    })),
    ...(records === undefined
      ? []
      : [
          {
            field: 'records',
            wanted: inOrder(records.map((one) => ({ ...one, prices: one.prices.map(Number) }))),
            shown: inOrder(content?.records ?? []),
          },
        ]),
  ]
}

export const pricing: AirbnbSection<'pricing'> = { name: 'pricing', compared: comparePricing }

function compareRules(
  change: AvailabilityRulesChange,
  content: ChannelAvailabilityRules | null,
): FieldComparison[] {
  const { booking_lead_time: lead, max_days_notice: notice, ...rules } = change
  const inside = (record: object | undefined) => (field: string) =>
    (record as Record<string, unknown> | undefined)?.[field]
  return [
    ...compareFields(rules, inside(content ?? undefined)),
    ...compareFields(lead, inside(content?.booking_lead_time), 'booking_lead_time.'),
    ...compareFields(notice, inside(content?.max_days_notice), 'max_days_notice.'),
  ]
}

export const availabilityRules: AirbnbSection<'availabilityRules'> = {
  name: 'availabilityRules',
  compared: compareRules,
  overlaps: ['bookingSettings'],
}
