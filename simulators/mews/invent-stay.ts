import { addDays, daysBetween } from '../kit/clock.ts'
import type { SeededRandom } from '../kit/random.ts'
import { guid } from './guid.ts'
import { amountOf } from './money.ts'
import { localMoment, midnight, moment } from './moments.ts'
import { nightPrice } from './nights.ts'
import type { Amount, Category, Company, Customer, OrderItem, Rate, Reservation } from './records.ts'
import type { Store } from './store.ts'

export interface StayPlan {
  category: Category
  roomId: string | null
  arrival: string
  departure: string
  state: string
  origin: string
  customer: Customer
  /** A company that owns the reservation in place of the guest. */
  company: Company | undefined
  agency: Company | undefined
  madeAtMs: number
  /** No record may be newer than this. */
  nowMs: number
}

export const invoiceStates: Record<string, OrderItem['AccountingState']> = {
  Inquired: 'Inactive',
  Optional: 'Inactive',
  Requested: 'Inactive',
  Confirmed: 'Open',
  Started: 'Open',
  Processed: 'Closed',
  Canceled: 'Canceled',
}

const reasons = ['RequestedByGuest', 'RequestedByBooker', 'TravelAgency', 'NoShow', 'InputError', 'Other']

/** Invents a whole reservation with its order items. */
export function inventStay(store: Store, plan: StayPlan, random: SeededRandom): Reservation {
  const { category, arrival, departure, state, customer, company, agency, madeAtMs, nowMs } = plan
  const { TimeZoneIdentifier: zone } = store.enterpriseOf(category.ServiceId)
  const changedMs =
    state === 'Confirmed' ? madeAtMs : Math.min(nowMs, madeAtMs + random.int(1, 72) * 3_600_000)
  const rate = rateFor(store, category, random)
  const start = localMoment(arrival, random.chance(0.1) ? '22:30' : '15:00', zone)
  const end = localMoment(departure, arrival === departure ? '23:00' : '11:00', zone)
  const isCanceled = state === 'Canceled'
  const known = { category, rate, state, start, end, profile: guid(random) }
  const reservation = {
    ...blankReservation(store, { ...known, at: moment(madeAtMs), id: guid(random) }),
    AccountId: company?.Id ?? customer.Id,
    AccountType: company === undefined ? 'Customer' : 'Company',
    BookerId: company === undefined ? null : customer.Id,
    Origin: plan.origin,
    CommanderOrigin:
      plan.origin === 'Commander' ? random.pick(['Phone', 'Email', 'InPerson', 'Website', null]) : null,
    UpdatedUtc: moment(changedMs),
    CancelledUtc: isCanceled ? moment(changedMs) : null,
    GroupId: guid(random),
    AssignedResourceId: plan.roomId,
    PartnerCompanyId: company?.Id ?? null,
    TravelAgencyId: agency?.Id ?? null,
    ChannelNumber: agency === undefined ? null : random.digits(10),
    ChannelManagerNumber: agency === undefined ? null : '',
    CancellationReason: isCanceled ? random.pick(reasons) : null,
    ReleasedUtc: state === 'Optional' ? start : null,
    ActualStartUtc: ['Started', 'Processed'].includes(state) ? start : null,
    ActualEndUtc: state === 'Processed' ? end : null,
    Purpose: random.pick(['Leisure', 'Business', null]),
    PersonCounts: countPersons(store, category, random),
  } as Reservation
  store.reservations.add(reservation)
  addItems(store, reservation, { category, rate, arrival, departure, random })
  return reservation
}

interface StayFacts {
  id: string
  category: Category
  rate: Rate
  state: string
  start: string
  end: string
  /** The profile that made it, and when. */
  profile: string
  at: string
}

/** A reservation with only what the booking itself says. */
export function blankReservation(
  store: Store,
  { id, category, rate, state, start, end, profile, at }: StayFacts,
): Partial<Reservation> {
  return {
    Id: id,
    ServiceId: category.ServiceId,
    AccountType: 'Customer',
    CreatorProfileId: profile,
    UpdaterProfileId: profile,
    BookerId: null,
    Number: String(40_001 + store.reservations.size),
    State: state,
    Origin: 'Connector',
    CommanderOrigin: null,
    OriginDetails: null,
    CreatedUtc: at,
    UpdatedUtc: at,
    CancelledUtc: null,
    VoucherId: null,
    BusinessSegmentId: null,
    Options: {
      OwnerCheckedIn: state === 'Started',
      AllCompanionsCheckedIn: false,
      AnyCompanionCheckedIn: false,
      ConnectorCheckIn: false,
    },
    RateId: rate.Id,
    CreditCardId: null,
    RequestedResourceCategoryId: category.Id,
    AssignedResourceId: null,
    AvailabilityBlockId: null,
    PartnerCompanyId: null,
    TravelAgencyId: null,
    AssignedResourceLocked: false,
    ChannelNumber: null,
    ChannelManagerNumber: null,
    CancellationReason: null,
    ReleasedUtc: null,
    ScheduledStartUtc: start,
    ActualStartUtc: null,
    ScheduledEndUtc: end,
    ActualEndUtc: null,
    Purpose: null,
    QrCodeData: null,
    PersonCounts: [],
    StartUtc: start,
    EndUtc: end,
  } as Partial<Reservation>
}

interface Pricing {
  category: Category
  rate: Rate
  arrival: string
  departure: string
  random: SeededRandom
}

/** Adds one item a night, city tax, sometimes a product or rebate, and a cancellation's fee. */
function addItems(store: Store, row: Reservation, { category, rate, arrival, departure, random }: Pricing) {
  const enterprise = store.enterpriseOf(category.ServiceId)
  const zone = enterprise.TimeZoneIdentifier
  const factor = store.sides.get(category.Id)?.price ?? 0
  const add = (Type: string, amount: Amount, startUtc: string, name: string) =>
    store.addItem(inventItem(store, row, { Type, amount, startUtc, name }, random))
  for (let night = 0; night < daysBetween(arrival, departure); night++) {
    const date = addDays(arrival, night)
    add('SpaceOrder', nightPrice(store, category, rate, date), midnight(date, zone), `Night ${date}`)
  }
  const start = midnight(arrival, zone)
  add('CityTax', amountOf(factor * 0.02, enterprise, false), start, 'City tax')
  if (random.chance(0.3)) add('ProductOrder', amountOf(factor * 0.12, enterprise), start, 'Breakfast')
  if (random.chance(0.05)) add('NightRebate', amountOf(-factor * 0.1, enterprise), start, 'Loyalty rebate')
  if (row.State !== 'Canceled' || !random.chance(0.4)) return
  const fee = add('CancellationFee', amountOf(factor, enterprise), start, 'Cancellation fee')
  Object.assign(fee, { AccountingState: 'Open', CanceledUtc: null })
}

export function inventItem(
  store: Store,
  row: Reservation,
  item: { Type: string; amount: Amount; startUtc: string; name: string },
  random: SeededRandom,
): OrderItem {
  const state = invoiceStates[row.State] ?? 'Open'
  const profile = guid(random)
  return {
    Id: guid(random),
    EnterpriseId: store.enterpriseOf(row.ServiceId).Id,
    AccountId: row.AccountId,
    AccountType: row.AccountType,
    ServiceId: row.ServiceId,
    ServiceOrderId: row.Id,
    Notes: null,
    BillId: null,
    AccountingCategoryId: null,
    BillingName: item.name,
    ExternalIdentifier: null,
    UnitCount: 1,
    UnitAmount: item.amount,
    Amount: item.amount,
    OriginalAmount: item.amount,
    RevenueType: item.Type === 'SpaceOrder' ? 'Service' : 'Additional',
    CreatorProfileId: profile,
    UpdaterProfileId: profile,
    CreatedUtc: row.CreatedUtc,
    UpdatedUtc: row.UpdatedUtc,
    ConsumedUtc: item.startUtc,
    CanceledUtc: state === 'Canceled' ? row.UpdatedUtc : null,
    ClosedUtc: state === 'Closed' ? row.UpdatedUtc : null,
    StartUtc: item.startUtc,
    ClaimedUtc: null,
    AccountingState: state,
    Type: item.Type,
    Options: { CanceledWithReservation: state === 'Canceled' },
    Data: null,
    TaxExemptionReason: null,
    TaxExemptionLegalReference: null,
  } as OrderItem
}

function rateFor(store: Store, category: Category, random: SeededRandom): Rate {
  const rates = store.rates
    .values()
    .filter(({ ServiceId, IsEnabled }) => ServiceId === category.ServiceId && IsEnabled)
  return random.pick(rates)
}

function countPersons(store: Store, category: Category, random: SeededRandom): Reservation['PersonCounts'] {
  const ages = store.ages.values().filter(({ ServiceId }) => ServiceId === category.ServiceId)
  return ages.flatMap(({ Id, Classification }, index) => {
    const count = Classification === 'Adult' ? random.int(1, 2) : random.chance(0.15) ? index : 0
    return count === 0 ? [] : [{ AgeCategoryId: Id, Count: count }]
  })
}
