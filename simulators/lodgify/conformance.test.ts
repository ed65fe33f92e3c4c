import { conformance, type SchemaFields, type ConformanceSample } from '../kit/testing/conformance.ts'
import { openAccount, type TestAccount } from './test-account.ts'

/** The description gives amounts as objects without properties, which no answer could satisfy. */
function mend(schema: SchemaFields): SchemaFields {
  const isEmpty =
    schema.type === 'object' && schema.properties === undefined && schema.additionalProperties === false
  return isEmpty ? { type: 'number' } : schema
}

const [bookings, inbox] = ['/v2/reservations/bookings', '/v1/reservation']
const range = 'start=2026-05-01&end=2026-08-01&includeDetails=true'
const oldRange = 'periodStart=2026-05-01&periodEnd=2026-08-01&IncludeBookingIds=true'
const everything = 'includeTransactions=true&includeExternal=true&includeQuoteDetails=true'

/** Returns the path in the description. */
const templateOf = (path: string): string =>
  path
    .replace(/\?.*/, '')
    .replace(/^(\/v2\/messaging)\/.*/, '$1/{threadGuid}')
    .replace(/^(\/v\d\/(?:availability|quote))\/\d+/, '$1/{propertyId}')
    .replace(/(\{propertyId\})\/\d+/, '$1/{roomTypeId}')
    .replace(/\/\d+/, '/{id}')

/** Returns the paths of every simulated read. */
function readPaths({ state, bookings: held }: TestAccount): string[] {
  const { listings, reservations, conversations } = state()
  const counted = (count: number) => Array.from({ length: count }, (_, index) => index)
  return [
    ...['/v2/properties?includeCount=true&includeInOut=true', '/v2/deletedProperties', '/v2/properties/1'],
    ...listings.flatMap(({ property: { id }, room_type_id: room }) => [
      ...[`/v2/properties/${id}`, `/v2/properties/${id}/rooms`, `/v2/rates/settings?houseId=${id}`],
      `/v2/rates/calendar?HouseId=${id}&RoomTypeId=${room}&StartDate=2026-06-01&EndDate=2026-06-30`,
      ...[`/v2/availability/${id}?${range}`, `/v2/availability/${id}/${room}?${range}`],
      ...[`/v1/availability/${id}?${oldRange}`, `/v1/availability/${id}/${room}?${oldRange}`],
    ]),
    ...['/v2/availability', '/v1/availability', `${inbox}/not_read`, `${inbox}?trash=true`],
    ...['', everything].flatMap((more) =>
      counted(7).map((page) => `${bookings}?stayFilter=All&trash=All&page=${page + 1}&${more}`),
    ),
    ...held().flatMap(({ id }) => [`${bookings}/${id}`, `${inbox}/booking/${id}`]),
    `${bookings}/${held()[0]?.id}/externalBookings`,
    ...counted(7).map((page) => `${inbox}?limit=50&offset=${page * 50}`),
    ...reservations.flatMap(({ id }) => (typeof id === 'string' ? `${inbox}/enquiry/${id.slice(1)}` : [])),
    ...[...conversations, { id: '5' }].map(({ id }) => `/v2/messaging/${id}`),
  ]
}

/** Returns the writes that answer with a body; others have only a status. */
function writesOf({ state }: TestAccount): [method: string, path: string, body?: object][] {
  const [listing] = state().listings
  const [property_id, room_type_id] = [listing?.property.id, listing?.room_type_id]
  const hook = { target_url: 'https://hooks.example.com/x', event: 'booking_change' }
  const guest = { guest_name: { first_name: 'Ines' }, email: 'ines@example.com' }
  const days = { arrival: '2027-09-01', departure: '2027-09-08' }
  const rooms = [{ room_type_id, guest_breakdown: { adults: 2 }, people: 2 }]
  const stay = { property_id, ...days, status: 'Booked', guest, rooms }
  const night = { is_default: false, start_date: '2027-09-01', end_date: '2027-09-03' }
  const rate = { ...night, price_per_day: 90, min_stay: 2 }
  const closed = { period_start: '2027-10-03', period_end: '2027-10-01', available: 0 }
  const quoted = `arrival=2027-09-01&departure=2027-09-08&roomTypes[0].Id=${room_type_id}`
  return [
    ['POST', '/webhooks/v1/subscribe', hook],
    ['POST', '/webhooks/v1/subscribe', hook],
    ['GET', '/webhooks/v1/list'],
    ['DELETE', '/webhooks/v1/unsubscribe', { id: 'x' }],
    ['POST', `${inbox}/booking`, stay],
    ['POST', `${inbox}/booking`, { ...stay, rooms: [] }],
    ['PUT', `${inbox}/booking/1/decline`],
    ['GET', `/v2/quote/${property_id}?${quoted}&roomTypes[0].People=2`],
    ['POST', '/v1/rates/savewithoutavailability', { property_id, room_type_id, rates: [rate] }],
    ['POST', '/v1/rates/savewithoutavailability', { property_id, room_type_id, rates: [rate, rate] }],
    ['POST', `/v1/availability/${property_id}/${room_type_id}/set`, closed],
  ]
}

conformance({
  files: ['lodgify-v1.json', 'lodgify-v2.json'],
  mend,
  kinds: 34,
  wrong: { template: '/v2/reservations/bookings/{id}', value: { id: 1, status: 'Teleported' } },
  walk: async function* (t): AsyncGenerator<ConformanceSample> {
    const account = await openAccount(t, { listings: 21, reservations: 320 })
    const reads = readPaths(account).map((path) => ['GET', path] as const)
    for (const [method, path, sent] of [...reads, ...writesOf(account)]) {
      const { status, body } = await account.send<unknown>(method, path, sent)
      yield { template: templateOf(path), method: method.toLowerCase(), status, value: body }
    }
  },
})
