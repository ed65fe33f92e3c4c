/** The time left of an import, against the time it took, at the limits the vendor has. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Budget } from '../../src/connector-kit/ratelimit.ts'
import { laneAllowance, windowMarginMs } from '../../src/connector-kit/ratelimit.ts'
import { connectors } from '../../src/connectors/index.ts'
import { importProgress } from '../../src/features/sync/run/import-progress.ts'
import { until } from '../harness/until.ts'
import { startWorld, type World } from './world.ts'

const minuteMs = 60_000
/** What rounding and the last window may come to. */
const leewayMs = 15_000

let world: World
before(async () => {
  world = await startWorld({ listings: 40, reservations: 600, seed: 1 })
})
after(() => world.close())

/** Lets through what the vendor does; time passes where one would have to wait. */
function pacedBudget(beforeWait: () => Promise<void>): Budget {
  const [limit] = connectors['hostaway']?.manifest.rateLimits ?? []
  assert.ok(limit)
  const allowed = laneAllowance(limit, 'bookings')
  let taken = 0
  return {
    async take() {
      taken += 1
      if (taken % allowed !== 0) return
      await beforeWait()
      world.app.clock.advance(limit.windowSeconds * 1000 + windowMarginMs)
    },
    block: async () => {},
  }
}

test('is right within a factor of two from the first minute on', async () => {
  const id = await world.connect()
  const { clock } = world.app
  const began = clock.now().getTime()
  const seen: { at: number; end: number }[] = []
  let unknownAfterAMinute = 0
  const look = async () => {
    const at = clock.now().getTime()
    const progress = await importProgress(world.services, world.app.scope, id)
    if (progress?.status !== 'running' || at < began + minuteMs) return
    if (progress.estimatedEndAt === null) unknownAfterAMinute += 1
    else seen.push({ at, end: Date.parse(progress.estimatedEndAt) })
  }
  await world.startWorker(pacedBudget(look))
  const end = await until(
    'the import to end',
    async () => {
      const progress = await importProgress(world.services, world.app.scope, id)
      return progress?.status === 'completed' ? clock.now().getTime() : undefined
    },
    { withinMs: 120_000 },
  )
  assert.equal(unknownAfterAMinute, 0)
  assert.ok(seen.length > 5, `only ${seen.length} looks in ${(end - began) / 1000} s`)
  const wrong = seen.filter(({ at, end: said }) => {
    const [told, took] = [said - at, end - at]
    return told > 2 * took + leewayMs || told < took / 2 - leewayMs
  })
  assert.deepEqual(
    wrong.map(
      ({ at, end: said }) =>
        `after ${(at - began) / 1000} s: ${(said - at) / 1000} s left, ${(end - at) / 1000} s it took`,
    ),
    [],
  )
})
