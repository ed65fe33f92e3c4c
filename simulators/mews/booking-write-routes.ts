import type { FastifyInstance } from 'fastify'
import { daysBetween } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import type { Account } from './account.ts'
import { Refusal } from './answers.ts'
import { blankCustomer } from './invent-customer.ts'
import { dayIn } from './moments.ts'
import { availabilityOf, nightsOf } from './nights.ts'
import type { Category, Reservation } from './records.ts'
import { bodyOf, idsOf, instantOf, textOf } from './requests.ts'
import type { Body } from './requests.ts'
import type { Store } from './store.ts'
import { chargesOf } from './writer.ts'
import type { Wanted, Writer } from './writer.ts'

const customerNames = ['FirstName', 'LastName', 'SecondLastName', 'Email', 'Phone', 'Notes'] as const

export function bookingWriteRoutes(app: FastifyInstance, account: Account, writer: Writer): void {
  const { store } = account
  customerRoutes(app, store, writer)

  app.post('/reservations/price', ({ body }) => ({
    ReservationPrices: rowsOf(bodyOf(body), 'Reservations').map((row) => {
      const charges = chargesOf(store, readWanted(store, bodyOf(body), row))
      const sum = (values: number[]) => Math.round(values.reduce((all, one) => all + one, 0) * 100) / 100
      const taxes = charges.flatMap(({ amount }) => amount.TaxValues)
      return {
        Identifier: textOf(row, 'Identifier') ?? null,
        TotalAmount: {
          Currency: charges[0]?.amount.Currency,
          NetValue: sum(charges.map(({ amount }) => amount.NetValue)),
          GrossValue: sum(charges.map(({ amount }) => amount.GrossValue)),
          TaxValues: [{ Code: taxes[0]?.Code, Value: sum(taxes.map(({ Value }) => Value)) }],
          Breakdown: { Items: charges.flatMap(({ amount }) => amount.Breakdown.Items) },
        },
      }
    }),
  }))

  app.post('/reservations/add', ({ body }) => {
    const asked = bodyOf(body)
    return {
      Reservations: rowsOf(asked, 'Reservations').map((row) => {
        const wanted = readWanted(store, asked, row)
        const customer = store.customers.get(textOf(row, 'CustomerId') ?? '')
        if (customer === undefined) throw new Refusal(400, 'Invalid CustomerId.')
        const state = textOf(row, 'State') ?? 'Confirmed'
        if (!['Confirmed', 'Optional', 'Enquired'].includes(state)) throw new Refusal(400, 'Invalid State.')
        const releasedUtc = textOf(row, 'ReleasedUtc') ?? null
        if (state === 'Optional' && releasedUtc === null) throw new Refusal(400, 'Invalid ReleasedUtc.')
        if (asked.CheckOverbooking !== false) demandRoom(store, wanted, undefined)
        const made = writer.make({
          ...wanted,
          state,
          customerId: customer.Id,
          roomId: roomOf(store, wanted, textOf(row, 'AssignedResourceId')),
          channelNumber: textOf(row, 'ChannelNumber') ?? null,
          releasedUtc,
          notes: textOf(row, 'Notes') ?? null,
        })
        return {
          Identifier: textOf(row, 'Identifier') ?? null,
          Reservation: { ...made, OwnerId: made.AccountId },
        }
      }),
    }
  })

  app.post('/reservations/update', ({ body }) => {
    const asked = bodyOf(body)
    for (const update of rowsOf(asked, 'ReservationUpdates')) {
      const row = store.reservations.get(textOf(update, 'ReservationId') ?? '')
      if (row === undefined) throw new Refusal(400, 'Invalid ReservationId.')
      if (!['Confirmed', 'Optional'].includes(row.State))
        throw new Refusal(403, 'Reservation cannot be updated.')
      if (asked.Reprice === true && textOf(asked, 'Reason') === undefined)
        throw new Refusal(400, 'Invalid Reason.')
      const value = (name: string) => bodyOf(update[name]).Value
      const wanted = readWanted(
        store,
        { ServiceId: row.ServiceId },
        {
          RequestedCategoryId: row.RequestedResourceCategoryId,
          RateId: row.RateId,
          StartUtc: value('StartUtc') ?? row.ScheduledStartUtc,
          EndUtc: value('EndUtc') ?? row.ScheduledEndUtc,
          PersonCounts: value('PersonCounts') ?? row.PersonCounts,
        },
      )
      if (asked.CheckOverbooking !== false) demandRoom(store, wanted, row)
      // Unless told, the hotel's present prices are taken.
      writer.update(row, wanted, asked.Reprice !== false)
    }
    return { Reservations: [] }
  })

  app.post('/reservations/cancel', ({ body }) => {
    const asked = bodyOf(body)
    const ids = idsOf(asked, 'ReservationIds')
    if (ids === undefined) throw new Refusal(400, 'Invalid ReservationIds.')
    if (textOf(asked, 'Notes') === undefined) throw new Refusal(400, 'Invalid Notes.')
    for (const id of ids) {
      try {
        account.cancel(id, { cancelledBy: 'host' })
      } catch (error) {
        if (!(error instanceof ControlError)) throw error
        throw new Refusal(
          store.reservations.get(id) === undefined ? 400 : 403,
          'Reservation cannot be canceled.',
        )
      }
    }
    return { ReservationIds: [...ids] }
  })
}

function customerRoutes(app: FastifyInstance, store: Store, writer: Writer): void {
  app.post('/customers/add', ({ body }) => {
    const asked = bodyOf(body)
    if (textOf(asked, 'LastName') === undefined) throw new Refusal(400, 'Invalid LastName.')
    if (typeof asked.OverwriteExisting !== 'boolean') throw new Refusal(400, 'Invalid OverwriteExisting.')
    const email = textOf(asked, 'Email')
    const known = store.customers.values().find(({ Email }) => email !== undefined && Email === email)
    if (known !== undefined && asked.OverwriteExisting === false) {
      throw new Refusal(403, 'A customer with this email address already exists.')
    }
    const at = writer.now()
    const customer = known ?? store.customers.add(blankCustomer(writer.id(), at))
    return Object.assign(customer, fieldsOf(asked), { UpdatedUtc: at })
  })

  app.post('/customers/update', ({ body }) => {
    const asked = bodyOf(body)
    const customer = store.customers.get(textOf(asked, 'CustomerId') ?? '')
    if (customer === undefined) throw new Refusal(400, 'Invalid CustomerId.')
    return Object.assign(customer, fieldsOf(asked), { UpdatedUtc: writer.now() })
  })
}

function fieldsOf(asked: Body): Record<string, string> {
  return Object.fromEntries(
    customerNames.flatMap((name) => (textOf(asked, name) ? [[name, String(asked[name])]] : [])),
  )
}

function rowsOf(body: Body, name: string): Body[] {
  const rows = body[name]
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > 1000)
    throw new Refusal(400, `Invalid ${name}.`)
  return rows.map(bodyOf)
}

function readWanted(store: Store, asked: Body, row: Body): Wanted {
  const category = store.categories.get(textOf(row, 'RequestedCategoryId') ?? '')
  const rate = store.rates.get(textOf(row, 'RateId') ?? '')
  const serviceId = textOf(asked, 'ServiceId')
  if (category === undefined || category.ServiceId !== serviceId)
    throw new Refusal(400, 'Invalid RequestedCategoryId.')
  if (rate === undefined || rate.ServiceId !== serviceId) throw new Refusal(400, 'Invalid RateId.')
  const [startMs, endMs] = [instantOf(row.StartUtc), instantOf(row.EndUtc)]
  if (startMs === undefined || endMs === undefined || endMs <= startMs)
    throw new Refusal(400, 'Invalid StartUtc.')
  const persons = Array.isArray(row.PersonCounts) ? row.PersonCounts.map(bodyOf) : []
  for (const { AgeCategoryId, Count } of persons) {
    const age = store.ages.get(String(AgeCategoryId))
    if (age?.ServiceId !== serviceId || !Number.isSafeInteger(Count))
      throw new Refusal(400, 'Invalid PersonCounts.')
  }
  if (persons.length === 0) throw new Refusal(400, 'Invalid PersonCounts.')
  return {
    category,
    rate,
    startUtc: String(row.StartUtc),
    endUtc: String(row.EndUtc),
    persons: persons as Reservation['PersonCounts'],
    nights: readNights(store, category, row),
  }
}

/** Exactly one value, the one that the hotel's prices are in, and taxes that it knows. */
function readNights(store: Store, category: Category, row: Body): number[] | undefined {
  if (row.TimeUnitPrices === undefined || row.TimeUnitPrices === null) return undefined
  const { Pricing } = store.enterpriseOf(category.ServiceId)
  return rowsOf(row, 'TimeUnitPrices').map(({ Index, Amount }, place) => {
    const { GrossValue, NetValue, TaxCodes } = bodyOf(Amount)
    const isKnown = Array.isArray(TaxCodes) && TaxCodes.every((code) => code === 'XX-L')
    if (Index !== place || !isKnown) throw new Refusal(400, 'Invalid TimeUnitPrices.')
    if (Pricing === 'Net' || NetValue !== undefined || typeof GrossValue !== 'number') {
      throw new Refusal(400, 'Invalid Amount.')
    }
    return GrossValue
  })
}

/** `own`: the stay that is moved, whose nights are not in its own way. */
function demandRoom(
  store: Store,
  { category, startUtc, endUtc }: Wanted,
  own: Reservation | undefined,
): void {
  const zone = store.enterpriseOf(category.ServiceId).TimeZoneIdentifier
  const [from, to] = [dayIn(startUtc, zone), dayIn(endUtc, zone)]
  const held = own === undefined ? undefined : nightsOf(own, zone)
  const { left } = availabilityOf(store, category, from, daysBetween(from, to))
  const isShort = left.some((rooms, index) => {
    const date = new Date(Date.parse(from) + index * 86_400_000).toISOString().slice(0, 10)
    const isOwn = held !== undefined && held.arrival <= date && date < held.departure
    return rooms + (isOwn ? 1 : 0) < 1
  })
  if (isShort) throw new Refusal(403, 'There are not enough available spaces.')
}

function roomOf(store: Store, { category, startUtc, endUtc }: Wanted, id: string | undefined): string | null {
  if (id === undefined) return null
  if (!store.rooms(category.Id).some(({ Id }) => Id === id))
    throw new Refusal(400, 'Invalid AssignedResourceId.')
  const isTaken = store.reservations
    .values()
    .some(
      (row) =>
        row.AssignedResourceId === id &&
        row.State !== 'Canceled' &&
        Date.parse(row.ScheduledStartUtc) < Date.parse(endUtc) &&
        Date.parse(startUtc) < Date.parse(row.ScheduledEndUtc),
    )
  if (isTaken) throw new Refusal(403, 'The space is occupied.')
  return id
}
