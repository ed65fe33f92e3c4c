import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type pg from 'pg'
import { listen } from './listener.ts'
import { createLog } from './log.ts'

/** When a server goes away, its connections emit an error and also fail the running query. */
function breakingPool() {
  const out = new Set<EventEmitter>()
  let opened = 0
  let isAway = false
  const connect = async () => {
    opened += 1
    const client = Object.assign(new EventEmitter(), {
      async query() {
        if (!isAway) return
        client.emit('error', new Error('terminated'))
        throw new Error('terminated')
      },
      release: () => void out.delete(client),
    })
    out.add(client)
    return client
  }
  return {
    pool: { connect } as unknown as pg.Pool,
    out,
    goAway: () => void (isAway = true),
    comeBack: () => void (isAway = false),
    opened: () => opened,
  }
}

test('a connection that breaks is opened again once, and none is left behind', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const turns = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  }
  const { pool, out, goAway, comeBack, opened } = breakingPool()
  goAway()
  let heard = 0
  const log = createLog({ level: 'silent' })
  const listener = listen(pool, { channel: 'news', log, lost: 'lost', onNotice: () => (heard += 1) })
  for (let tried = 1; tried <= 3; tried += 1) {
    await turns()
    assert.deepEqual([opened(), out.size], [tried, 0])
    if (tried === 3) comeBack()
    t.mock.timers.tick(1_000)
  }
  await turns()
  assert.deepEqual([opened(), out.size, heard], [4, 1, 1])
  await listener.stop()
  assert.equal(out.size, 0)
})
