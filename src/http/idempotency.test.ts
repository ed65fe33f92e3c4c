/** These tests cover keys that cannot be written; test/idempotency covers the rest. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiError } from '../platform/api-error.ts'
import type { KeyClaim } from '../platform/idempotency.ts'
import { createLog } from '../platform/log.ts'
import type { Queryable } from '../platform/tenant.ts'
import { answerOnce, type AnswerOnceOptions } from './idempotency.ts'

const storedAnswer = { status: 201, headers: {}, text: '{"id":"5"}' }
const broken = () => Promise.reject(new Error('the connection is gone'))

const options = (lines: string[] = []) => ({
  db: {} as Queryable,
  log: createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } }),
  request: { key: 'a-key-of-a-caller', operation: 'makeThing', request: 'POST /v1/things' },
  render: (thrown: unknown) => ({ status: 400, headers: {}, text: String(thrown) }),
})

function run(claim: Partial<KeyClaim>, work: AnswerOnceOptions['work']) {
  const lines: string[] = []
  let ended = 0
  const result = answerOnce({
    ...options(lines),
    claim: async () => ({
      claim: { store: async () => true, release: async () => {}, end: () => (ended += 1), ...claim },
    }),
    work,
  })
  return { result, lines, ended: () => ended }
}

describe('an answer', () => {
  it('that cannot be stored goes out, and the log says so without the key', async () => {
    const { result, lines, ended } = run({ store: broken }, async () => storedAnswer)
    assert.deepEqual(await result, { answer: storedAnswer, replayed: false })
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /makeThing.*not stored under its key/)
    assert.doesNotMatch(lines[0] ?? '', /a-key-of-a-caller/)
    assert.equal(ended(), 1)
  })

  it('whose key was taken over goes out, and the log says so', async () => {
    const { result, lines } = run({ store: async () => false }, async () => storedAnswer)
    assert.deepEqual((await result).answer, storedAnswer)
    assert.match(lines[0] ?? '', /makeThing.*taken over/)
  })

  it('that was committed with the work is not stored again', async () => {
    let stored = 0
    const { result } = run({ store: async () => (stored += 1) > 0 }, async (store) => {
      await store({} as Queryable, 'x')
      return { status: 400, headers: {}, text: 'x' }
    })
    await result
    assert.equal(stored, 1)
  })
})

describe('a fault', () => {
  it('stays itself when the key cannot be let go', async () => {
    const fault = new ApiError('pms_error')
    const { result, lines, ended } = run({ release: broken }, () => Promise.reject(fault))
    await assert.rejects(result, fault)
    assert.equal(lines.length, 1)
    assert.equal(ended(), 1)
  })
})

describe('a request', () => {
  const tx = {} as Queryable
  function recorded() {
    const calls: string[] = []
    const claim: Partial<KeyClaim> = {
      store: async (_, { text }) => {
        calls.push(`store ${text}`)
        return true
      },
      release: async () => void calls.push('release'),
    }
    return { calls, claim }
  }
  it('whose key has an answer gets that answer, and nothing is done again', async () => {
    const answered = await answerOnce({
      ...options(),
      claim: async () => ({ answer: storedAnswer }),
      work: () => assert.fail('it was done again'),
    })
    assert.deepEqual(answered, { answer: storedAnswer, replayed: true })
  })

  it('leaves its answer under its key, and no line in the log', async () => {
    const { calls, claim } = recorded()
    const { result, lines } = run(claim, async () => storedAnswer)
    assert.deepEqual(await result, { answer: storedAnswer, replayed: false })
    assert.deepEqual([calls, lines], [[`store ${storedAnswer.text}`], []])
  })

  it('whose refusal is final leaves it under its key, with the work or after it', async () => {
    const refusal = new ApiError('not_found', 'no such listing')
    const after = recorded()
    await assert.rejects(run(after.claim, () => Promise.reject(refusal)).result, refusal)
    const within = recorded()
    await run(within.claim, async (store) => {
      await store(tx, refusal)
      return { status: 400, headers: {}, text: String(refusal) }
    }).result
    for (const { calls } of [after, within]) assert.deepEqual(calls, [`store ${String(refusal)}`])
  })

  it('that may succeed later lets its key go, with the work or after it', async () => {
    const fault = new ApiError('pms_error')
    for (const thrown of [fault, new Error('a fault of ours')]) {
      const after = recorded()
      await assert.rejects(run(after.claim, () => Promise.reject(thrown)).result, thrown)
      assert.deepEqual(after.calls, ['release'])
    }
    const within = recorded()
    await assert.rejects(
      run(within.claim, async (store) => {
        await store(tx, fault)
        throw fault
      }).result,
      fault,
    )
    assert.deepEqual(new Set(within.calls), new Set(['release']))
  })

  it('whose key another run took over meanwhile commits nothing', async () => {
    const { result } = run({ store: async () => false }, async (store) => {
      await store(tx, 'x')
      return assert.fail('the work went on')
    })
    await assert.rejects(result, { code: 'idempotency_key_in_use' })
  })
})
