/** New messages at Booking.com stand in a queue of all properties of the server: each is a reason to read its conversation at once. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import { startMessageQueues } from '../../src/features/sync/hint/message-queues.ts'
import { askEveryMs, until } from '../harness/until.ts'
import { rowsOf } from './airbnb-world.ts'
import { base, startBookingWorld, type BookingWorld } from './booking-world.ts'

type Row = Record<string, unknown>

let world: BookingWorld
let thread: Row
let reservation: string
before(async () => {
  world = await startBookingWorld({ listings: 2 })
  const threads = rowsOf(await world.app.get(`${base}/messaging?limit=100`))
  const found = threads.find((row) => row['listingId'] !== null && row['reservationId'] !== null)
  assert.ok(found)
  thread = found
  const stay = await world.app.get(`/v1/reservations/${String(thread['reservationId'])}`)
  reservation = String(stay.body['confirmationCode'])
  world.wait(2)
})
after(() => world.close())
beforeEach(() => world.simulator.faults.clear())

const write = (body: string) => world.there('/messages', { reservationId: reservation, body })
const bodies = async () =>
  rowsOf(await world.app.get(`/v1/conversations/${String(thread['id'])}/messages?limit=100`)).map(
    ({ body }) => body,
  )
const calls = (method: string, path: string) =>
  world.simulator.calls.list().filter((call) => call.method === method && call.path === path).length
/** As long as the queue is read and what it hints at is due. */
async function reading<T>(work: () => Promise<T>): Promise<T> {
  const queues = startMessageQueues(world.app.services, { everyMs: askEveryMs })
  try {
    return await work()
  } finally {
    await queues.stop()
  }
}
const seen = (text: string) => until(`the message “${text}”`, async () => (await bodies()).includes(text))

test('a message is here although nothing is due, and is confirmed', async () => {
  await write('Is there a cot?')
  await reading(async () => {
    await until('the queue to be empty', () => calls('PUT', '/messaging/messages') > 0)
    await world.pass(1)
    await seen('Is there a cot?')
  })
})

test('one of a lost confirmation is told again, and is one message', async () => {
  const before = calls('PUT', '/messaging/messages')
  world.simulator.faults.add({ kind: 'drop', path: '/messaging/messages', method: 'PUT', count: 1 })
  await write('And a high chair?')
  await reading(async () => {
    await until('the queue to be confirmed again', () => calls('PUT', '/messaging/messages') > before + 1)
    await world.pass(1)
    await seen('And a high chair?')
  })
  assert.equal((await bodies()).filter((body) => body === 'And a high chair?').length, 1)
})

test('a queue that cannot be read is tried again, one that is refused is left alone; messages come with the list', async () => {
  const { services } = world.app
  const joined = services.connectors
  let tries = 0
  const failing = (kind: 'unavailable' | 'rejected') => {
    tries = 0
    const front = async () => {
      tries += 1
      throw new VendorError(kind, 'No.')
    }
    const messageQueue = { front, confirm: async () => assert.fail('confirmed') }
    const operations = { ...world.connector.operations, messageQueue }
    services.connectors = { booking: { ...world.connector, operations } }
  }
  await write('What is the wifi?')
  try {
    failing('unavailable')
    await reading(() => until('three tries', () => tries > 2))
    failing('rejected')
    let rounds = 0
    services.connectors = new Proxy(services.connectors, {
      ownKeys: (all) => {
        rounds += 1
        return Reflect.ownKeys(all)
      },
    })
    await reading(() => until('three rounds', () => rounds > 2))
    assert.equal(tries, 1)
  } finally {
    services.connectors = joined
  }
  await world.pass(3700)
  await seen('What is the wifi?')
})
