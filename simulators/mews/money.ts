import { roundMoney } from '../kit/places.ts'
import type { Amount, Enterprise } from './records.ts'

const taxRates = { Gross: 0.1, Net: 0.08 }

export const currencyOf = ({ Currencies }: Enterprise): string =>
  Currencies.find(({ IsDefault }) => IsDefault)?.Currency ?? 'EUR'

/** Splits a gross amount into net and taxes as the vendor does. */
export function amountOf(gross: number, enterprise: Enterprise, isTaxed = true): Amount {
  const currency = currencyOf(enterprise)
  const rate = isTaxed ? taxRates[enterprise.Pricing] : 0
  const code = rate === 0 ? 'XX-Z' : 'XX-L'
  const total = roundMoney(gross, currency)
  const net = roundMoney(total / (1 + rate), currency)
  const tax = roundMoney(total - net, currency)
  return {
    ...{ Currency: currency, NetValue: net, GrossValue: total },
    TaxValues: [{ Code: code, Value: tax }],
    Breakdown: { Items: [{ TaxRateCode: code, NetValue: net, TaxValue: tax }] },
  }
}
