/** The whole server in simulated time: a seed gives the same history again, and what the invariants are for is noticed. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { faultKinds } from './fault-switches.ts'
import { differenceText, findFirstDifference } from './first-difference.ts'
import type { PlantedFault } from './planted-faults.ts'
import type { HomeSellers } from './world.ts'
import { openSeedRunner, type SeedRunner } from './run-seed.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'histories-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const fileOf = (name: string) => path.join(folder, name)

describe('a run in simulated time', () => {
  let runner: SeedRunner
  before(async () => {
    runner = await openSeedRunner(process.env['TEST_DATABASE_URL'] ?? assert.fail())
  })
  after(() => runner?.close())

  it('gives the same history of a seed twice, and every invariant holds', async (t) => {
    const run = (name: string) =>
      runner.run({ seed: 2, hours: 0.01, faults: faultKinds, historyFile: fileOf(name) })
    const [first, second] = await Promise.all([run('first'), run('second')])
    t.diagnostic(`${first.steps} steps, ${first.bookings} bookings, ${first.starts} starts, ${first.digest}`)
    assert.equal(first.broken, null, first.last.join('\n'))
    assert.ok(first.bookings > 0 && first.starts > 2, 'guests booked, and a server was lost')
    const difference = await findFirstDifference(fileOf('first'), fileOf('second'))
    assert.equal(difference && differenceText(difference), null)
    assert.deepEqual(second, first)
  })

  it('names what breaks where a fault was planted', async (t) => {
    const broken = async (sellers: HomeSellers, ...plants: PlantedFault[]) => {
      const options = { seed: 4, hours: 0.012, faults: [], restMinutes: 0.5, plants, sellers }
      const result = await runner.run(options)
      t.diagnostic(`${plants.join()}: ${result.steps} steps`)
      return result.broken ?? 'nothing was noticed'
    }
    const [atChannels, twice, openAtPms] = await Promise.all([
      broken('channels', 'lost-booking', 'open-night'),
      broken('pms', 'booked-twice'),
      broken('pms', 'open-night-at-pms'),
    ])
    assert.match(atChannels, /acknowledged, but not stored: api G\d+/)
    assert.match(atChannels, /is open at (?:airbnb|booking)/)
    assert.match(twice, /the PMS holds G\d+ and G\d+ for one night/)
    assert.match(openAtPms, /is open at hostaway/)
  })

  it('fails if the run never comes to the planted fault', async () => {
    const { broken } = await runner.run({
      ...{ seed: 4, hours: 0, faults: [], restMinutes: 0.5 },
      ...{ plants: ['booked-twice'], sellers: 'pms' },
    })
    assert.match(broken ?? '', /never reached the planted booked-twice/)
  })
})

describe('findFirstDifference', () => {
  const compare = (first: string, second: string) => {
    writeFileSync(fileOf('one'), first)
    writeFileSync(fileOf('other'), second)
    return findFirstDifference(fileOf('one'), fileOf('other'))
  }

  it('finds none between equal histories', async () => {
    assert.equal(await compare('a\nb\n', 'a\nb\n'), null)
  })

  it('names the first line that is another', async () => {
    assert.deepEqual(await compare('a\nb\nc\n', 'a\nx\nc\n'), { line: 2, first: 'b', second: 'x' })
  })

  it('notices that one ends before the other', async () => {
    assert.deepEqual(await compare('a\nb\n', 'a\n'), { line: 2, first: 'b', second: null })
  })
})
