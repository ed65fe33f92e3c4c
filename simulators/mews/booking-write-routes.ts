import type { FastifyInstance } from 'fastify'
import { daysBetween } from '../kit/clock.ts'
import { forbidden, invalid } from './answers.ts'
import { addCharges, chargesOf, type StayOrder } from './charges.ts'
import { dayIn } from './local-time.ts'
import { availabilitiesOf, freeRoom } from './nights.ts'
import type { Portfolio } from './portfolio.ts'
import { bareReservation, newCustomer } from './projection.ts'
import type { Category, Customer, Reservation } from './records.ts'
import { bodyOf, idsOf, instantOf, namedIn, rowsOf, textOf, type Body } from './requests.ts'
import type { Store } from './store.ts'

const customerNames = ['FirstName', 'LastName', 'SecondLastName', 'Email', 'Phone', 'Notes'] as const

export function bookingWriteRoutes(app: FastifyInstance, { store, world }: Portfolio): void {
  customerRoutes(app, store)

  app.post('/reservations/price', ({ body }) => ({
    ReservationPrices: rowsOf(bodyOf(body), 'Reservations').map((row) => ({
      Identifier: textOf(row, 'Identifier') ?? null,
      TotalAmount: totalOf(chargesOf(store, readWanted(store, bodyOf(body), row))),
    })),
  }))

  app.post('/reservations/add', ({ body }) => {
    const fields = bodyOf(body)
    const book = (row: Body): Reservation => {
      const stay = readWanted(store, fields, row)
      const reservation = {
        ...bareReservation(store, {
          ...{ number: world.nextNumber('stay', 0), category: stay.category, State: stateIn(row) },
          ...{ start: stay.startUtc, end: stay.endUtc, madeUtc: store.now() },
        }),
        ...{ AccountId: namedIn(store.customers, row, 'CustomerId').Id, RateId: stay.rate.Id },
        ...{ ReleasedUtc: textOf(row, 'ReleasedUtc') ?? null, Notes: textOf(row, 'Notes') ?? null },
        ...{ ChannelNumber: textOf(row, 'ChannelNumber') ?? null, PersonCounts: stay.persons },
      }
      if (fields.CheckOverbooking !== false) requireRoom(store, stay)
      reservation.AssignedResourceId = roomFor(store, stay, textOf(row, 'AssignedResourceId'))
      addCharges(store, reservation, chargesOf(store, stay))
      return world.addStay(reservation)
    }
    return {
      Reservations: rowsOf(fields, 'Reservations').map((row) => {
        const reservation = book(row)
        return {
          Identifier: textOf(row, 'Identifier') ?? null,
          Reservation: { ...reservation, OwnerId: reservation.AccountId },
        }
      }),
    }
  })

  app.post('/reservations/update', ({ body }) => {
    const fields = bodyOf(body)
    for (const update of rowsOf(fields, 'ReservationUpdates')) {
      const row = namedIn(world.stays, update, 'ReservationId')
      if (!['Confirmed', 'Optional'].includes(row.State)) throw forbidden('Reservation cannot be updated.')
      if (fields.Reprice === true && textOf(fields, 'Reason') === undefined) throw invalid('Reason')
      const value = (name: string) => bodyOf(update[name]).Value
      const change = {
        ...{ RequestedCategoryId: row.RequestedResourceCategoryId, RateId: row.RateId },
        StartUtc: value('StartUtc') ?? row.ScheduledStartUtc,
        EndUtc: value('EndUtc') ?? row.ScheduledEndUtc,
        PersonCounts: value('PersonCounts') ?? row.PersonCounts,
      }
      const stay = readWanted(store, { ServiceId: row.ServiceId }, change)
      if (fields.CheckOverbooking !== false) requireRoom(store, stay, row)
      const { startUtc, endUtc, persons } = stay
      const nights = (start: string, end: string) => daysBetween(start.slice(0, 10), end.slice(0, 10))
      const isLonger = nights(startUtc, endUtc) !== nights(row.ScheduledStartUtc, row.ScheduledEndUtc)
      world.apply(row, { ScheduledStartUtc: startUtc, ScheduledEndUtc: endUtc, PersonCounts: persons })
      // By default the hotel's present prices apply.
      if (fields.Reprice === false && !isLonger) continue
      store.dropItems(row.Id)
      addCharges(store, row, chargesOf(store, stay))
    }
    return { Reservations: [] }
  })

  app.post('/reservations/cancel', ({ body }) => {
    const fields = bodyOf(body)
    const ids = [...(idsOf(fields, 'ReservationIds') ?? [])]
    if (textOf(fields, 'Notes') === undefined) throw invalid('Notes')
    for (const ReservationId of ids) {
      const row = namedIn(world.stays, { ReservationId }, 'ReservationId')
      if (row.State === 'Canceled') throw forbidden('Reservation cannot be canceled.')
      world.cancel(ReservationId).CancellationReason = 'ServiceNotAvailable'
    }
    return { ReservationIds: ids }
  })
}

function stateIn(row: Body): string {
  const state = textOf(row, 'State') ?? 'Confirmed'
  if (!['Confirmed', 'Optional', 'Enquired'].includes(state)) throw invalid('State')
  if (state === 'Optional' && textOf(row, 'ReleasedUtc') === undefined) throw invalid('ReleasedUtc')
  return state
}

function totalOf(charges: ReturnType<typeof chargesOf>): object {
  const sum = (values: number[]) => Math.round(values.reduce((all, one) => all + one, 0) * 100) / 100
  const amounts = charges.map(({ amount }) => amount)
  const taxes = amounts.flatMap(({ TaxValues }) => TaxValues)
  return {
    Currency: amounts[0]?.Currency,
    NetValue: sum(amounts.map(({ NetValue }) => NetValue)),
    GrossValue: sum(amounts.map(({ GrossValue }) => GrossValue)),
    TaxValues: [{ Code: taxes[0]?.Code, Value: sum(taxes.map(({ Value }) => Value)) }],
    Breakdown: { Items: amounts.flatMap(({ Breakdown }) => Breakdown.Items) },
  }
}

function customerRoutes(app: FastifyInstance, store: Store): void {
  const write = (customer: Customer, fields: Body): Customer => {
    const names = customerNames.filter((name) => textOf(fields, name) !== undefined)
    const texts = Object.fromEntries(names.map((name) => [name, fields[name]]))
    return Object.assign(customer, texts, { UpdatedUtc: store.now() })
  }

  app.post('/customers/add', ({ body }) => {
    const fields = bodyOf(body)
    const email = textOf(fields, 'Email')
    const known = store.customers.all().find(({ Email }) => email !== undefined && Email === email)
    if (known !== undefined && fields.OverwriteExisting === false) {
      throw forbidden('A customer with this email address already exists.')
    }
    return write(known ?? newCustomer(store, store.now(), {}), fields)
  })

  app.post('/customers/update', ({ body }) => {
    const fields = bodyOf(body)
    return write(namedIn(store.customers, fields, 'CustomerId'), fields)
  })
}

function readWanted(store: Store, body: Body, row: Body): StayOrder {
  const category = namedIn(store.categories, row, 'RequestedCategoryId')
  const rate = namedIn(store.rates, row, 'RateId')
  const serviceId = textOf(body, 'ServiceId')
  if (category.ServiceId !== serviceId) throw invalid('RequestedCategoryId')
  if (rate.ServiceId !== serviceId) throw invalid('RateId')
  if (instantOf(row, 'EndUtc') <= instantOf(row, 'StartUtc')) throw invalid('StartUtc')
  const persons = row.PersonCounts as Reservation['PersonCounts']
  const ages = persons.map(({ AgeCategoryId }) => store.ages.get(AgeCategoryId))
  if (ages.some((age) => age?.ServiceId !== serviceId)) throw invalid('PersonCounts')
  const [startUtc, endUtc] = [String(row.StartUtc), String(row.EndUtc)]
  return { category, rate, startUtc, endUtc, persons, nights: readNights(store, category, row) }
}

/** A price has exactly one value, gross or net like the hotel's prices, and known taxes. */
function readNights(store: Store, category: Category, row: Body): number[] | undefined {
  if (row.TimeUnitPrices === undefined || row.TimeUnitPrices === null) return undefined
  const { Pricing } = store.enterpriseOf(category)
  const prices = rowsOf(row, 'TimeUnitPrices')
  if (prices.length === 0) throw invalid('TimeUnitPrices')
  return prices.map(({ Index, Amount }, place) => {
    const { GrossValue, NetValue, TaxCodes } = bodyOf(Amount)
    const isKnown = Array.isArray(TaxCodes) && TaxCodes.every((code) => code === 'XX-L')
    if (Index !== place || !isKnown) throw invalid('TimeUnitPrices')
    if (Pricing === 'Net' || NetValue !== undefined || typeof GrossValue !== 'number') throw invalid('Amount')
    return GrossValue
  })
}

/** A stay that is being moved leaves its own nights. */
function requireRoom(store: Store, { category, startUtc, endUtc }: StayOrder, moved?: Reservation): void {
  const [from, to] = [startUtc, endUtc].map((utc) => dayIn(utc, store.zoneOf(category))) as [string, string]
  const [availability] = availabilitiesOf(store, [category], from, daysBetween(from, to), moved)
  const isFull = availability?.left.some((rooms) => rooms < 1)
  if (isFull === true) throw forbidden('There are not enough available spaces.')
}

/** Returns the room that was asked for, or any that is free. */
function roomFor(store: Store, { category, startUtc, endUtc }: StayOrder, id?: string): string | null {
  if (id !== undefined && !store.roomsOf(category).some(({ Id }) => Id === id))
    throw invalid('AssignedResourceId')
  const room = freeRoom(store, category, { start: startUtc, end: endUtc }, id)
  if (id !== undefined && room === undefined) throw forbidden('The space is occupied.')
  return room?.Id ?? null
}
