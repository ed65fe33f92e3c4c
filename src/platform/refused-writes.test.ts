import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import pg from 'pg'
import { createLog } from './log.ts'
import { createRefusedWriteCounter } from './refused-writes.ts'

const refusal = (message: string, code: string): Error =>
  new Error('a worker failed', { cause: Object.assign(new pg.DatabaseError(message, 0, 'error'), { code }) })
const full = () => refusal('could not extend file: No space left on device', '53100')

describe('refused writes', () => {
  it('are told once a minute, with their number', () => {
    let now = 0
    const refused = createRefusedWriteCounter(() => now)
    assert.deepEqual(refused.count(full()), {
      reason: 'could not extend file: No space left on device',
      refusedWrites: 1,
    })
    for (let count = 0; count < 1_000; count += 1) assert.equal(refused.count(full()), null)
    now = 60_000
    assert.equal(refused.count(full())?.refusedWrites, 1_001)
    now = 120_000
    assert.equal(refused.count(full())?.refusedWrites, 1)
  })

  it('are one line in the log, without a stack', () => {
    const lines: string[] = []
    const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } })
    for (let count = 0; count < 50; count += 1) log.error({ err: full() }, 'a delivery failed')
    log.error({ err: refusal('cannot execute INSERT in a read-only transaction', '25006') }, 'a second')
    log.error({ err: refusal('duplicate key value', '23505') }, 'something else')
    assert.equal(lines.length, 2)
    const [first] = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    assert.equal(first?.['msg'], 'the database takes no writes: it is read-only, or its disk is full')
    assert.equal(first?.['refusedWrites'], 1)
    assert.ok(!String(lines[0]).includes('stack'))
  })
})
