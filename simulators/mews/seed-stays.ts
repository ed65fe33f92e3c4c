import { addDays, dayStartMs } from '../kit/clock.ts'
import { bookedBefore, layStays } from '../kit/lay-stays.ts'
import { inventPerson, pickGuest } from '../kit/people.ts'
import { Deck } from '../kit/random.ts'
import type { SeededRandom } from '../kit/random.ts'
import { guid } from './guid.ts'
import { chainId, inventCustomer } from './invent-customer.ts'
import { inventStay } from './invent-stay.ts'
import type { StayPlan } from './invent-stay.ts'
import { midnight, moment } from './moments.ts'
import type { Company, Customer, ResourceBlock } from './records.ts'
import type { Store } from './store.ts'

const furthestDayAhead = 300
const lengths = [1, 1, 2, 2, 3, 4, 7]

const pastStates = [
  ['Processed', 26],
  ['Canceled', 5],
] as const
const comingStates = [
  ['Confirmed', 24],
  ['Canceled', 4],
  ['Optional', 3],
  ['Inquired', 3],
  ['Requested', 1],
] as const
const origins = [
  ['ChannelManager', 10],
  ['Distributor', 5],
  ['Commander', 5],
  ['Connector', 1],
  ['Navigator', 1],
  ['Import', 1],
] as const
const agencyNames = ['Booking.com', 'Expedia', 'Airbnb', 'Vrbo', 'Blue Globe Tours']

export function agenciesOf(store: Store): Company[] {
  return store.companies.values().filter(({ Name }) => agencyNames.includes(Name))
}

export function seedCompanies(store: Store, today: string, random: SeededRandom): void {
  const at = moment(dayStartMs(addDays(today, -1000)))
  for (const Name of [...agencyNames, 'Harbour Engineering Ltd']) {
    store.companies.add({
      Id: guid(random),
      ChainId: chainId,
      Name,
      Options: { Invoiceable: true, AddFeesToInvoices: false, AddTaxDeductedPaymentToInvoices: false },
      CreditRating: { Basic: null },
      IsActive: true,
      Number: store.companies.size + 1,
      CreatedUtc: at,
      UpdatedUtc: at,
    } as Company)
  }
}

/** Seeds past and future reservations, the oldest first; no two share a room's night. */
export function seedStays(
  store: Store,
  count: number,
  today: string,
  random: SeededRandom,
  guests?: number,
): void {
  const rooms = store
    .sellable()
    .flatMap((category) => store.rooms(category.Id).map((room) => ({ category, room })))
  // A few have a room for some hours of one day.
  const kindOf = (index: number) => (index % 150 === 21 ? 'dayUse' : 'stay')
  const slots = layStays(rooms, { count, kindOf, lengths }, today, random.fork('slots'))
  const nowMs = dayStartMs(today) - 1000
  const details = random.fork('details')
  const decks = {
    past: new Deck(random.fork('past'), pastStates),
    coming: new Deck(random.fork('coming'), comingStates),
    origin: new Deck(random.fork('origin'), origins),
  }
  const planned = slots.map((slot) => ({ ...slot, madeAtMs: bookedBefore(slot.arrival, nowMs, details) }))
  const people = random.fork('people')
  const customers = Array.from({ length: guests ?? count }, (_, index) =>
    inventCustomer(inventPerson(people, index), moment(nowMs - (count - index + 1) * 3_600_000), people),
  )
  for (const customer of customers) store.customers.add(customer)
  const firm = store.companies.values().find(({ Name }) => !agencyNames.includes(Name))
  for (const [index, slot] of planned.toSorted((a, b) => a.madeAtMs - b.madeAtMs).entries()) {
    const { lane, kind, arrival, departure, madeAtMs } = slot
    const isHere = arrival <= today && today < departure
    const drawn = (departure <= today ? decks.past : decks.coming).draw()
    const origin = decks.origin.draw()
    const plan: StayPlan = {
      category: lane.category,
      arrival,
      departure: kind === 'dayUse' ? arrival : departure,
      roomId: details.chance(0.15) && arrival > today ? null : lane.room.Id,
      state: isHere && drawn === 'Confirmed' ? 'Started' : drawn,
      origin,
      customer: customers[pickGuest(customers, index, details, guests)] as Customer,
      company: details.chance(0.06) ? firm : undefined,
      agency: origin === 'ChannelManager' ? details.pick(agenciesOf(store)) : undefined,
      madeAtMs,
      nowMs,
    }
    inventStay(store, plan, details)
  }
}

/** Seeds rooms under repair or used by the house, on nights without a stay. */
export function seedBlocks(store: Store, today: string, random: SeededRandom): void {
  const at = moment(dayStartMs(addDays(today, -3)))
  for (const category of store.sellable()) {
    const room = store.rooms(category.Id)[0]
    if (room === undefined || !random.chance(0.4)) continue
    const { TimeZoneIdentifier: zone } = store.enterpriseOf(category.ServiceId)
    const from = addDays(today, furthestDayAhead + 5)
    store.blocks.add({
      Id: guid(random),
      EnterpriseId: category.EnterpriseId,
      AssignedResourceId: room.Id,
      IsActive: true,
      Type: random.pick(['OutOfOrder', 'InternalUse']),
      StartUtc: midnight(from, zone),
      EndUtc: midnight(addDays(from, random.int(1, 5)), zone),
      CreatedUtc: at,
      UpdatedUtc: at,
      DeletedUtc: null,
      Name: 'Repairs',
      Notes: null,
    } as ResourceBlock)
  }
}

/** Cars in the garage are reservations that are no stays. */
export function seedParking(store: Store, today: string, random: SeededRandom): void {
  const nowMs = dayStartMs(today) - 1000
  const [customer] = store.customers.values()
  for (const category of store.categories.values().filter(({ Type }) => Type === 'ParkingSpot')) {
    const room = store.rooms(category.Id)[0]
    if (customer === undefined || room === undefined) continue
    const plan = { category, roomId: room.Id, origin: 'Commander', customer, madeAtMs: nowMs - 60_000, nowMs }
    const days = { arrival: addDays(today, 3), departure: addDays(today, 5) }
    inventStay(store, { ...plan, ...days, state: 'Confirmed', company: undefined, agency: undefined }, random)
  }
}
