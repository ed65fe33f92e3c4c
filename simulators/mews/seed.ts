/** What the account holds beside the world. */
import { addDays, dayStartMs, secondOf } from '../kit/clock.ts'
import type { SeededRandom } from '../kit/random.ts'
import { addInventedCharges } from './charges.ts'
import { localMoment, midnight } from './local-time.ts'
import { agencies, bareReservation } from './projection.ts'
import { nulls } from './records.ts'
import type { Company, Hotel, Reservation, ResourceBlock, Restriction } from './records.ts'
import type { Store } from './store.ts'

export function addCompanies(store: Store): void {
  const Options = { Invoiceable: true, AddFeesToInvoices: false, AddTaxDeductedPaymentToInvoices: false }
  for (const Name of [...agencies, 'Harbour Engineering Ltd']) {
    const own = { ChainId: store.chainId, Name, Number: store.companies.size + 1 }
    store.companies.add({ ...store.made(), ...own, Options, CreditRating: { Basic: null } } as Company)
  }
}

const hourMs = 3_600_000

/** Guests who are here have checked in, and a few have a room for an hour of the day of their arrival. */
export function settleStays(rows: readonly Reservation[], today: string): void {
  for (const [index, row] of rows.entries()) {
    const { ScheduledStartUtc: start, State } = row
    if (State === 'Confirmed' && start.slice(0, 10) <= today)
      Object.assign(row, { State: 'Started', ActualStartUtc: start })
    if (index % 150 !== 21) continue
    const end = secondOf(Date.parse(start) + hourMs)
    Object.assign(row, { ScheduledEndUtc: end, EndUtc: end })
  }
}

const soldTypes = (store: Store) => store.categories.all().filter(({ Id }) => store.homes.has(Id))

/** Adds one restriction of each kind that hotels use. */
export function addRestrictions(store: Store, hotel: Hotel, random: SeededRandom): void {
  const { flexible, stay } = hotel
  const between = (first: number, last: number) => ({
    StartUtc: midnight(addDays(store.today(), first), hotel.enterprise.TimeZoneIdentifier),
    EndUtc: midnight(addDays(store.today(), last), hotel.enterprise.TimeZoneIdentifier),
  })
  const category = soldTypes(store).find(({ ServiceId }) => ServiceId === stay.Id)?.Id
  const other = store.rates.all().find(({ BaseRateId }) => BaseRateId === flexible.Id)?.Id
  const add = (conditions: object, exceptions: object | null): Restriction =>
    store.restrictions.add({
      ...{ Id: store.newId(), ServiceId: stay.Id, ExternalIdentifier: null },
      Origin: random.pick(['User', 'Integration']),
      Conditions: {
        ...nulls('ExactRateId', 'BaseRateId', 'RateGroupId', 'ResourceCategoryId', 'ResourceCategoryType'),
        ...{ ...nulls('StartUtc', 'EndUtc', 'Days', 'Hours'), ...conditions },
      },
      Exceptions: exceptions && {
        ...nulls('MinAdvance', 'MaxAdvance', 'MinLength', 'MaxLength', 'MinPrice', 'MaxPrice'),
        ...exceptions,
      },
    } as unknown as Restriction)
  const days = (count: number) => `P0M${count}DT0H0M0S`
  const ofType = { ResourceCategoryId: category ?? null }
  const weekend = { Days: ['Friday', 'Saturday'], ExactRateId: flexible.Id }
  add({ Type: 'Start', ...weekend, ...between(10, 90) }, { MinLength: days(2) })
  add({ Type: 'Stay', ResourceCategoryType: 'Suite', ...between(30, 60) }, { MinLength: days(3) })
  add({ Type: 'Start', ...ofType, ...between(20, 21) }, null)
  add({ Type: 'End', Days: ['Sunday'], BaseRateId: flexible.Id, ...between(40, 70) }, null)
  add({ Type: 'Stay', ...ofType, ...between(100, 102) }, null)
  add({ Type: 'Stay', RateGroupId: flexible.GroupId }, { MaxLength: days(28) })
  add({ Type: 'Start', ExactRateId: other ?? null, ...between(0, 300) }, { MinAdvance: days(14) })
}

/** Rooms are under repair or used by the house on nights behind the last seeded stay. */
export function addBlocks(store: Store, random: SeededRandom): void {
  const from = addDays(store.today(), 305)
  const at = secondOf(dayStartMs(addDays(store.today(), -3)))
  for (const category of soldTypes(store)) {
    const [room] = store.roomsOf(category)
    if (room === undefined || !random.chance(0.4)) continue
    const zone = store.zoneOf(category)
    store.blocks.add({
      ...{ Id: store.newId(), EnterpriseId: category.EnterpriseId, AssignedResourceId: room.Id },
      ...{ IsActive: true, Type: random.pick(['OutOfOrder', 'InternalUse']), Name: 'Repairs' },
      ...{ StartUtc: midnight(from, zone), EndUtc: midnight(addDays(from, random.int(1, 5)), zone) },
      ...{ CreatedUtc: at, UpdatedUtc: at, DeletedUtc: null, Notes: null },
    } as ResourceBlock)
  }
}

/** A car in the garage is a reservation that is no stay. */
export function addParking(
  store: Store,
  { enterprise, parking }: Hotel,
  number: number,
  random: SeededRandom,
): void {
  const category = store.categories.all().find(({ ServiceId }) => ServiceId === parking.Id)
  const rate = store.rates.all().find(({ ServiceId }) => ServiceId === parking.Id)
  const [customer] = store.customers.all()
  if (category === undefined || rate === undefined || customer === undefined) return
  const noonIn = (days: number) =>
    localMoment(addDays(store.today(), days), '12:00', enterprise.TimeZoneIdentifier)
  const span = { start: noonIn(3), end: noonIn(5), madeUtc: secondOf(dayStartMs(store.today()) - 61_000) }
  const row = store.reservations.add({
    ...bareReservation(store, { number, category, State: 'Confirmed', ...span }),
    ...{ AccountId: customer.Id, RateId: rate.Id, Origin: 'Commander', CommanderOrigin: 'Phone' },
    AssignedResourceId: store.roomsOf(category)[0]?.Id ?? null,
  })
  addInventedCharges(store, row, random)
}
