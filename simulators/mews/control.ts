import { readCanceller } from '../kit/asked.ts'
import { ControlError } from '../kit/control-error.ts'
import type { VendorOperations } from '../kit/definition.ts'
import { readFields, readObject } from '../kit/fields.ts'
import { daysOf } from '../kit/nights.ts'
import { worldOperations } from '../kit/world/world-control.ts'
import { repriceNights } from './charges.ts'
import { availabilitiesOf } from './nights.ts'
import type { Portfolio } from './portfolio.ts'
import { isSold } from './projection.ts'
import { customerFields, type Customer, type Reservation } from './records.ts'
import type { Webhooks } from './webhooks.ts'

const withId = <T extends { Id: string }>(row: T): T & { id: string } => ({ id: row.Id, ...row })

/** The control interface's operations; nightly prices and guests are records of their own. */
export function mewsOperations(portfolio: Portfolio, { address }: Webhooks): VendorOperations {
  const { store, world } = portfolio
  const operations = worldOperations(world, {
    ...{ home: withId, stay: withId, isListed: isSold, webhook: address },
    calendar: (category, range) => {
      const dates = daysOf(range)
      const [availability] = availabilitiesOf(store, [category], range.from, dates.length)
      return dates.map((date, index) => ({ date, availableUnits: availability?.left[index] }))
    },
    parts: {
      units: () =>
        world.homes.all().map((row) => ({ listingId: row.Id, units: store.roomsOf(row).map(withId) })),
      customers: () => store.customers.all().map(withId),
      orderItems: () => store.orderItems.all().map(withId),
      others: () => portfolio.others().map(withId),
    },
  })
  const setBesides = (row: Reservation, { NightlyGross, Customer }: Besides) => {
    const customer = store.customers.get(row.BookerId ?? row.AccountId)
    if (NightlyGross !== undefined) repriceNights(store, row, numberIn(NightlyGross))
    if (Customer === undefined || customer === undefined) return
    store.changeCustomer(customer, readFields(customerFields, Customer, []) as Partial<Customer>)
  }
  return {
    ...operations,
    createReservation: (input) => {
      const { besides, fields } = split(input)
      const row = world.book(fields)
      setBesides(row, besides)
      return withId(row)
    },
    updateReservation: (id, input) => {
      const { besides, fields } = split(input)
      const row = world.stay(id)
      if (Object.keys(fields).length > 0) world.change(id, fields)
      setBesides(row, besides)
      return withId(row)
    },
    cancelReservation: (id, options) => {
      const isByHost = readCanceller(options) === 'host'
      const row = world.cancel(id)
      if (isByHost) row.CancellationReason = 'ServiceNotAvailable'
      return withId(row)
    },
  }
}

interface Besides {
  NightlyGross?: unknown
  Customer?: unknown
}

function split(input: unknown): { besides: Besides; fields: object } {
  const { NightlyGross, Customer, ...fields } = readObject(input)
  return { besides: { NightlyGross, Customer }, fields }
}

function numberIn(value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw new ControlError('NightlyGross must be a number')
}
