import type { FastifyInstance } from 'fastify'
import { addDays, daysBetween, isDay } from '../kit/clock.ts'
import type { VendorAnswer } from '../kit/definition.ts'
import { readObject } from '../kit/fields.ts'
import { sendAnswer } from '../kit/server.ts'
import type { Account } from './account.ts'
import { calendarDays } from './calendar.ts'
import { failure, notFound } from './failure.ts'
import { nobody } from './invent-reservation.ts'
import { money } from './money.ts'
import type { Home, NightSettings, ReservationRow } from './records.ts'
import { everything, showReservation } from './views.ts'

type WithId = { Params: { uuid: string } }

const mostDates = 60
const furthestDays = 1095
const longestCode = 50
/** Bookings that are the host's own. */
const ownPlatforms = ['manual', 'direct']

/** Nights, quotes and the host's own bookings, written through the API. */
export function writeRoutes(app: FastifyInstance, account: Account): void {
  const { store } = account
  app.put<WithId>('/properties/:uuid/calendar', ({ params, body }, reply) => {
    const home = store.home(params.uuid)
    return sendAnswer(reply, home === undefined ? notFound : setNights(home, body, account.today()))
  })
  app.post<WithId>('/properties/:uuid/quote', ({ params, body }, reply) => {
    const home = store.home(params.uuid)
    return sendAnswer(reply, home === undefined ? notFound : quoteOf(account, home, body))
  })
  app.post('/reservations', ({ body }, reply) => sendAnswer(reply, create(account, body)))
  app.post<WithId>('/reservations/:uuid/cancel', ({ params, body }, reply) => {
    const row = store.reservations.get(params.uuid)
    if (row === undefined) return sendAnswer(reply, notFound)
    const { initiated_by } = readObject(body)
    if (initiated_by !== 'host' && initiated_by !== 'guest') {
      return sendAnswer(reply, failure(422, 'The initiated_by field is required.'))
    }
    const isOwn = ownPlatforms.includes(row.platform ?? '')
    if (!isOwn || row.status !== 'accepted') {
      return sendAnswer(reply, failure(422, 'This reservation cannot be cancelled.'))
    }
    account.cancel(row.id, {})
    return reply.send({ data: showReservation(store, row, everything) })
  })
}

function setNights(home: Home, body: unknown, today: string): VendorAnswer {
  if (home.row.calendar_restricted === true)
    return failure(422, 'The calendar of this property is restricted.')
  const { dates } = readObject(body)
  if (!Array.isArray(dates) || dates.length > mostDates) return failure(422, 'The dates are not valid.')
  const read = dates.map((entry) => readObject(entry))
  const isWrong = read.some(({ date, price, available, min_stay }) => {
    const isKnownDay = isDay(date) && daysBetween(today, date) <= furthestDays
    const isPriced = price === undefined || Number.isSafeInteger(readObject(price).amount)
    const isFlag = available === undefined || typeof available === 'boolean'
    return !isKnownDay || !isPriced || !isFlag || (min_stay !== undefined && !Number.isSafeInteger(min_stay))
  })
  if (isWrong) return failure(422, 'The dates are not valid.')
  for (const { date, price, available, ...rest } of read) {
    const day = String(date)
    const amount = price === undefined ? {} : { amount: Number(readObject(price).amount) }
    home.nights.set(day, { ...home.nights.get(day), ...amount, ...(rest as NightSettings) })
    if (available === false) home.blocked.add(day)
    if (available === true) home.blocked.delete(day)
  }
  return { status: 202, body: { status: 'accepted' } }
}

function quoteOf(account: Account, home: Home, body: unknown): VendorAnswer {
  const { checkin_date: from, checkout_date: to, guests } = readObject(body)
  const { adults } = readObject(guests)
  if (!isDay(from) || !isDay(to) || to <= from || typeof adults !== 'number') {
    return failure(400, 'The dates or the guests are not valid.')
  }
  const days = calendarDays(account.store, home, from, addDays(to, -1), account.today())
  const [first] = days
  if (first === undefined || days.some(({ status }) => !status.available)) {
    return failure(400, 'The property is not available on these dates.')
  }
  if (days.length < first.min_stay || first.closed_for_checkin) {
    return failure(400, 'The stay breaks a rule of the calendar.')
  }
  const currency = home.row.currency ?? 'EUR'
  const base = days.reduce((sum, { price }) => sum + price.amount, 0)
  const { fee, tax } = addedTo(home, base)
  const line = (amount: number, label: string, category: string) => money(amount, currency, label, category)
  const whole = 'Total payment'
  return {
    status: 200,
    body: {
      data: {
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
      },
    },
  }
}

function create(account: Account, body: unknown): VendorAnswer {
  const { property_id, check_in, check_out, guests, guest, financials, ...rest } = readObject(body)
  const { channel = 'manual', notes = null, reservation_code: code } = rest
  const home = account.store.home(String(property_id))
  if (home === undefined) return failure(422, 'The selected property_id is invalid.')
  if (!isDay(check_in) || !isDay(check_out) || check_out <= check_in) {
    return failure(422, 'The check_in or check_out field is not valid.')
  }
  if (typeof code === 'string' && code.length > longestCode)
    return failure(422, 'The reservation_code is too long.')
  if (!ownPlatforms.includes(String(channel))) return failure(422, 'The selected channel is invalid.')
  const { adults = 1, children = 0 } = readObject(guests) as { adults?: number; children?: number }
  const { first_name, last_name = null, email = null, phone } = readObject(guest)
  if (typeof first_name !== 'string') return failure(422, 'The guest.first_name field is required.')
  const { accommodation } = readObject(financials)
  if (typeof accommodation !== 'number' || !Number.isSafeInteger(accommodation) || accommodation < 0) {
    return failure(422, 'The financials.accommodation field is not valid.')
  }
  const row = account.make(home, check_in, check_out, {
    platform: String(channel),
    ...(typeof code === 'string' ? { code } : {}),
    notes: notes === null ? null : String(notes),
    guests: {
      total: adults + children,
      adult_count: adults,
      child_count: children,
      infant_count: 0,
      pet_count: 0,
    },
    guest: {
      ...nobody,
      first_name,
      last_name,
      email,
      phone_numbers: phone === undefined ? [] : [String(phone)],
    },
    financials: financialsOf(home, accommodation),
  })
  return { status: 201, body: { data: showReservation(account.store, row, everything) } }
}

/** The cleaning fee of the property, and the tax on it and on the nights. */
function addedTo(home: Home, accommodation: number): { fee: number; tax: number } {
  const { fees = [] } = (home.row.bookings ?? {}) as { fees?: { value: { amount: number } }[] }
  const fee = fees.reduce((sum, { value }) => sum + value.amount, 0)
  return { fee, tax: Math.round((accommodation + fee) * 0.0625) }
}

/** What is sent is the price of the nights; fees and taxes of the property are charged on top of it. */
function financialsOf(home: Home, accommodation: number): ReservationRow['financials'] {
  const currency = home.row.currency ?? 'EUR'
  const { fee, tax } = addedTo(home, accommodation)
  const line = (amount: number, label: string, category: string) => money(amount, currency, label, category)
  const cleaning = fee === 0 ? [] : [line(fee, 'Cleaning Fee', 'Guest fees')]
  return {
    currency,
    guest: {
      accommodation: line(accommodation, 'Accommodation', 'Accommodation'),
      fees: cleaning,
      discounts: [],
      taxes: [line(tax, 'Lodging taxes', 'Taxes')],
      adjustments: [],
      total_price: line(accommodation + fee + tax, 'Guest Total Price', 'Guest total price'),
    },
    host: {
      accommodation: line(accommodation, 'Accommodation', 'Accommodation'),
      accommodation_breakdown: [],
      guest_fees: cleaning,
      host_fees: [],
      discounts: [],
      adjustments: [],
      taxes: [],
      revenue: line(accommodation + fee, 'Gross Revenue', 'Revenue'),
    },
  }
}
