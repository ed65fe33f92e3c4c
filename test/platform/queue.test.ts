import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { createDatabase, type Database } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { createQueue, type Queue } from '../../src/platform/queue.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { until } from '../harness/until.ts'

const log = createLog({ level: 'silent' })
let file: TestDatabase
let database: Database
let queue: Queue
before(async () => {
  file = await createTestDatabase()
  database = createDatabase(file.url, { log, max: 10 })
  queue = createQueue({ pool: database.pool, log, rescueEveryMs: 100 })
  await queue.migrate()
})
after(async () => {
  await database.close()
  await file.drop()
})

/** Runs the queue until the handler was called this often, then stops it. */
async function work(times: number): Promise<unknown[]> {
  const seen: unknown[] = []
  await queue.start({ greet: async (payload) => void seen.push(payload) })
  await until('the jobs to be done', () => seen.length >= times)
  await queue.stop()
  return seen
}

test('a job exists when the change that asked for it does', async () => {
  await assert.rejects(
    database.transaction(async (tx) => {
      await queue.enqueue(tx, 'greet', { name: 'nobody' })
      throw new Error('no')
    }),
  )
  await database.transaction((tx) => queue.enqueue(tx, 'greet', { name: 'Ada' }))
  assert.deepEqual(await work(1), [{ name: 'Ada' }])
})

test('jobs with the same key are one, as asked for last', async () => {
  const later = { key: 'one', runAt: new Date(Date.now() + 60_000) }
  await queue.enqueue(database.kysely, 'greet', { turn: 1 }, later)
  await queue.enqueue(database.kysely, 'greet', { turn: 2 }, { key: 'one' })
  assert.deepEqual(await work(1), [{ turn: 2 }])
})

test('stopping waits for the job under way', async () => {
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  let done = false
  await queue.start({
    greet: async () => {
      begun.resolve()
      await ended.promise
      done = true
    },
  })
  await queue.enqueue(database.kysely, 'greet', {})
  await begun.promise
  const stopping = queue.stop()
  ended.resolve()
  await stopping
  assert.equal(done, true)
})

test('a failed job is tried again, and given up after its last try', async () => {
  let tries = 0
  await queue.start({
    greet: async () => {
      tries += 1
      throw new Error('no')
    },
  })
  await queue.enqueue(database.kysely, 'greet', {}, { maxAttempts: 1, key: 'fails' })
  await until('the try', async () => {
    const { rows } = await database.pool.query(
      `select from graphile_worker.jobs where key = 'fails' and attempts = 1 and last_error is not null`,
    )
    return rows.length === 1
  })
  await queue.stop()
  assert.equal(tries, 1)
  await database.pool.query(`select graphile_worker.remove_job('fails')`)
})

test('a job of a process that was killed is taken up by another within seconds', async () => {
  await queue.enqueue(database.kysely, 'greet', { name: 'Charles' })
  const script = path.join(import.meta.dirname, 'queue-worker.ts')
  const child = spawn(process.execPath, [script, file.url], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  assert.deepEqual(await work(1), [{ name: 'Charles' }])
})
