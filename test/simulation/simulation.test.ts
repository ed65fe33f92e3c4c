/** The whole server in simulated time: a seed gives the same history again, and what the invariants are for is noticed. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { judgeOfFiles } from './calendar-home.ts'
import { faultKinds } from './fault-switches.ts'
import { differenceText, findFirstDifference } from './first-difference.ts'
import { PromiseLedger, type SimulatedSale } from './life.ts'
import type { MoveEnding } from './move.ts'
import type { PlantedFault } from './planted-faults.ts'
import type { SimulatedHome, WorldChoice } from './world.ts'
import { openSeedRunner, type SeedRunner } from './run-seed.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'histories-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const fileOf = (name: string) => path.join(folder, name)

let runner: SeedRunner
before(async () => {
  runner = await openSeedRunner(process.env['TEST_DATABASE_URL'] ?? assert.fail())
})
after(() => runner?.close())

describe('a run in simulated time', () => {
  it('gives the same history of a seed twice, and every invariant holds', async (t) => {
    const run = (name: string) =>
      runner.run({ seed: 2, hours: 0.01, faults: faultKinds, historyFile: fileOf(name) })
    const [first, second] = await Promise.all([run('first'), run('second')])
    t.diagnostic(`${first.steps} steps, ${first.bookings} bookings, ${first.starts} starts, ${first.digest}`)
    assert.equal(first.broken, null, first.last.join('\n'))
    assert.ok(first.bookings > first.moved && first.starts > 2, 'guests booked, and a server was lost')
    assert.ok(first.moved > 0, 'stays were moved')
    const difference = await findFirstDifference(fileOf('first'), fileOf('second'))
    assert.equal(difference && differenceText(difference), null)
    assert.deepEqual(second, first)
  })

  it('names what breaks where a fault was planted, and a fault that nothing comes to', async (t) => {
    const broken = async (restMinutes: number, plants: PlantedFault[], choice: Partial<WorldChoice> = {}) => {
      const about = { seed: 4, hours: 0.012, faults: [], restMinutes, plants }
      const options = { ...about, choice: { isMoving: false, ...choice } }
      const result = await runner.run(options)
      t.diagnostic(`${plants.join()}: ${result.steps} steps`)
      return result.broken ?? 'nothing was noticed'
    }
    const [several, twice] = await Promise.all([
      broken(1.2, ['open-night', 'open-night-at-pms', 'counted-twice', 'unreachable']),
      broken(0.1, ['booked-twice'], { isPmsAlone: true }),
    ])
    const [lost, moved] = await Promise.all([
      broken(0.1, ['lost-booking']),
      broken(0.5, ['lost-in-move'], { isPmsAlone: true, isMoving: true }),
    ])
    assert.match(lost, /^acknowledged, but not stored: api G\d+/)
    assert.match(moved, /the move lacks G\d+ from/)
    assert.match(several, /is open at (?:airbnb|booking)/)
    assert.match(several, /is open at hostaway/)
    assert.match(several, /requests were counted, and from \d+ to \d+ came/)
    assert.match(several, /^the run never reached the planted unreachable;/)
    assert.match(twice, /the PMS holds G\d+ and G\d+ for one night/)
  })
})

describe('a move in simulated time', () => {
  const move = async (moveEnding: MoveEnding, plants: PlantedFault[] = [], restMinutes = 2) => {
    const about = { seed: 4, hours: 0.012, faults: [], restMinutes, plants }
    const { broken } = await runner.run({ ...about, choice: { isPmsAlone: true, moveEnding } })
    return broken
  }

  it('names what breaks where a fault was planted', async () => {
    const [rehearsed, watched, locked, strange] = await Promise.all([
      move('for good', ['unfit-rehearsal']),
      move('watched', ['untold-change', 'kept-access']),
      move('taken back', ['locked-way-back'], 0.5),
      move('taken back', ['strange-way-back'], 0.5),
    ])
    assert.match(String(rehearsed), /a cutover after a rehearsal that said no/)
    assert.match(String(watched), /the watch did not tell of cancelled \d+/)
    assert.match(String(watched), /the watch did not tell of new \d+/)
    assert.match(String(watched), /what opens the old PMS is kept in 2 places/)
    assert.match(String(locked), /the move lacks .*G\d+ from/)
    assert.match(String(strange), /the move lacks .*not G\d+ from/)
    const [open, again] = await Promise.all([
      move('for good', ['watched-for-good']),
      move('taken back', ['endless-watch', 'unwritten-way-back']),
    ])
    assert.match(String(open), /a rollback after a cutover for good: 200/)
    assert.match(String(again), /a second rollback that should connect 0 accounts: 200/)
  })
})

describe('the judge of calendar files', () => {
  const home: SimulatedHome = { id: '1', channels: null, pmsId: null, calendar: null }
  const sale: SimulatedSale = {
    ...{ place: 'api', home, from: 0, to: 2, code: 'G1' },
    ...{ isCancelled: false, isEnding: false },
  }
  const judge = (closed: readonly string[], meanwhile: (sale: SimulatedSale) => void = () => {}) => {
    const ledger = new PromiseLedger()
    const sold = { ...sale }
    ledger.sales.push(sold)
    const see = judgeOfFiles({ day: (night) => `2027-02-1${night}` }, ledger, home)()
    meanwhile(sold)
    see(new Set(closed))
    return [...ledger.broken]
  }

  it('names a night that was sold before and is open in the file', () => {
    assert.deepEqual(judge(['2027-02-10', '2027-02-11']), [])
    assert.deepEqual(judge(['2027-02-10']), ['our calendar file had 2027-02-11 of G1 open'])
  })

  it('lets a night be open that is given up while the file is read', () => {
    assert.deepEqual(
      judge([], (sold) => void (sold.isEnding = true)),
      [],
    )
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
