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

function run(claim: Partial<KeyClaim>, work: AnswerOnceOptions['work']) {
  const lines: string[] = []
  let ended = 0
  const result = answerOnce({
    db: {} as Queryable,
    log: createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } }),
    request: { key: 'a-key-of-a-caller', operation: 'makeThing', request: 'POST /v1/things' },
    claim: async () => ({
      claim: { store: async () => true, release: async () => {}, end: () => (ended += 1), ...claim },
    }),
    render: (thrown) => ({ status: 400, headers: {}, text: String(thrown) }),
    work,
  })
  return { result, lines, ended: () => ended }
}

describe('an answer', () => {
  it('that cannot be stored goes out, and the log says so without the key', async () => {
    const { result, lines, ended } = run({ store: broken }, async () => storedAnswer)
    assert.deepEqual(await result, { answer: storedAnswer, replayed: false })
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /makeThing/)
    assert.doesNotMatch(lines[0] ?? '', /a-key-of-a-caller/)
    assert.equal(ended(), 1)
  })

  it('whose key was taken over goes out, and the log says so', async () => {
    const { result, lines } = run({ store: async () => false }, async () => storedAnswer)
    assert.deepEqual((await result).answer, storedAnswer)
    assert.match(lines[0] ?? '', /taken over/)
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
