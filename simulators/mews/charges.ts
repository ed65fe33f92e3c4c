/** What stays cost: the vendor keeps each charge as an order item of its own. */
import { nextDay } from '../kit/clock.ts'
import type { SeededRandom } from '../kit/random.ts'
import { usualPrice } from '../kit/world/invent.ts'
import { dayIn, midnight } from './local-time.ts'
import { amountOf } from './money.ts'
import { nulls } from './records.ts'
import type { Amount, Category, OrderItem, Rate, Reservation } from './records.ts'
import type { Store } from './store.ts'

/** What other services sell costs this much a night. */
const otherPrice = 10

/** The price of a night from Sunday to Thursday. */
const weekdayPrice = (store: Store, { Id }: Category): number => store.homes.get(Id)?.nightly ?? otherPrice

export function nightPrice(store: Store, category: Category, rate: Rate, date: string): Amount {
  const home = store.homes.get(category.Id)
  const usual = home === undefined ? otherPrice : usualPrice(home, date)
  const own = store.prices.get(`${rate.BaseRateId ?? rate.Id} ${category.Id} ${date}`)
  const price = own === undefined || rate.BaseRateId !== null ? (own ?? usual) * rate.factor : own
  return amountOf(price, store.enterpriseOf(category))
}

/** A stay as the application asks for it. */
export interface StayOrder {
  category: Category
  rate: Rate
  startUtc: string
  endUtc: string
  persons: Reservation['PersonCounts']
  /** What each night costs with taxes, if the hotel's own prices do not apply. */
  nights: number[] | undefined
}

export interface Charge {
  Type: string
  amount: Amount
  startUtc: string
  name: string
}

/** Returns the charges of a stay: its nights and city tax. */
export function chargesOf(
  store: Store,
  { category, rate, startUtc, endUtc, nights }: Omit<StayOrder, 'persons'>,
): Charge[] {
  const enterprise = store.enterpriseOf(category)
  const zone = store.zoneOf(category)
  const [arrival, departure] = [dayIn(startUtc, zone), dayIn(endUtc, zone)]
  const charges: Charge[] = []
  for (let date = arrival, index = 0; date < departure; date = nextDay(date), index++) {
    const own = nights?.[index]
    const amount = own === undefined ? nightPrice(store, category, rate, date) : amountOf(own, enterprise)
    charges.push({ Type: 'SpaceOrder', amount, startUtc: midnight(date, zone), name: `Night ${date}` })
  }
  const cityTax = amountOf(weekdayPrice(store, category) * 0.02, enterprise, false)
  charges.push({ Type: 'CityTax', amount: cityTax, startUtc: midnight(arrival, zone), name: 'City tax' })
  return charges
}

/** Adds what a hotel's own guest pays: sometimes a product or a rebate too, and a cancellation's fee. */
export function addInventedCharges(store: Store, row: Reservation, random: SeededRandom): void {
  const category = store.categories.get(row.RequestedResourceCategoryId)
  const rate = store.rates.get(row.RateId)
  if (category === undefined || rate === undefined) return
  const { ScheduledStartUtc: startUtc, ScheduledEndUtc: endUtc } = row
  addCharges(store, row, chargesOf(store, { category, rate, startUtc, endUtc, nights: undefined }))
  const usual = weekdayPrice(store, category)
  const add = (Type: string, gross: number, name: string) =>
    addCharges(store, row, [{ Type, amount: amountOf(gross, store.enterpriseOf(row)), startUtc, name }])
  if (random.chance(0.3)) add('ProductOrder', usual * 0.12, 'Breakfast')
  if (random.chance(0.05)) add('NightRebate', -usual * 0.1, 'Loyalty rebate')
  if (row.State === 'Canceled' && random.chance(0.4)) add(feeType, usual, 'Cancellation fee')
}

const feeType = 'CancellationFee'
const accountingStates: Record<string, OrderItem['AccountingState']> = {
  ...{ Inquired: 'Inactive', Optional: 'Inactive', Requested: 'Inactive' },
  ...{ Processed: 'Closed', Canceled: 'Canceled' },
}

/** Order items follow the state of their reservation; a fee stays open. */
const stateOf = (type: string, { State }: Reservation): OrderItem['AccountingState'] =>
  type === feeType ? 'Open' : (accountingStates[State] ?? 'Open')

export function addCharges(store: Store, row: Reservation, charges: readonly Charge[]): void {
  for (const { Type, amount, startUtc, name } of charges) {
    const AccountingState = stateOf(Type, row)
    const { AccountId, AccountType, ServiceId, CreatedUtc, UpdatedUtc } = row
    const isCancelled = AccountingState === 'Canceled'
    store.addItem({
      ...{ Id: store.newId(), EnterpriseId: store.enterpriseOf(row).Id, AccountId, AccountType, ServiceId },
      ...{ ServiceOrderId: row.Id, BillingName: name, UnitCount: 1, Type },
      ...{ UnitAmount: amount, Amount: amount, OriginalAmount: amount },
      RevenueType: Type === 'SpaceOrder' ? 'Service' : 'Additional',
      ...{ CreatorProfileId: store.staffId, UpdaterProfileId: store.staffId, CreatedUtc, UpdatedUtc },
      ...{ ConsumedUtc: startUtc, StartUtc: startUtc, AccountingState },
      CanceledUtc: isCancelled ? UpdatedUtc : null,
      ClosedUtc: AccountingState === 'Closed' ? UpdatedUtc : null,
      Options: { CanceledWithReservation: isCancelled },
      ...nulls('Notes', 'BillId', 'AccountingCategoryId', 'ExternalIdentifier', 'ClaimedUtc', 'Data'),
      ...nulls('TaxExemptionReason', 'TaxExemptionLegalReference'),
    } as unknown as OrderItem)
  }
}

/** Gives the order items of a reservation the state that follows from its own. */
export function settleCharges(store: Store, row: Reservation): void {
  for (const item of store.itemsOf(row.Id)) {
    const AccountingState = stateOf(item.Type, row)
    if (item.AccountingState === AccountingState) continue
    const CanceledUtc = AccountingState === 'Canceled' ? store.now() : null
    Object.assign(item, { AccountingState, CanceledUtc, UpdatedUtc: store.now() })
  }
}

/** A new price of the nights changes the order items only, not the reservation. */
export function repriceNights(store: Store, row: Reservation, gross: number): void {
  const amount = amountOf(gross, store.enterpriseOf(row))
  for (const item of store.itemsOf(row.Id).filter(({ Type }) => Type === 'SpaceOrder'))
    Object.assign(item, { Amount: amount, UnitAmount: amount, UpdatedUtc: store.now() })
}
