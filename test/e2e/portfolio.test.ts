/**
 * Whole portfolios migrate through the real server: imported under faults while guests book, killed, imported again,
 * exported into an empty workspace, cut over and deleted twice. Every field equals the source, and memory stays
 * bounded.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../harness/until.ts'
import { compareStays } from './soak/comparison.ts'
import { book, dayAt, type Day } from './portfolio/day.ts'
import { form, groups } from './portfolio/forms.ts'
import { takeAlong } from './portfolio/file.ts'
import * as moves from './portfolio/move.ts'
import type { Move } from './portfolio/move.ts'
import { choicesOf } from './portfolio/random.ts'
import { startPortfolioWorld, type PortfolioWorld } from './portfolio/world.ts'

/** The seed is printed, so that a failing run can be repeated. */
const seed = Number(process.env.PORTFOLIO_SEED ?? Date.now() % 100_000)
/** Limit for one server, whatever it imports. */
const mostMib = 600
const tellEveryMs = 120_000
const { listings, reservations, guests, messages, timeoutMs, withinMs } = form

for (const vendors of groups)
  test(
    `${vendors.join(', ')}: moved through faults and kills, equal to the source`,
    { timeout: 2 * withinMs },
    async (t) => {
      t.diagnostic(`PORTFOLIO_SEED=${seed}`)
      const world = await startPortfolioWorld(vendors, {
        listings,
        reservations,
        guests,
        messages,
        seed,
        timeoutMs,
      })
      try {
        await moveHouse(world, (text) => t.diagnostic(text))
      } catch (error) {
        // The reason comes last: a report that is cut keeps its end.
        throw new Error(`${world.output().slice(-6000)}\nPORTFOLIO_SEED=${seed}: ${String(error)}`, {
          cause: error,
        })
      } finally {
        await world.close()
      }
    },
  )

async function moveHouse(world: PortfolioWorld, say: (text: string) => void): Promise<void> {
  const { sources } = world
  const choices = choicesOf(seed, 'kills')
  const days = new Map<Move, Day>()
  const began = Date.now()
  const seconds = () => `${((Date.now() - began) / 1000).toFixed(1)} s`
  for (const source of sources) {
    const move = await moves.begin(world, source)
    days.set(move, dayAt(source, choicesOf(seed, source.vendor), form))
  }
  const all = [...days.keys()]

  const stopped: number[] = []
  for (const [least, below] of form.kills)
    stopped.push(await killInTheMiddle(world, days, () => choices.int(least, below)))
  say(`killed in the middle of ${stopped.join(' and ')} imports after ${seconds()}`)
  assert.equal(stopped[0], all.length)
  const telling = setInterval(
    () => void tellProgress(world, all, seconds, say).catch(() => say('nobody says how far it is')),
    tellEveryMs,
  )
  await until('every import to end', () => passed(world, days), {
    withinMs,
    everyMs: form.passEveryMs,
  })
    .catch((error: unknown) => tellStates(world, all, error))
    .finally(() => clearInterval(telling))
  for (const { source } of all) source.simulator.faults.clear()
  say(`imported in ${seconds()}`)
  await Promise.all(
    all.map(async (move) => {
      const { counts } = await moves.equal(world, move, 'after the import')
      const { counts: here } = await moves.migrationOf(world, move)
      const day = days.get(move)
      const { vendor } = move.source
      const wrong = day?.wrong() ?? []
      const { nights = 0, ...others } = counts
      const rows = Object.values(others).reduce((sum, count) => sum + count, here.guests)
      say(`${vendor} ${JSON.stringify(counts)}, ${here.guests} guests: ${rows} rows and ${nights} nights`)
      say(`${vendor} ${day?.booked()} booked meanwhile; ${wrong.length} faults: ${wrong.join(' ')}`)
      assert.equal(await moves.timesTold(world, move), 1)
    }),
  )
  await Promise.all(all.map((move) => readOnceMore(world, move, say)))
  say(`read once more after ${seconds()}`)
  for (const move of all) await takeAlong(world, move, say)
  say(`taken along after ${seconds()}`)
  for (const move of all) await endHouse(world, move)
  const peak = world.peakMib()
  say(`${seconds()} in all; the server held ${peak} MiB at most`)
  assert.ok(peak < mostMib, `${peak} MiB`)
}

/** Fails with the error and how far each import is. */
async function tellStates(world: PortfolioWorld, all: readonly Move[], error: unknown): Promise<never> {
  const found = await Promise.all(all.map((move) => moves.migrationOf(world, move)))
  const calls = all.map(({ source }) => source.simulator.calls.list().slice(-3))
  throw new Error(`${String(error)}; imports: ${JSON.stringify(found)}; last calls: ${JSON.stringify(calls)}`)
}

/** Prints the progress of a long run. */
async function tellProgress(
  world: PortfolioWorld,
  all: readonly Move[],
  seconds: () => string,
  say: (text: string) => void,
): Promise<void> {
  for (const move of all) {
    const { state, counts } = await moves.migrationOf(world, move)
    say(`${move.source.vendor} is ${state} after ${seconds()}: ${JSON.stringify(counts)}`)
  }
}

/** Returns whether everything is imported; sources change meanwhile. */
async function passed(world: PortfolioWorld, days: ReadonlyMap<Move, Day>): Promise<boolean> {
  let isDone = true
  for (const [move, day] of days) {
    if (await isOver(world, move)) continue
    isDone = false
    day.pass()
  }
  return isDone
}

/** A source that refuses its credentials is connected again, as an impatient person would. */
async function isOver(world: PortfolioWorld, move: Move): Promise<boolean> {
  const { state, connections } = await moves.migrationOf(world, move)
  const isRefused = state === 'failed' && connections[0]?.status === 'error'
  if (isRefused || (state === 'importing' && (await moves.isInDoubt(world, move)))) {
    move.source.simulator.faults.clear()
    await moves.signInAgain(world, move)
  }
  return state === 'imported'
}

/** Every source stops answering after some more calls, then the server is killed. Returns in how many imports. */
async function killInTheMiddle(
  world: PortfolioWorld,
  days: ReadonlyMap<Move, Day>,
  someCalls: () => number,
): Promise<number> {
  const going = new Map([...days].map(([move, day]) => [move, { day, ...stopAfter(move, someCalls()) }]))
  let stopped = 0
  await until(
    'every import to stand still',
    async () => {
      for (const [move, { day, standsStill }] of going) {
        const isStopped = standsStill()
        const isRead = await isOver(world, move)
        if (!isStopped && !isRead) day.pass('before a kill')
        else going.delete(move)
        if (isStopped && !isRead) stopped += 1
      }
      return going.size === 0
    },
    { withinMs, everyMs: 10 },
  ).catch((error: unknown) => tellStates(world, [...days.keys()], error))
  await world.kill(() => {
    for (const { source } of days.keys()) {
      source.simulator.faults.clear()
      // No webhook reports this booking.
      book(source)
    }
  })
  return stopped
}

/** Stops answering after so many calls, and tells whether a call waits. */
function stopAfter({ source: { simulator } }: Move, calls: number) {
  const stopAt = simulator.calls.list().length + calls
  let stoppedAt = stopAt
  return {
    standsStill(): boolean {
      const made = simulator.calls.list()
      if (made.length < stopAt) return false
      if (!simulator.faults.list().some(({ kind }) => kind === 'hang')) {
        simulator.faults.clear()
        simulator.faults.add({ kind: 'hang', seconds: 3600 })
        stoppedAt = made.length
      }
      return made.some(({ fault, status }, at) => fault === 'hang' && status === null && at >= stoppedAt)
    },
  }
}

/** Another import is accepted once and refused while it runs; the report has the source's own numbers. */
async function readOnceMore(world: PortfolioWorld, move: Move, say: (text: string) => void): Promise<void> {
  const { vendor } = move.source
  const [taken, refused] = [await moves.importAgain(world, move), await moves.importAgain(world, move)]
  assert.equal(taken.status, 202, JSON.stringify(taken.body))
  assert.deepEqual([refused.status, refused.body.error?.code], [409, 'invalid_state'])
  await until(
    `${vendor} to be read once more`,
    async () => (await moves.migrationOf(world, move)).state === 'imported',
    {
      withinMs,
      everyMs: form.passEveryMs,
    },
  )
  assert.equal(await moves.timesTold(world, move), 2)
  const { counts } = await moves.equal(world, move, 'after another import')
  const has: Record<string, number> = {
    listings: counts.listings ?? 0,
    reservations: (counts.reservations ?? 0) + (counts.inquiries ?? 0),
    conversations: counts.conversations ?? 0,
  }
  // Counting follows the import. Asking for the report every second would delay the count it waits for.
  const report = await until(
    `${vendor} to be counted`,
    async () => {
      const found = await moves.reportOf(world, move)
      return found.issues.some(({ code }) => code === 'source_count_unknown') ? null : found
    },
    { withinMs, everyMs: form.lookEveryMs },
  )
  assert.equal(report.counts.length, 7, `${vendor}: the report counts every kind`)
  for (const { entity, source, stored, result, missingIds } of report.counts) {
    const about = `${vendor} ${entity}: ${source} there, ${stored} here, without ${missingIds.join(', ')}`
    assert.ok(['equal', 'not_carried'].includes(result), about)
    if (has[entity] !== undefined) assert.equal(stored, has[entity], about)
  }
  const told = report.counts.map(({ entity, method, calls }) => `${entity} ${method} ${calls ?? ''}`.trim())
  say(`${vendor} compared: ${told.join(', ')}`)
}

/** Last-moment bookings, changes and cancellations must be here after the cutover. */
async function endHouse(world: PortfolioWorld, move: Move): Promise<void> {
  const { source, workspaceId } = move
  const { operations } = source.simulator
  const cancelled = book(source)
  book(source)
  operations.cancelReservation(String(cancelled.id), {})
  book(source)
  const first = await moves.cutOver(world, move)
  assert.deepEqual([first.state, first.disconnectedConnections], ['cut_over', 1])
  const { differences } = await moves.compared(world, move, [compareStays])
  assert.deepEqual(
    differences.slice(0, 20),
    [],
    `${source.vendor}: ${differences.length} differences after the cutover`,
  )
  const second = await moves.cutOver(world, move)
  assert.deepEqual([second.cutoverAt, second.disconnectedConnections], [first.cutoverAt, 0])
  const stays = await moves.readStays(world, move)
  assert.equal(stays.length, first.counts.reservations)

  const refused = await moves.importAgain(world, move)
  assert.deepEqual([refused.status, refused.body.error?.code], [409, 'invalid_state'])
  const ended = await moves.end(world, move)
  assert.deepEqual([ended.workspaceId, ended.deactivated], [workspaceId, true])
  assert.deepEqual(await moves.end(world, move), ended)
  assert.deepEqual(await moves.readStays(world, move), stays)
}
