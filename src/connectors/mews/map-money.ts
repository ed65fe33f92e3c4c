import type { FinancialsRecord } from '../../contract/records.ts'
import { addDecimals, decimalString, nonZeroDecimal } from '../../connector-kit/money.ts'
import { currencyCode, presentText } from '../../connector-kit/readings.ts'
import { financials } from '../../connector-kit/stay-readings.ts'
import type { MoneyLineRecord } from '../../connector-kit/stay-readings.ts'
import type { OrderItem } from './vendor.ts'

export interface ReservationMoney {
  total: string | null
  currency: string | null
  financials: FinancialsRecord | null
}

/** A stay without items, or with an unreadable one, has no known price. */
export const unpriced: ReservationMoney = { total: null, currency: null, financials: null }

// By the vendor's documentation of order items' accounting states, all items are Inactive until a reservation
// is confirmed; afterwards only worthless ones and failed payments are.
const charged = new Set(['Open', 'Closed'])
const promised = new Set(['Open', 'Closed', 'Inactive'])

// The vendor's documentation lists these types of order items.
const lodging = new Set(['SpaceOrder', 'ResourceUpgradeFee'])
const rebates = new Set(['NightRebate', 'ProductOrderRebate', 'AdditionalExpenseRebate', 'AllowanceDiscount'])
const cityTaxes = new Set(['CityTax', 'CityTaxDiscount'])

/** A stay costs the sum of its charges, with taxes, products and city tax. */
export function moneyOf(items: OrderItem[], isPending: boolean): ReservationMoney {
  const states = isPending ? promised : charged
  const countedItems = items.filter(({ AccountingState }) => states.has(AccountingState))
  if (items.length === 0 || (isPending && countedItems.length === 0)) return unpriced
  const currencies = new Set(
    (countedItems.length === 0 ? items : countedItems).map(({ Amount }) => Amount.Currency),
  )
  const currency = currencyCode([...currencies][0])
  // A stay charged in two currencies has no total.
  if (currencies.size > 1 || currency === null) return unpriced
  const total = addDecimals(countedItems.map(gross))
  return { total, currency, financials: financialsOf(countedItems, total) }
}

function financialsOf(items: OrderItem[], totalPrice: string): FinancialsRecord | null {
  if (items.length === 0) return null
  const ofType = (types: Set<string>) => items.filter(({ Type }) => types.has(Type ?? ''))
  const nights = ofType(lodging)
  const discounts = ofType(rebates).map(line)
  const mappedTypes = new Set([...lodging, ...rebates, ...cityTaxes])
  const fees = items.filter(({ Type }) => !mappedTypes.has(Type ?? '')).map(line)
  const taxes = [...ofType(cityTaxes).map(line), ...includedTaxes(items)]
  return financials({
    host: { accommodation: nights.length === 0 ? null : addDecimals(nights.map(net)), discounts },
    guest: { totalPrice, fees, taxes },
  })
}

/** Sums taxes over all items, by tax code. */
function includedTaxes(items: OrderItem[]): MoneyLineRecord[] {
  const byCode = new Map<string, string[]>()
  for (const { Code, Value } of items.flatMap(({ Amount }) => Amount.TaxValues ?? [])) {
    const amount = nonZeroDecimal(Value)
    const name = presentText(Code) ?? 'Tax'
    if (amount !== null) byCode.set(name, [...(byCode.get(name) ?? []), amount])
  }
  return [...byCode].map(([name, amounts]) => ({ amount: addDecimals(amounts), name, type: 'tax' }))
}

function line(item: OrderItem): MoneyLineRecord {
  const type = item.Type ?? 'item'
  return { amount: gross(item), name: presentText(item.BillingName) ?? type, type }
}

function gross({ Amount, Id }: OrderItem): string {
  return demand(decimalString(Amount.GrossValue), Id)
}

function net({ Amount, Id }: OrderItem): string {
  return demand(decimalString(Amount.NetValue) ?? decimalString(Amount.GrossValue), Id)
}

function demand(amount: string | null, id: string): string {
  if (amount === null) throw new Error(`order item ${id} has no amount`)
  return amount
}
