/** A short day in a server passes the checker, and so many ways to break its promises are each found by the rule for it. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { checkHistory, faultText } from './check-history.ts'
import { breakCalls, type BrokenCalls } from './faults/broken-calls.ts'
import { breakDeliveries, type BrokenDeliveries } from './faults/broken-deliveries.ts'
import { injectedFaults, type InjectedFault } from './faults/faults.ts'
import { History } from './history.ts'
import { recordCalls } from './record-calls.ts'
import { startRecordingReceiver } from './record-deliveries.ts'
import { liveShortDay } from './short-day.ts'
import { startHistoryWorld, type HistoryWorld } from './world.ts'

/** Where a delivery is missing, the wait for it has to end. */
const settleMs = { sound: 60_000, broken: 5_000 }
/** Nights that a day needs at the PMS. */
const nightsEach = 2

describe('faults of a server', () => {
  let database: TestDatabase
  let world: HistoryWorld
  let calls: BrokenCalls
  let deliveries: BrokenDeliveries
  let days = 0

  before(async () => {
    database = await createTestDatabase()
    deliveries = await breakDeliveries()
    world = await startHistoryWorld(new History(), { env: { DATABASE_URL: database.url }, servers: 1 })
  })
  after(async () => {
    await world?.close()
    deliveries?.close()
    await database?.drop()
  })

  /** Returns the history of a day with the fault. */
  async function liveDay(fault: InjectedFault | null): Promise<History> {
    const history = new History()
    const name = `Day${(days += 1)}`
    const receiver = await startRecordingReceiver(history)
    deliveries.target = receiver.url
    calls = breakCalls(world.origins[0] ?? '')
    const recorder = recordCalls(history, world.origins)
    calls.fault = fault?.calls?.(name, world.vendor.simulator) ?? null
    deliveries.fault = fault?.deliveries?.() ?? null
    try {
      await liveShortDay(history, world, {
        ...{ name, firstNight: days * nightsEach },
        url: deliveries.url,
        settleMs: fault?.deliveries ? settleMs.broken : settleMs.sound,
      })
    } finally {
      recorder.stop()
      calls.stop()
      receiver.close()
    }
    return history
  }

  /** A record that is read too late is a cycle as well, so that rule may join every other. */
  function rulesOf(history: History, { rules }: Pick<InjectedFault, 'rules'>) {
    const found = checkHistory(history.operations)
    const named = [...new Set(found.map(({ rule }) => rule))]
    const others = named.filter((rule) => rule !== 'cycle' || rules.includes('cycle'))
    return { rules: others.toSorted(), text: found.map(faultText).join('\n') }
  }

  it('are not found where there are none', { timeout: 300_000 }, async () => {
    const { operations } = await liveDay(null)
    assert.deepEqual(checkHistory(operations).map(faultText), [])
    const kinds = new Set(operations.map(({ kind }) => kind))
    assert.deepEqual([...kinds].toSorted(), ['call', 'delivery', 'event', 'vendor-call'])
  })

  for (const fault of injectedFaults)
    it(`are found: ${fault.what}`, { timeout: 300_000 }, async () => {
      const { rules, text } = rulesOf(await liveDay(fault), fault)
      assert.deepEqual(rules, fault.rules.toSorted(), text)
    })
})
