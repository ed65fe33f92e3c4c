import { conformance, type SchemaFields, type ConformanceSample } from '../kit/testing/conformance.ts'
import type { SimulatorAnswer } from '../kit/testing/open-simulator.ts'
import { openAccount, type TestAccount } from './test-account.ts'

/** The description gives amounts as objects without properties, which no answer could satisfy. */
function mend(schema: SchemaFields): SchemaFields {
  const isEmpty =
    schema.type === 'object' && schema.properties === undefined && schema.additionalProperties === false
  return isEmpty ? { type: 'number' } : schema
}

type Step = readonly [template: string, answer: SimulatorAnswer<unknown>, method?: string]

/** Covers every simulated call, with its path in the description. */
async function* walk({ get, send, state, bookings }: TestAccount): AsyncGenerator<Step> {
  const held = state()
  yield ['/v2/properties', await get('/v2/properties?includeCount=true&includeInOut=true')]
  yield ['/v2/deletedProperties', await get('/v2/deletedProperties')]
  for (const { property, room_type_id } of held.listings) {
    const { id } = property
    yield ['/v2/properties/{id}', await get(`/v2/properties/${id}`)]
    yield ['/v2/properties/{id}/rooms', await get(`/v2/properties/${id}/rooms`)]
    yield ['/v2/rates/settings', await get(`/v2/rates/settings?houseId=${id}`)]
    const rates = `HouseId=${id}&RoomTypeId=${room_type_id}&StartDate=2026-06-01&EndDate=2026-06-30`
    yield ['/v2/rates/calendar', await get(`/v2/rates/calendar?${rates}`)]
    const details = 'start=2026-05-01&end=2026-08-01&includeDetails=true'
    yield ['/v2/availability/{propertyId}', await get(`/v2/availability/${id}?${details}`)]
    const place = `${id}/${room_type_id}`
    yield ['/v2/availability/{propertyId}/{roomTypeId}', await get(`/v2/availability/${place}?${details}`)]
    const range = 'periodStart=2026-05-01&periodEnd=2026-08-01&IncludeBookingIds=true'
    yield ['/v1/availability/{propertyId}', await get(`/v1/availability/${id}?${range}`)]
    yield ['/v1/availability/{propertyId}/{roomTypeId}', await get(`/v1/availability/${place}?${range}`)]
  }
  yield ['/v2/availability', await get('/v2/availability')]
  yield ['/v1/availability', await get('/v1/availability')]
  const everything = 'includeTransactions=true&includeExternal=true&includeQuoteDetails=true'
  for (const more of ['', everything]) {
    for (let page = 1; page <= 7; page++) {
      const path = `/v2/reservations/bookings?stayFilter=All&trash=All&page=${page}&${more}`
      yield ['/v2/reservations/bookings', await get(path)]
    }
  }
  for (const { id } of bookings()) {
    yield ['/v2/reservations/bookings/{id}', await get(`/v2/reservations/bookings/${id}`)]
    yield ['/v1/reservation/booking/{id}', await get(`/v1/reservation/booking/${id}`)]
  }
  const [some] = bookings()
  const external = `/v2/reservations/bookings/${some?.id}/externalBookings`
  yield ['/v2/reservations/bookings/{id}/externalBookings', await get(external)]
  for (let offset = 0; offset < 350; offset += 50) {
    yield ['/v1/reservation', await get(`/v1/reservation?limit=50&offset=${offset}`)]
  }
  yield ['/v1/reservation', await get('/v1/reservation?trash=true')]
  yield ['/v1/reservation/not_read', await get('/v1/reservation/not_read')]
  for (const { id } of held.reservations.filter((row) => typeof row.id === 'string')) {
    yield ['/v1/reservation/enquiry/{id}', await get(`/v1/reservation/enquiry/${String(id).slice(1)}`)]
  }
  for (const { id } of held.conversations)
    yield ['/v2/messaging/{threadGuid}', await get(`/v2/messaging/${id}`)]
  yield ['/v2/messaging/{threadGuid}', await get('/v2/messaging/5')]
  yield ['/v2/properties/{id}', await get('/v2/properties/1')]
  const hook = { target_url: 'https://hooks.example.com/x', event: 'booking_change' }
  yield ['/webhooks/v1/subscribe', await send('POST', '/webhooks/v1/subscribe', hook), 'post']
  yield ['/webhooks/v1/subscribe', await send('POST', '/webhooks/v1/subscribe', hook), 'post']
  yield ['/webhooks/v1/list', await get('/webhooks/v1/list')]
  yield* writes(await send('GET', '/v2/properties'), send)
  yield ['/webhooks/v1/unsubscribe', await send('DELETE', '/webhooks/v1/unsubscribe', { id: 'x' }), 'delete']
}

/** Covers the writes that answer with a body; others have only a status. */
async function* writes(listed: SimulatorAnswer<unknown>, send: TestAccount['send']): AsyncGenerator<Step> {
  const { items } = listed.body as { items: { id: number; rooms: { id: number }[] }[] }
  const [property] = items
  const [room] = property?.rooms ?? []
  const stay = { property_id: property?.id, arrival: '2027-09-01', departure: '2027-09-08' }
  const rooms = [{ room_type_id: room?.id, guest_breakdown: { adults: 2 }, people: 2 }]
  const guest = { guest_name: { first_name: 'Ines' }, email: 'ines@example.com' }
  const path = '/v1/reservation/booking'
  yield [path, await send('POST', path, { ...stay, rooms, guest, status: 'Booked' }), 'post']
  yield [path, await send('POST', path, { ...stay, rooms: [], guest, status: 'Booked' }), 'post']
  const declined = await send('PUT', `${path}/1/decline`)
  yield [`${path}/{id}/decline`, declined, 'put']
  const quote = `/v2/quote/${property?.id}?arrival=2027-09-01&departure=2027-09-08`
  const asked = `roomTypes[0].Id=${room?.id}&roomTypes[0].People=2`
  yield ['/v2/quote/{propertyId}', await send('GET', `${quote}&${asked}`)]
  const place = { property_id: property?.id, room_type_id: room?.id }
  const range = { start_date: '2027-09-01', end_date: '2027-09-03' }
  const rate = { is_default: false, ...range, price_per_day: 90, min_stay: 2 }
  const rates = '/v1/rates/savewithoutavailability'
  yield [rates, await send('POST', rates, { ...place, rates: [rate] }), 'post']
  yield [rates, await send('POST', rates, { ...place, rates: [rate, rate] }), 'post']
  const set = `/v1/availability/${property?.id}/${room?.id}/set`
  const closed = { period_start: '2027-10-03', period_end: '2027-10-01', available: 0 }
  yield ['/v1/availability/{propertyId}/{roomTypeId}/set', await send('POST', set, closed), 'post']
}

conformance({
  files: ['lodgify-v1.json', 'lodgify-v2.json'],
  mend,
  kinds: 34,
  wrong: { template: '/v2/reservations/bookings/{id}', value: { id: 1, status: 'Teleported' } },
  walk: async function* (t): AsyncGenerator<ConformanceSample> {
    const account = await openAccount(t, { listings: 21, reservations: 320 })
    for await (const [template, { status, body }, method = 'get'] of walk(account)) {
      yield { template, method, status, value: body }
    }
  },
})
