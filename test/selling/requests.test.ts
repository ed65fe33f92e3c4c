/** Requests to book at Booking.com: they hold their nights here and on other channels, and there the guest books what is open. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startSelling } from '../../src/features/calendar/selling/worker.ts'
import { startVendorWorld, type VendorWorld } from '../bookings/vendor-world.ts'
import { askEveryMs, until } from '../harness/until.ts'
import { unlimited } from '../sync/world.ts'
import { seldom } from './world.ts'

let world: VendorWorld
let home: string
let room: string
/** In a row, with nothing on them. */
let dates: string[] = []
let stop: () => Promise<void> = async () => {}
before(async () => {
  world = await startVendorWorld('booking', { listings: 1, writePolicy: {} })
  const worker = startSelling(world.app.services, { budget: unlimited, askEveryMs })
  stop = () => worker.stop()
  const { listings = [], hotels = [] } = world.simulator.operations.state(new Set(['hotels'])) as {
    listings?: { id: number; hotel_id: number }[]
    hotels?: { id: number; currency: string }[]
  }
  const [there] = listings
  const hotel = hotels.find(({ id }) => id === there?.hotel_id)
  assert.ok(there && hotel)
  room = String(there.id)
  await control('PATCH', `/extranet/hotels/${hotel.id}`, { booking_model: 'RTB', pricing_type: 'Standard' })
  const made = await world.app.post('/v1/listings', {
    ...{ name: 'Attic', currency: hotel.currency, defaultDailyPrice: 90 },
  })
  assert.equal(made.status, 201, made.text)
  home = String(made.body['id'])
  const asked = { roomBookingId: room, listingId: home }
  const mapped = await world.send('POST', '/v1/channels/booking/listings/map', asked)
  assert.equal(mapped.status, 200, mapped.text)
  dates = await freeNights(6)
  await left(dates[0] ?? '', 1)
})
after(async () => {
  await stop()
  await world.close()
})

const day = (n: number) =>
  String(Temporal.PlainDate.from(world.app.clock.now().toISOString().slice(0, 10)).add({ days: n }))

async function control(method: string, path: string, body: object = {}): Promise<{ id: string }> {
  const answer = await fetch(`${world.simulator.url}/_control${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  assert.ok(answer.ok, await answer.clone().text())
  return (await answer.json()) as { id: string }
}

const nightThere = (date: string) => world.simulator.operations.nights?.(room, { from: date, to: date })[0]
const channelNight = async (date: string) => {
  const answer = await world.app.get(`/v1/listings/${home}/exposure?from=${date}&to=${date}`)
  assert.equal(answer.status, 200, answer.text)
  const [channel] = answer.body['channels'] as {
    nights: { state: string; stays: number; exposed: boolean; wanted: { units: number }; shown: unknown }[]
  }[]
  const [night] = channel?.nights ?? []
  assert.ok(night)
  return night
}
/** Until our calendar stands there, and shows so many. */
const left = (date: string, count: number) =>
  until(
    `${count} to be left of ${date}`,
    async () => {
      world.wait(1)
      const { state, wanted } = await channelNight(date)
      return state === 'confirmed' && wanted.units === count && nightThere(date)?.left === count
    },
    seldom,
  )
const nightsHere = async (from: string, to: string) => {
  const answer = await world.app.get(`/v1/availability/${home}?from=${from}&to=${to}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body['days'] as { date: string; available: boolean }[]
}
const isFreeHere = async (date: string) => (await nightsHere(date, date))[0]?.available
async function freeNights(count: number): Promise<string[]> {
  const nights = await nightsHere(day(5), day(300))
  const first = nights.findIndex((_, at) => nights.slice(at, at + count).every(({ available }) => available))
  return nights.slice(first, first + count).map(({ date }) => date)
}
const requested = async (): Promise<string> => {
  const { body } = await world.app.get('/v1/reservations?status=pending')
  const [one, ...others] = body['data'] as { id: string }[]
  assert.deepEqual(others, [])
  return one?.id ?? ''
}

it('lets the guest book what the host agreed to, and closes it then', async () => {
  const [date = '', , departure = ''] = dates
  const wish = { room_id: Number(room), arrival_date: date, departure_date: departure, adults: 1 }
  const { id } = await control('POST', '/guest/bookings', wish)
  await world.pass(70)
  const accepted = await world.send('POST', `/v1/reservations/${await requested()}/accept`, {})
  assert.equal(accepted.status, 200, accepted.text)
  await world.pass(70)
  assert.equal(await isFreeHere(date), false)
  await left(date, 1)
  assert.deepEqual(
    await channelNight(date).then(({ stays, exposed }) => [stays, exposed]),
    [0, false],
    'it waits for the guest there, and nothing is sold twice',
  )
  await control('POST', `/guest/requests/${id}/confirm`)
  await world.pass(70)
  assert.equal(await isFreeHere(date), false)
  await left(date, 0)
  assert.equal((await channelNight(date)).exposed, false)
})

it('closes a night all the same that others have', async () => {
  const [, , , date = '', next = '', departure = ''] = dates
  const wish = { room_id: Number(room), arrival_date: date, departure_date: departure, adults: 1 }
  await control('POST', '/guest/bookings', wish)
  await world.pass(70)
  assert.equal(await isFreeHere(date), false)
  const closed = await world.send('PUT', `/v1/availability/${home}`, { dates: [date], available: false })
  assert.equal(closed.status, 200, closed.text)
  await left(date, 0)
  assert.equal((await channelNight(next)).wanted.units, 1)
  const id = await requested()
  const answer = { reason: 'dates_not_available', message: 'It is taken.' }
  const declined = await world.send('POST', `/v1/reservations/${id}/decline`, answer)
  assert.equal(declined.status, 200, declined.text)
  assert.equal(await isFreeHere(next), true)
})
