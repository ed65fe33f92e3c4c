/** The whole server in simulated time: a seed gives the same history again, and what the invariants are for is noticed. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { faultKinds } from './fault-switches.ts'
import type { PlantedFault } from './planted-faults.ts'
import { openSeedRunner, type SeedRunner } from './run-seed.ts'

let runner: SeedRunner
before(async () => {
  runner = await openSeedRunner(process.env['TEST_DATABASE_URL'] ?? assert.fail())
})
after(() => runner?.close())

for (const seed of [1, 2]) {
  it(`gives the same history of seed ${seed} twice, and every invariant holds`, async (t) => {
    const options = { seed, hours: 0.015, faults: faultKinds }
    const [first, second] = await Promise.all([runner.run(options), runner.run(options)])
    t.diagnostic(`${first.steps} steps, ${first.bookings} bookings, ${first.starts} starts, ${first.digest}`)
    assert.equal(first.broken, null, first.last.join('\n'))
    assert.ok(first.bookings > 0 && first.starts > 1, 'guests booked, and a server was lost')
    assert.deepEqual(second, first)
  })
}

it('names what breaks where a fault was planted', async () => {
  const broken = async (plant: PlantedFault) => {
    const options = { seed: 4, hours: 0.015, faults: [], restMinutes: 1, plant }
    return (await runner.run(options)).broken ?? 'nothing was noticed'
  }
  const [lost, open] = await Promise.all([broken('lost-booking'), broken('open-night')])
  assert.match(lost, /acknowledged, but not stored: api G\d+/)
  assert.match(open, /is open at (?:airbnb|booking)/)
})
