import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { heldBack, isHeldBack, type Budget } from '../connector-kit/ratelimit.ts'
import { RequestPatience } from '../platform/request-patience.ts'
import { serializeByHome } from './serialize-by-home.ts'

const limits = [{ per: 'account' as const, calls: 8, windowSeconds: 10 }]

/** The budget grants `room` calls, and callers of homes note when they were served. */
function setUp() {
  let room = 0
  const served: string[] = []
  const inner: Budget = {
    async take(identity) {
      if (room < 1) throw heldBack(identity, 1, { isQueued: true })
      room -= 1
    },
    block: async () => {},
  }
  const budget = serializeByHome(inner, async () => turn())
  let isGone = false
  const gone: (() => void)[] = []
  const callerOf = (home: string, name: string, withinMs = 60_000) => {
    const patience = new RequestPatience({
      turn: () => home,
      isKept: false,
      withinMs,
      connection: { isClosed: () => isGone, onClosed: (listener) => void gone.push(listener) },
    })
    const call = () => budget.take('v:1', limits, 'guest', { patience }).then(() => void served.push(name))
    return { patience, call }
  }
  const grant = async (calls: number) => {
    const until = served.length + calls
    room += calls
    while (served.length < until) await turn()
  }
  const hangUp = () => {
    isGone = true
    for (const listener of gone) listener()
  }
  return { callerOf, grant, served, hangUp }
}

it('serves homes in turn, whoever came first', async () => {
  const { callerOf, grant, served } = setUp()
  const all = ['a', 'a', 'a', 'a', 'b', 'c'].map((home, n) => callerOf(home, `${home}${n}`))
  const calls = all.map(({ call, patience }) => call().then(() => patience.end()))
  await grant(4)
  assert.deepEqual(served, ['a0', 'b4', 'c5', 'a1'])
  await grant(2)
  await Promise.all(calls)
  assert.deepEqual(served.slice(4), ['a2', 'a3'])
})

it('finishes what was begun before others begin', async () => {
  const { callerOf, grant, served } = setUp()
  const first = callerOf('a', 'first')
  const begun = first.call()
  await grant(1)
  await begun
  const other = callerOf('b', 'other')
  const calls = [other.call(), first.call()]
  await grant(2)
  await Promise.all(calls)
  assert.deepEqual(served, ['first', 'first', 'other'])
})

it('refuses who cannot be served in time, with the time to come back', async () => {
  const { callerOf, served } = setUp()
  await assert.rejects(
    callerOf('a', 'late', 60).call(),
    (error) => isHeldBack(error) && error.isQueued === true && (error.retryAfterMs ?? 0) > 10_000,
  )
  assert.deepEqual(served, [])
})

it('gives no call to who has gone', async () => {
  const { callerOf, served, hangUp } = setUp()
  const call = callerOf('a', 'gone').call()
  hangUp()
  await assert.rejects(call, isHeldBack)
  assert.deepEqual(served, [])
})
