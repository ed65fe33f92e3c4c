import type { FastifyInstance } from 'fastify'
import { addDays, daysBetween } from '../kit/clock.ts'
import { readObject } from '../kit/fields.ts'
import { inventPerson } from '../kit/people.ts'
import { heldOr, refuse } from '../kit/server.ts'
import { calendarDays } from './calendar.ts'
import { failure, notFound } from './failure.ts'
import { financialsIn } from './financials.ts'
import { major, money } from './money.ts'
import { nobody, partyOf } from './projection.ts'
import { reservationOf, type HospitableWorld, type PropertyRow, type ReservationRow } from './records.ts'
import { statuses } from './statuses.ts'
import { everything, showReservation } from './views.ts'

type WriteByIdRequest = { Params: { uuid: string } }

const mostDates = 60
const furthestDays = 1095
const longestCode = 50
/** Bookings of these platforms are the host's own. */
const ownPlatforms = ['manual', 'direct']

interface NightWritten {
  date: string
  price?: { amount: number }
  available?: boolean
  min_stay?: number
  closed_for_checkin?: boolean
  closed_for_checkout?: boolean
}

interface StayAsked {
  checkin_date: string
  checkout_date: string
}

interface BookingSent {
  property_id: string
  check_in: string
  check_out: string
  guests?: { adults?: number; children?: number }
  guest: { first_name: string; last_name?: string | null; email?: string | null; phone?: string | null }
  financials?: unknown
  reservation_code?: string
  notes?: string | null
  channel?: string
}

/** Routes that write nights, quotes and the host's own bookings. */
export function writeRoutes(app: FastifyInstance, world: HospitableWorld): void {
  const homeOf = ({ uuid }: { uuid: string }): PropertyRow => heldOr(world.homes.get(uuid), notFound)

  app.put<WriteByIdRequest & { Body: { dates: NightWritten[] } }>(
    '/properties/:uuid/calendar',
    (request, reply) => {
      setNights(world, homeOf(request.params), request.body.dates)
      return reply.code(202).send({ status: 'accepted' })
    },
  )
  app.post<WriteByIdRequest & { Body: StayAsked }>('/properties/:uuid/quote', ({ params, body }) => ({
    data: quoteOf(world, homeOf(params), body),
  }))
  app.post<{ Body: BookingSent }>('/reservations', ({ body }, reply) => {
    const row = create(world, body)
    return reply.code(201).send({ data: showReservation(world, row, everything) })
  })
  app.post<WriteByIdRequest & { Body: { initiated_by: string } }>(
    '/reservations/:uuid/cancel',
    ({ params, body }) => {
      const row = heldOr(reservationOf(world, params.uuid), notFound)
      if (!['host', 'guest'].includes(body.initiated_by)) {
        refuse(failure(422, 'The initiated_by field is required.'))
      }
      const isOwn = ownPlatforms.includes(row.platform ?? '')
      if (!isOwn || row.status !== 'accepted') refuse(failure(422, 'This reservation cannot be cancelled.'))
      world.cancel(row.id)
      return { data: showReservation(world, row, everything) }
    },
  )
}

function setNights(world: HospitableWorld, home: PropertyRow, dates: readonly NightWritten[]): void {
  if (home.calendar_restricted === true) refuse(failure(422, 'The calendar of this property is restricted.'))
  const isTooFar = dates.some(({ date }) => daysBetween(world.today(), date) > furthestDays)
  if (isTooFar || dates.length > mostDates) refuse(failure(422, 'The dates are not valid.'))
  for (const { date, price, available, ...rules } of dates) {
    const changes = {
      price: price && major(price.amount, home.currency ?? 'EUR'),
      isClosed: available === undefined ? undefined : !available,
      minNights: rules.min_stay,
      closedToArrival: rules.closed_for_checkin,
      closedToDeparture: rules.closed_for_checkout,
    }
    const settings = Object.entries(changes).filter(([, value]) => value !== undefined)
    world.setNights(home, { from: date, to: date }, Object.fromEntries(settings))
  }
}

function quoteOf(
  world: HospitableWorld,
  home: PropertyRow,
  { checkin_date: from, checkout_date: to }: StayAsked,
): object {
  if (to <= from) refuse(failure(400, 'The dates or the guests are not valid.'))
  const days = calendarDays(world, home, { from, to: addDays(to, -1) })
  const [first] = days
  if (first === undefined || days.some(({ status }) => !status.available)) {
    return refuse(failure(400, 'The property is not available on these dates.'))
  }
  if (days.length < first.min_stay || first.closed_for_checkin) {
    refuse(failure(400, 'The stay breaks a rule of the calendar.'))
  }
  const currency = home.currency ?? 'EUR'
  const base = days.reduce((sum, { price }) => sum + price.amount, 0)
  const { fee, tax } = addedTo(home, base)
  const line = (amount: number, label: string, category: string) => money(amount, currency, label, category)
  const whole = 'Total payment'
  return {
    quote_id: '40c9b4fe-6594-4020-8593-886cb91ca35f',
    booking_url: 'https://booking.example.com/quote',
    currency,
    financials: {
      taxes: [line(tax, 'Lodging taxes', 'Pass-through taxes')],
      fees: [line(fee, 'Cleaning Fee', 'Guest fees')],
      discounts: [],
      totals: {
        sub_total: [line(base, 'Sub Total', whole)],
        total_fees: [line(fee, 'Total Fees', whole)],
        total: [line(base + fee + tax, 'Total Price', 'Guest total price')],
        total_without_taxes: [line(base + fee, 'Total without taxes', whole)],
      },
    },
  }
}

function create(world: HospitableWorld, booking: BookingSent): ReservationRow {
  const { check_in, check_out, guests, guest, channel = 'manual', notes = null, ...identity } = booking
  const { property_id: id, reservation_code: code, financials } = identity
  const home = heldOr(world.homes.get(id), failure(422, 'The selected property_id is invalid.'))
  if (check_out <= check_in) refuse(failure(422, 'The check_in or check_out field is not valid.'))
  if ((code ?? '').length > longestCode) refuse(failure(422, 'The reservation_code is too long.'))
  if (!ownPlatforms.includes(channel)) refuse(failure(422, 'The selected channel is invalid.'))
  const { accommodation } = readObject(financials)
  if (typeof accommodation !== 'number' || !Number.isSafeInteger(accommodation) || accommodation < 0) {
    return refuse(failure(422, 'The financials.accommodation field is not valid.'))
  }
  const { first_name, last_name = null, email = null, phone } = guest
  const phone_numbers = phone ? [phone] : []
  const nowMs = world.nowMs()
  const plan = {
    ...{ home, unit: 1, arrival: check_in, departure: check_out, status: statuses.accepted, channel },
    ...{ person: inventPerson(world.random, 0), guestNumber: 0 },
    ...{ madeAtMs: nowMs, changedAtMs: nowMs, overrides: {} },
  }
  const fields = {
    ...(code === undefined ? {} : { code }),
    notes,
    guests: partyOf(guests?.adults ?? 1, guests?.children ?? 0),
    guest: { ...nobody, first_name, last_name, email, phone_numbers },
    financials: financialsOf(home, accommodation),
  }
  const row = world.inventStay(plan, world.random) as ReservationRow
  world.addStay(Object.assign(row, fields))
  return row
}

/** Returns the property's cleaning fee, and the tax on it and on the nights. */
function addedTo(home: PropertyRow, accommodation: number): { fee: number; tax: number } {
  const { fees = [] } = (home.bookings ?? {}) as { fees?: { value: { amount: number } }[] }
  const fee = fees.reduce((sum, { value }) => sum + value.amount, 0)
  return { fee, tax: Math.round((accommodation + fee) * 0.0625) }
}

/** The caller sends the price of the nights; the property's fees and taxes are added. */
function financialsOf(home: PropertyRow, accommodation: number): object {
  const { fee, tax } = addedTo(home, accommodation)
  return financialsIn(home.currency ?? 'EUR', { accommodation, cleaning: fee, tax })
}
