/**
 * Every kind of act, with a fault before and after the vendor acted and the process killed at every step. Nobody repeats the
 * request: the resolver alone ends what is unknown. What was done is recorded and told once; what was not can be asked for again;
 * and whoever repeats the request in the end finds it done once.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import { actKinds } from '../../src/features/act-kinds.ts'
import { startActResolver, type ActState } from '../../src/upstream/acts/public.ts'
import type { TestAnswer } from '../harness/app.ts'
import { until } from '../harness/until.ts'
import { startRelayWorld, type RelayWorld } from '../messages/relay-world.ts'
import { actAlive, killedAt, steps, watchStatements } from './dying.ts'
import { builtKinds, rows, type ActKindCase } from './kinds.ts'
import { actVendor, type ActVendor } from './vendor.ts'

/** What a vendor may do to a request: whether it acts, and what it says then. */
const faults: { name: string; isDone: boolean; error: () => VendorError }[] = [
  { name: 'drop', isDone: false, error: () => new VendorError('unavailable', 'no connection') },
  { name: 'lost_answer', isDone: true, error: () => new VendorError('timeout', 'no answer') },
  {
    name: 'late_500',
    isDone: true,
    error: () => new VendorError('unavailable', 'status 500', { status: 500 }),
  },
  {
    name: 'malformed',
    isDone: true,
    error: () => new VendorError('malformed', 'cut', { status: 200 }),
  },
]
/** The steps that a killed process leaves behind with the vendor's part undone. */
const undone = new Set<string>(steps.slice(0, 2))
const trials = 2 + faults.length + steps.length

const restore = watchStatements()
after(restore)

it('every kind of act has a row', () => {
  assert.deepEqual([...Object.keys(rows), ...builtKinds].sort(), Object.keys(actKinds).sort())
})

for (const [kind, row] of Object.entries(rows)) actsOf(kind, row)

function actsOf(kind: string, row: ActKindCase): void {
  describe(kind, { concurrency: false }, () => {
    let vendor: ActVendor
    let world: RelayWorld
    /** The events of one that nothing happens to. */
    let expected: string[] = []
    let trial = 0
    before(async () => {
      vendor = actVendor(trials)
      world = await startRelayWorld(vendor)
      // What is read afterwards may not be what records it.
      await world.stopWorker()
    })
    after(() => world.close())

    const send = (key = `key ${trial}`): Promise<TestAnswer> => row.send(world, trial, key)

    interface OpenAct {
      state: ActState
      next_look_at: Date | null
    }
    const acts = async () =>
      (await sql<OpenAct>`select state, next_look_at from vendor_acts`.execute(world.app.db)).rows
    const isOpen = ({ state, next_look_at: next }: OpenAct) =>
      next !== null || !['done', 'refused', 'absent'].includes(state)

    /** As another process would, which knows nothing but what is written down. */
    async function resolve(): Promise<void> {
      await world.app.forgetClients()
      const { clock, services } = world.app
      // Longer than a process that was killed keeps what it had taken.
      clock.advance(90_000)
      for (let rounds = 0; rounds < 12 && (await acts()).some(isOpen); rounds += 1) {
        clock.advance(90_000)
        const resolver = startActResolver(services, actKinds, { askEveryMs: 5 })
        await until('every act that is due', async () =>
          (await acts()).every(({ next_look_at: next }) => next === null || next > clock.now()),
        ).finally(() => resolver.stop())
      }
      assert.deepEqual((await acts()).filter(isOpen), [], 'the resolver ends every act')
    }

    /** How often it was done there, stands here, and what was told of it. */
    async function watch() {
      trial += 1
      await row.prepare?.(world, trial)
      const [done, told] = [vendor.done.length, (await world.events()).length]
      return async () => ({
        there: vendor.done.slice(done).filter((written) => written === row.written).length,
        here: await row.here(world, trial),
        told: (await world.events()).slice(told).map(({ type }) => type),
      })
    }
    type State = Awaited<ReturnType<Awaited<ReturnType<typeof watch>>>>
    const nothing: State = { there: 0, here: 0, told: [] }

    /** The server has found out by itself; then the request is repeated. */
    async function ends(now: () => Promise<State>, isDone: boolean): Promise<void> {
      await resolve()
      const once = { there: 1, here: 1, told: expected }
      assert.deepEqual(await now(), isDone ? once : nothing, 'found out without anybody asking')
      const again = await send(row.isSetting || row.written === 'content' ? `again ${trial}` : undefined)
      assert.ok(again.status < 300, again.text)
      const last = await now()
      // Set again, it may be asked for again.
      assert.deepEqual({ ...last, there: row.isSetting ? 1 : last.there }, once, 'repeated')
      await resolve()
    }

    it('is done, recorded and told once', async () => {
      const now = await watch()
      const answer = await send()
      assert.ok(answer.status < 300, answer.text)
      const { told, ...counts } = await now()
      assert.deepEqual(counts, { there: 1, here: 1 })
      expected = told
      await ends(now, true)
    })

    for (const { name, isDone, error } of faults) {
      it(`${name}: found out, never done twice`, async () => {
        const now = await watch()
        let isStruck = false
        vendor.scripts[row.written] = [
          (act) => {
            if (isDone) act()
            isStruck = true
            // Nor can it be looked for while somebody waits.
            vendor.isBlind = true
            throw error()
          },
        ]
        const answer = await send()
        vendor.isBlind = false
        assert.ok(isStruck, answer.text)
        await ends(now, isDone)
      })
    }

    for (const step of steps) {
      it(`killed ${step}: found out, never done twice`, async () => {
        const now = await watch()
        vendor.scripts[row.written] = [actAlive]
        assert.ok(await killedAt(step, send), 'the step is reached')
        vendor.scripts[row.written] = []
        await ends(now, !undone.has(step))
      })
    }
  })
}
