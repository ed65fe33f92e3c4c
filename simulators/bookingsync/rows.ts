/** Shows rows as the vendor does: ids of other records under `links`, and what is asked for inside the row. */
import { addDays } from '../kit/clock.ts'
import { textParam, type Query } from '../kit/query.ts'
import { decimal } from './answers.ts'
import { accountId, channelFor, clientSide, hostSide, type BookingsyncWorld } from './projection.ts'
import type { Booking, Client, Message, Rental, Review } from './records.ts'

/** A map covers so many days. */
const mapDays = 1096
/** Rates are made for about a year and a half; later days have none. */
const pricedDays = 540

const isIncluded = (query: Query, name: string): boolean =>
  (textParam(query, 'include') ?? '').split(',').includes(name)

/** Returns those of these parts of a row that the query asks for. */
const included = (query: Query, parts: object): object =>
  Object.fromEntries(Object.entries(parts).filter(([name]) => isIncluded(query, name)))

const sources = ['Airbnb', 'Booking.com', 'HomeAway', 'Abritel', 'My Website', 'Agence du Lac']
const sourceId = (name: string | null): number | null =>
  name === null ? null : 1870 + (sources.indexOf(name) + 1 || [...name].length + 50)
const sourceRow = (name: string | null) =>
  name === null ? null : { id: sourceId(name), name, internal: false }

export const amenities = ['wifi', 'kitchen', 'swimming_pool', 'heating', 'washing_machine'].map(
  (key, index) => ({
    ...{ id: index + 1, key, title: { en: key } },
  }),
)

export function rentalRow({ id, ...row }: Rental): object {
  const maps = { availability: id + 1000, change_over: id + 2000, nightly_rate_map: id + 3000 }
  return { links: { account: accountId, ...maps, photos: [id * 10, id * 10 + 1] }, id, ...row }
}

export function shownRental(world: BookingsyncWorld, rental: Rental, query: Query): object {
  const photo = (number: number) => ({
    id: rental.id * 10 + number,
    large_url: `https://assets.example.com/bookingsync/${rental.id}-${number}.jpg`,
    description: number === 0 ? { en: 'Living room' } : {},
    position: 2 - number,
  })
  const links = amenities.slice(rental.id % 3)
  const rentals_amenities = links.map(({ id }) => ({ id: id + 500, links: { amenity: id } }))
  return {
    ...rentalRow(rental),
    ...included(query, { photos: [photo(0), photo(1)], rentals_amenities }),
    // The maps take long to make.
    ...(isIncluded(query, 'availability') ? mapsOf(world, rental) : {}),
  }
}

/** Availability and change-overs begin with the month, rates with yesterday. */
function mapsOf(world: BookingsyncWorld, rental: Rental): object {
  const today = world.today()
  const month = `${today.slice(0, 7)}-01`
  const from = addDays(month, -1)
  const nights = world.nights(rental, { from, to: addDays(today, mapDays) })
  const states = nights.map(({ stays: [stay] }) => (stay === undefined ? '0' : stateOf(stay)))
  const changes = states.map((state, index) => {
    const [arrival, departure] = [state === '0', states[index - 1] === '0']
    return arrival ? (departure ? 'C' : 'I') : departure ? 'O' : 'X'
  })
  const pricedUntil = addDays(today, pricedDays)
  const rated = nights.filter(({ date }) => date >= addDays(today, -1)).slice(0, mapDays)
  const rates = rated.map(({ date, price, set }) =>
    date <= pricedUntil || set.price !== undefined ? String(price) : '0',
  )
  const map = (id: number) => ({
    links: { rental: rental.id },
    id,
    start_date: month,
    updated_at: `${today}T00:10:00Z`,
  })
  return {
    availability: { ...map(rental.id + 1000), map: states.slice(1, mapDays + 1).join('') },
    change_over: { ...map(rental.id + 2000), map: changes.slice(1, mapDays + 1).join('') },
    nightly_rate_map: {
      ...map(rental.id + 3000),
      start_date: addDays(today, -1),
      rates_map: rates.join(','),
      minimum_stays_map: rated.map(({ set }) => set.minNights ?? 1).join(','),
    },
  }
}

const stateOf = ({ unavailable, status }: Booking): string =>
  unavailable === true ? '3' : status === 'Tentative' ? '2' : '1'

export function bookingRow({
  id,
  rental,
  client,
  source,
  conversation,
  bookings_fees,
  bookings_taxes,
  ...row
}: Booking) {
  const ids = (rows: readonly object[] | null) => (rows ?? []).map((one) => (one as { id: number }).id)
  return {
    links: {
      ...{
        account: accountId,
        rental,
        client: (client as Client | null)?.id ?? null,
        source: sourceId(source),
      },
      ...{ inquiry: null, bookings_fees: ids(bookings_fees), bookings_taxes: ids(bookings_taxes) },
      ...{ bookings_payments: [], conversations: conversation === null ? [] : [conversation] },
    },
    id,
    ...row,
  }
}

export function shownBooking(booking: Booking, query: Query): object {
  const { client, source, bookings_fees, bookings_taxes } = booking
  const parts = { client, source: sourceRow(source), bookings_fees, bookings_taxes }
  return { ...bookingRow(booking), ...included(query, parts) }
}

export function messageRow({ conversation, sender, attachments, ...row }: Message): object {
  return { links: { attachments, conversation, sender }, ...row }
}

interface ThreadParts {
  id: number
  stay: Booking
  messages: readonly Message[]
  hasHost: boolean
}

export function conversationRow({ id, stay, messages, hasHost }: ThreadParts, query: Query) {
  const [last] = messages
    .map(({ created_at }) => created_at)
    .toSorted()
    .slice(-1)
  const person = (side: number, member: object) => ({
    links: { conversation: id, member },
    id: side,
    read_at: null,
  })
  const participants = [
    person(clientSide(id), { id: (stay.client as Client | null)?.id ?? null, type: 'Client' }),
    ...(hasHost ? [person(hostSide(id), { id: 12, type: 'Host' })] : []),
  ]
  return {
    links: {
      ...{ account: accountId, bookings: [stay.id], inquiries: [], source: sourceId(stay.source) },
      ...{ messages: messages.map((message) => message.id), participants: participants.map((one) => one.id) },
    },
    id,
    default_channel: id % 5 === 0 ? null : channelFor(stay)[0],
    subject: null,
    last_message_at: last ?? null,
    ...{ created_at: stay.created_at, updated_at: last ?? stay.created_at },
    ...included(query, {
      ...{ messages: messages.map(messageRow), participants, bookings: [bookingRow(stay)] },
      ...{ inquiries: [], source: sourceRow(stay.source) },
    }),
  }
}

export function reviewRow({ rental, booking, source, ...row }: Review, query: Query): object {
  const links = { account: accountId, rental, booking, source: sourceId(source) }
  return { links, ...row, ...included(query, { source: sourceRow(source) }) }
}

/** A quote is the rent of the nights with a fee and a tax that guests pay besides. */
export function quoteOf(world: BookingsyncWorld, rental: Rental, from: string, to: string): object | null {
  const nights = world.nights(rental, { from, to: addDays(to, -1) })
  if (from >= to || nights.some(({ stays }) => stays.length > 0)) return null
  const cents = (amount: number) => Math.round(amount * 100) / 100
  const rent = cents(nights.reduce((sum, { price }) => sum + price, 0))
  const tax = cents(rent / 9)
  const vat = { name: { en: 'Lodging tax' }, percentage: '11.1', amount: decimal(tax) }
  const fee = { name: { en: 'Cleaning' }, required: true, price: '60.0', quantity: 1 }
  return {
    ...{ id: rental.id, currency: rental.currency, damage_deposit: 0 },
    ...{ initial_price: rent, final_price: cents(rent + 60 + tax) },
    price_details: {
      taxes: [{ ...vat, taxable_type: 'Rental', taxable_id: rental.id, tax_id: 5, included: false }],
      fees: [{ ...fee, id: 10, rentals_fee_id: 12 }],
    },
    taxes: [vat],
    links: {},
  }
}
