/**
 * Prices a stay beside its nights. Airbnb has fees and rules as whole lists: they are read, changed and
 * written.
 */
import type { ContentPart } from '../../../connector-kit/channel-content.ts'
import { decimalString, inUnits } from '../../../connector-kit/money.ts'
import { currencyCode, presentText, wholeNumber } from '../../../connector-kit/readings.ts'
import type {
  ChannelPricing,
  LosRecord,
  PricingChange,
  PricingFee,
} from '../../../contract/channel-content/pricing.ts'
import { readSettings, settingsPath } from './settings-of.ts'
import { VendorPricingSettings } from './vendor.ts'

const family = 'pricing_settings'
/** The vendor counts flat fees in millionths. */
const millionths = 6

const amount = (value: number | string | null | undefined): number | null => {
  const text = decimalString(value)
  return text === null ? null : Number(text)
}

type VendorFee = NonNullable<VendorPricingSettings['standard_fees']>[number]

/** A millionth has six decimals, so no digit is lost. */
function flatAmount(value: VendorFee['amount']): number {
  const digits = (decimalString(value) ?? '0').replace(/\..*$/, '').padStart(millionths + 1, '0')
  return Number(`${digits.slice(0, -millionths)}.${digits.slice(-millionths)}`)
}

const toFee = ({ fee_type, amount: value, amount_type }: VendorFee): PricingFee =>
  amount_type === 'percent'
    ? { fee_type, amount_type, amount: amount(value) ?? 0 }
    : { fee_type, amount_type: 'flat', amount: flatAmount(value) }

const fromFee = ({
  fee_type,
  amount_type,
  amount: value,
}: NonNullable<PricingChange['standard_fees']>[number]) => ({
  fee_type,
  amount_type,
  amount: amount_type === 'percent' ? Number(value) : Number(inUnits(value, millionths)),
})

/** A record is a day, guests, and prices of one night, two, and so on: `2027-03-01,2,110,210`. */
function toRecord(text: string): LosRecord[] {
  const [date, guests, ...prices] = text.split(',')
  if (date === undefined || guests === undefined || prices.length === 0) return []
  return [{ date, guests: Number(guests), prices: prices.map(Number) }]
}
const fromRecord = ({ date, guests, prices }: NonNullable<PricingChange['los_records']>[number]) =>
  [date, String(guests), ...prices].join(',')

/** New entries replace those of the same key; the others stay. */
function merged<T>(current: readonly T[], changes: readonly T[], keyOf: (one: T) => string): T[] {
  const all = new Map([...current, ...changes].map((one) => [keyOf(one), one]))
  return [...all.values()]
}

function toPricing(current: VendorPricingSettings): ChannelPricing {
  return {
    currency: currencyCode(current.listing_currency),
    modelType: presentText(current.pricing_model),
    defaultDailyPrice: amount(current.default_daily_price),
    weekendPrice: amount(current.weekend_price),
    cleaningFee: amount(current.cleaning_fee),
    guestsIncluded: wholeNumber(current.guests_included),
    pricePerExtraPerson: amount(current.price_per_extra_person),
    fees: (current.standard_fees ?? []).map(toFee),
    rules: (current.default_pricing_rules ?? []).map(({ rule_type, threshold_one, price_change }) => ({
      rule_type,
      threshold_one,
      price_change,
    })),
    records: (current.los_records ?? []).flatMap(toRecord),
    ratePlans: (current.rate_plans ?? []).map(({ id, name, price_factor }) => ({
      id,
      name: name ?? '',
      price_factor,
    })),
  }
}

const prices = ['default_daily_price', 'weekend_price', 'cleaning_fee', 'price_per_extra_person'] as const

function bodyOf(change: PricingChange, current: VendorPricingSettings): object {
  const { standard_fees: fees, default_pricing_rules: rules, los_records: records, ...plain } = change
  const amounts = prices.flatMap((name) => {
    const value = change[name]
    return value === undefined ? [] : [[name, value === null ? null : Number(value)] as const]
  })
  return {
    ...plain,
    ...Object.fromEntries(amounts),
    ...(fees && {
      standard_fees: merged(current.standard_fees ?? [], fees.map(fromFee), ({ fee_type }) => fee_type),
    }),
    ...(rules && {
      default_pricing_rules: merged(
        current.default_pricing_rules ?? [],
        rules,
        (rule) => `${rule.rule_type} ${rule.threshold_one}`,
      ),
    }),
    ...(records && { los_records: records.map(fromRecord) }),
  }
}

export const pricing: ContentPart<'pricing'> = {
  async read(context, externalId) {
    return toPricing(await readSettings(context, family, externalId, VendorPricingSettings))
  },
  async write(context, { externalId, change }) {
    const current = await readSettings(context, family, externalId, VendorPricingSettings)
    await context.http.put(settingsPath(family, externalId), { body: bodyOf(change, current) })
  },
  // Nobody documents where these fields are.
  unknownFields: ['pricing_model', 'default_pricing_rules', 'los_records', 'rate_plans'],
}
