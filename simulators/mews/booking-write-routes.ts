import type { FastifyInstance } from 'fastify'
import { addDays, daysBetween } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import type { Account } from './account.ts'
import { Refusal } from '../kit/refusal.ts'
import { failure, forbidden, invalid } from './answers.ts'
import { blankCustomer } from './invent-customer.ts'
import { dayIn } from './moments.ts'
import { availabilityOf, nightsOf } from './nights.ts'
import type { Category, Reservation } from './records.ts'
import { bodyOf, idsOf, instantOf, namedIn, rowsOf, textOf } from './requests.ts'
import type { Body } from './requests.ts'
import type { Store } from './store.ts'
import { chargesOf } from './writer.ts'
import type { StayOrder, Writer } from './writer.ts'

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
    const fields = bodyOf(body)
    return {
      Reservations: rowsOf(fields, 'Reservations').map((row) => {
        const stay = readWanted(store, fields, row)
        const customer = namedIn(store.customers, row, 'CustomerId')
        const state = textOf(row, 'State') ?? 'Confirmed'
        if (!['Confirmed', 'Optional', 'Enquired'].includes(state)) throw invalid('State')
        const releasedUtc = textOf(row, 'ReleasedUtc') ?? null
        if (state === 'Optional' && releasedUtc === null) throw invalid('ReleasedUtc')
        if (fields.CheckOverbooking !== false) demandRoom(store, stay, undefined)
        const reservation = writer.make({
          ...stay,
          state,
          customerId: customer.Id,
          roomId: roomOf(store, stay, textOf(row, 'AssignedResourceId')),
          channelNumber: textOf(row, 'ChannelNumber') ?? null,
          releasedUtc,
          notes: textOf(row, 'Notes') ?? null,
        })
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
      const row = namedIn(store.reservations, update, 'ReservationId')
      if (!['Confirmed', 'Optional'].includes(row.State)) throw forbidden('Reservation cannot be updated.')
      if (fields.Reprice === true && textOf(fields, 'Reason') === undefined) throw invalid('Reason')
      const value = (name: string) => bodyOf(update[name]).Value
      const stay = readWanted(
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
      if (fields.CheckOverbooking !== false) demandRoom(store, stay, row)
      // By default the hotel's present prices apply.
      writer.update(row, stay, fields.Reprice !== false)
    }
    return { Reservations: [] }
  })

  app.post('/reservations/cancel', ({ body }) => {
    const fields = bodyOf(body)
    const ids = idsOf(fields, 'ReservationIds') ?? []
    if (textOf(fields, 'Notes') === undefined) throw invalid('Notes')
    for (const id of ids) {
      try {
        account.cancel(id, { cancelledBy: 'host' })
      } catch (error) {
        if (!(error instanceof ControlError)) throw error
        const status = store.reservations.get(id) === undefined ? 400 : 403
        throw new Refusal(failure(status, 'Reservation cannot be canceled.'))
      }
    }
    return { ReservationIds: [...ids] }
  })
}

function customerRoutes(app: FastifyInstance, store: Store, writer: Writer): void {
  app.post('/customers/add', ({ body }) => {
    const fields = bodyOf(body)
    const email = textOf(fields, 'Email')
    const known = store.customers.values().find(({ Email }) => email !== undefined && Email === email)
    if (known !== undefined && fields.OverwriteExisting === false) {
      throw forbidden('A customer with this email address already exists.')
    }
    const at = writer.now()
    const customer = known ?? store.customers.add(blankCustomer(writer.id(), at))
    return Object.assign(customer, fieldsOf(fields), { UpdatedUtc: at })
  })

  app.post('/customers/update', ({ body }) => {
    const fields = bodyOf(body)
    const customer = namedIn(store.customers, fields, 'CustomerId')
    return Object.assign(customer, fieldsOf(fields), { UpdatedUtc: writer.now() })
  })
}

function fieldsOf(body: Body): Record<string, string> {
  return Object.fromEntries(
    customerNames.flatMap((name) => (textOf(body, name) ? [[name, String(body[name])]] : [])),
  )
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
  return {
    category,
    rate,
    startUtc: String(row.StartUtc),
    endUtc: String(row.EndUtc),
    persons,
    nights: readNights(store, category, row),
  }
}

/** A price has exactly one value, gross or net like the hotel's prices, and known taxes. */
function readNights(store: Store, category: Category, row: Body): number[] | undefined {
  if (row.TimeUnitPrices === undefined || row.TimeUnitPrices === null) return undefined
  const { Pricing } = store.enterpriseOf(category.ServiceId)
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

/** `own` is the stay being moved, whose own nights do not count as taken. */
function demandRoom(
  store: Store,
  { category, startUtc, endUtc }: StayOrder,
  own: Reservation | undefined,
): void {
  const zone = store.enterpriseOf(category.ServiceId).TimeZoneIdentifier
  const [from, to] = [dayIn(startUtc, zone), dayIn(endUtc, zone)]
  const nights = own === undefined ? undefined : nightsOf(own, zone)
  const { left } = availabilityOf(store, category, from, daysBetween(from, to))
  const isShort = left.some((rooms, index) => {
    const date = addDays(from, index)
    const isOwn = nights !== undefined && nights.arrival <= date && date < nights.departure
    return rooms + (isOwn ? 1 : 0) < 1
  })
  if (isShort) throw forbidden('There are not enough available spaces.')
}

function roomOf(
  store: Store,
  { category, startUtc, endUtc }: StayOrder,
  id: string | undefined,
): string | null {
  if (id === undefined) return null
  if (!store.rooms(category.Id).some(({ Id }) => Id === id)) throw invalid('AssignedResourceId')
  const isTaken = store.reservations
    .values()
    .some(
      (row) =>
        row.AssignedResourceId === id &&
        row.State !== 'Canceled' &&
        Date.parse(row.ScheduledStartUtc) < Date.parse(endUtc) &&
        Date.parse(startUtc) < Date.parse(row.ScheduledEndUtc),
    )
  if (isTaken) throw forbidden('The space is occupied.')
  return id
}
