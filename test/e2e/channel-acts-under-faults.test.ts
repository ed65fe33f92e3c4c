/**
 * Acts at a channel run through the server with every fault, repeated under one key until done. The channel's own
 * record of calls shows that each was done once.
 */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { afterActing, everyFault } from '../../src/connector-kit/testing/faults.ts'
import type { VendorWorld } from '../bookings/vendor-world.ts'
import type { TestAnswer } from '../harness/app.ts'
import { base as airbnbBase, rowsOf, startAirbnbWorld } from '../channels/airbnb-world.ts'
import { done, startRatesWorld, type VendorRow } from '../channels/booking-rates-world.ts'
import { base } from '../channels/booking-world.ts'

interface Act {
  name: string
  /** The channel's call that does it. */
  at: { path: string; method: string }
  /** Setting the same value again changes nothing, so several calls are allowed. */
  isSetting?: true
  /** Prepares something not done yet, and shows its state at the channel. */
  prepare(
    trial: number,
  ): Promise<{ send(key: string): Promise<TestAnswer>; isDone(): Promise<boolean> | boolean }>
}

/** Allowed answers while the result is unknown, or the channel asks to wait. */
const unsure = [409, 429, 502, 503, 504]

function actsOf(world: VendorWorld, acts: Act[]): void {
  const { simulator } = world
  const matches = (pattern: string, path: string) =>
    pattern.split('/').every((part, index) => part === '*' || part === path.split('/')[index])
  for (const { name, at, isSetting, prepare } of acts) {
    test(`${name}: once, whatever becomes of the answers`, async () => {
      for (const [trial, fault] of everyFault.entries()) {
        const { send, isDone } = await prepare(trial)
        assert.equal(await isDone(), false, `${fault}: nobody did it before`)
        simulator.calls.clear()
        simulator.faults.add({ kind: fault, count: 1, ...at })
        const key = `${name} ${fault}`
        let answer = await send(key)
        assert.deepEqual(simulator.faults.list(), [], `${fault} struck`)
        for (let tries = 0; answer.status >= 300 && tries < 6; tries += 1) {
          assert.ok(unsure.includes(answer.status), `${fault}: ${answer.text}`)
          await world.resolve(90)
          answer = await send(key)
        }
        assert.ok(answer.status < 300, `${fault}: ${answer.text}`)
        assert.equal(await isDone(), true, fault)
        const did = simulator.calls
          .list()
          .filter(({ path, method }) => method === at.method && matches(at.path, path))
          .filter(({ fault: struck, status }) =>
            struck === undefined ? status !== null && status < 300 : afterActing.includes(struck),
          )
        if (isSetting) assert.ok(did.length >= 1 && did.length <= 2, `${fault}: ${did.length} times`)
        else assert.equal(did.length, 1, `${fault}: ${JSON.stringify(simulator.calls.list())}`)
        assert.equal((await send(key)).text, answer.text, `${fault}: the same answer again`)
      }
    })
  }
}

const rated = await startRatesWorld()
after(() => rated.world.close())
await rated.setHotel({ booking_model: 'RTB' })
const threads = rowsOf(await rated.world.app.get(`${base}/messaging?limit=100`))
const airbnb = await startAirbnbWorld()
after(() => airbnb.close())

describe('Booking.com', () => {
  const { world, room, rates, currency, day, put } = rated
  const { hotelId, simulator } = world

  const requests = () =>
    (simulator.operations.state(new Set(['requests'])) as unknown as { requests: VendorRow[] }).requests
  async function asked(): Promise<{ id: string; status: () => unknown }> {
    for (let days = 30; days < 300; days += 1) {
      const wish = { room_id: room.id, arrival_date: day(days), departure_date: day(days + 1), adults: 1 }
      const made = await fetch(`${simulator.url}/_control/guest/bookings`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(wish),
      })
      if (!made.ok) continue
      const { id } = (await made.json()) as { id: string }
      await world.readAgain()
      const rows = rowsOf(await world.app.get('/v1/reservations?limit=100&status=pending'))
      const found = rows.find(({ confirmationCode }) => confirmationCode === `rtb-${id}`)
      assert.ok(found, `the request ${id} is read`)
      const status = () => requests().find((one) => String(one['id']) === String(id))?.['requestStatus']
      return { id: String(found['id']), status }
    }
    throw new Error('no nights are free to ask for')
  }
  const answering = { path: `/rtb/properties/${hotelId}/requests/*`, method: 'POST' }
  const thread = threads.find(({ listingId }) => listingId !== null)
  const said = (text: string) =>
    (simulator.operations.state(new Set()) as unknown as { messages: VendorRow[] }).messages.filter(
      ({ content }) => content === text,
    ).length
  type Calendar = { room_id: number; nights: { date: string; rates: VendorRow[] }[] }[]
  const rateOn = (date: string): VendorRow => {
    const { calendar } = simulator.operations.state(new Set(['calendar'])) as unknown as {
      calendar: Calendar
    }
    const found = calendar.find(({ room_id }) => room_id === room.id)?.nights.find((one) => one.date === date)
    return found?.rates.find(({ rate_id }) => rate_id === rates[0]?.id) ?? {}
  }

  actsOf(world, [
    {
      name: 'accepting a request',
      at: answering,
      async prepare() {
        const { id, status } = await asked()
        return {
          send: (key) => world.send('POST', `/v1/reservations/${id}/accept`, undefined, key),
          isDone: () => status() === 'APPROVED',
        }
      },
    },
    {
      name: 'declining a request',
      at: answering,
      async prepare() {
        const { id, status } = await asked()
        const body = { reason: 'dates_not_available', message: 'We are away.' }
        return {
          send: (key) => world.send('POST', `/v1/reservations/${id}/decline`, body, key),
          isDone: () => status() === 'REJECTED',
        }
      },
    },
    {
      name: 'a message',
      at: { path: `/messaging/properties/${hotelId}/conversations/*`, method: 'POST' },
      async prepare(trial) {
        const message = `The key is in box ${trial}.`
        const body = { property_id: Number(hotelId), conversation_id: thread?.['id'], message }
        return {
          send: (key) => world.send('POST', `${base}/messaging`, body, key),
          isDone: () => said(message) === 1,
        }
      },
    },
    {
      name: 'a rate and its rules',
      at: { path: '/hotels/xml/availability', method: 'POST' },
      isSetting: true,
      async prepare(trial) {
        const [price, date] = [200 + trial, day(60)]
        const dateRange = { start: date, end: date }
        const update = { roomId: room.id, rateId: rates[0]?.id, dateRange, price, currency }
        const restrictions = { minStay: 1 + trial }
        return {
          send: (key) => put('rates', [{ ...update, restrictions }], { verify: false }, key),
          isDone: () => rateOn(date)['price'] === price && rateOn(date)['minimumstay'] === 1 + trial,
        }
      },
    },
    {
      name: 'charges',
      at: { path: `/charges-api/properties/${hotelId}/charges`, method: 'POST' },
      isSetting: true,
      async prepare(trial) {
        const configuration = { amount: { value: 10 + trial, mode: 'PER_STAY' } }
        const property_charges = [
          {
            charge_key: { type: 'CLEANINGFEE' },
            charge_periods: [{ applicable: { from: '2027-01-01' }, configuration }],
          },
        ]
        return {
          send: (key) =>
            world.send('PUT', `${base}/charges`, { property_id: hotelId, property_charges }, key),
          async isDone() {
            const standing = done(await world.app.get(`${base}/charges?property_id=${hotelId}`))
            return JSON.stringify(standing['property_charges']).includes(`"value":${10 + trial}`)
          },
        }
      },
    },
  ])
})

describe('Airbnb', () => {
  const world = airbnb
  const there = (code: string) =>
    world.state('reservations').find((row) => row['confirmation_code'] === code)?.['status_type']
  const answering = (name: string, body: object, status: string): Act => ({
    name,
    at: { path: '/v2/reservations/*', method: 'PUT' },
    async prepare() {
      const code = await world.booked('pending')
      return {
        send: (key) => world.send('POST', `${airbnbBase}/reservations/${code}`, body, key),
        isDone: () => there(code) === status,
      }
    },
  })
  const atHome = { street: '4 Quai Neuf', city: 'Nantes', postalCode: '44000', countryCode: 'FR' }
  actsOf(world, [
    {
      name: 'making a listing',
      at: { path: '/v2/listings', method: 'POST' },
      async prepare(trial) {
        const name = `House of our own, ${trial}`
        const made = await world.app.post('/v1/listings', { name })
        const path = `/v1/listings/${String(made.body['id'])}`
        const placed = await world.send('PUT', `${path}/content`, { address: atHome })
        assert.equal(placed.status, 200, placed.text)
        return {
          send: (key) => world.send('POST', `${path}/publish/airbnb`, { hostId: world.hostId }, key),
          isDone: () => world.state('listings').filter((row) => row['name'] === name).length === 1,
        }
      },
    },
    answering('accepting a request', { action: 'accept' }, 'accept'),
    answering(
      'declining a request',
      { action: 'decline', reason: 'dates_not_available', message: 'We are away.' },
      'deny',
    ),
  ])
})
