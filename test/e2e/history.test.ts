/**
 * Callers change the same guests, stays and nights through two servers that read from a replica, while one server is
 * killed. Everything that they and the receivers of webhooks and the PMS saw is recorded, and a serial order has to explain it.
 */
import { after, before, describe, it } from 'node:test'
import { anyOf, randomNumbers } from '../harness/random-numbers.ts'
import { startPrimary, type TestPrimary } from '../harness/streaming-replica.ts'
import { until } from '../harness/until.ts'
import { assertHistory } from '../history/check-history.ts'
import { createClient } from '../history/client.ts'
import { History } from '../history/history.ts'
import { readEventLog, readOrders, settleDeliveries } from '../history/last-look.ts'
import { recordCalls, type CallRecorder } from '../history/record-calls.ts'
import { startRecordingReceiver, type RecordingReceiver } from '../history/record-deliveries.ts'
import { recordVendorBookings, recordVendorCalls } from '../history/record-vendor-calls.ts'
import { startHistoryWorld, subscribe, type HistoryWorld } from '../history/world.ts'
import { makeRecords, work } from '../history/workload.ts'

const seed = Number(process.env['HISTORY_SEED'] ?? 291)
const callers = 6
const turns = Number(process.env['HISTORY_TURNS'] ?? 60)
/** A refused delivery is repeated after a minute. */
const settleMs = 150_000
const endpoints = ['/plain', '/ordered']

describe('a history of everything that was done and seen', () => {
  const history = new History()
  let calls: CallRecorder
  let primary: TestPrimary
  let receiver: RecordingReceiver
  let world: HistoryWorld

  before(async () => {
    calls = recordCalls(history)
    primary = await startPrimary()
    const replica = await primary.replica()
    receiver = await startRecordingReceiver(history)
    const env = { DATABASE_URL: primary.url, DATABASE_READ_URLS: replica.url }
    world = await startHistoryWorld(history, { env, servers: 2 })
    for (const origin of world.origins) calls.watch(origin)
  })
  after(async () => {
    await world?.close()
    receiver?.close()
    await primary?.close()
    calls.stop()
  })

  it('is explained by a serial order', { timeout: 900_000 }, async (t) => {
    t.diagnostic(`HISTORY_SEED=${seed} HISTORY_TURNS=${turns}`)
    recordVendorCalls(history, world.vendor)
    const { log } = await world.setUp.read<{ log: { latest: number } }>('/v1/events?limit=1')
    for (const endpoint of endpoints)
      await subscribe(world.setUp, receiver.url(endpoint), endpoint === '/ordered')
    const records = await makeRecords(world)
    const done = { turns: 0 }
    const working = Array.from({ length: callers }, (_, caller) => {
      const next = randomNumbers(seed * 100 + caller)
      const client = createClient(history, {
        ...{ name: `caller ${caller}`, key: world.key },
        choose: () => anyOf(next, world.origins),
      })
      return work(client, records, { caller, turns, next, done })
    })
    const killing = async () => {
      for (const share of [1 / 3, 2 / 3]) {
        await until('some turns', () => done.turns >= callers * turns * share, { withinMs: 300_000 })
        await world.kill(share < 0.5 ? 0 : 1)
      }
    }
    await Promise.all([...working, killing()])
    await settleDeliveries(history, world.setUp, { endpoints, after: log.latest, withinMs: settleMs })
    await readEventLog(world.setUp)
    await readOrders(world.setUp, records)
    await world.setUp.read('/v1/reservations?limit=100&include_total=false')
    recordVendorBookings(history, world.vendor)
    t.diagnostic(assertHistory(history, 'history'))
  })
})
