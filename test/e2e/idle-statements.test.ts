/** A server with nothing to do asks its database little: its workers sleep until work is due. */
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { createDatabase } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { createTestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { startServerProcess } from '../harness/server-process.ts'

/** Longer than any worker sleeps. */
const watchedMs = 60_000
/** It sends some 60. Workers that look each second would send more than a thousand. */
const mostStatements = 100

const undo: (() => unknown)[] = []
after(async () => {
  for (const step of undo.toReversed()) await step()
})

it('an idle server sends its database few statements', async (t) => {
  const { folder, remove } = testFolder()
  undo.push(remove)
  const database = await createTestDatabase()
  undo.push(database.drop)
  // A database of its own, because its commits are those of the server and of who counts them.
  const { kysely: db, close } = createDatabase(database.url, { log: createLog({ level: 'silent' }), max: 1 })
  undo.push(close)
  const server = await startServerProcess(folder, { DATABASE_URL: database.url })
  undo.push(server.stop)
  const commits = async () => {
    const { rows } = await sql<{ count: string }>`
      select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()`.execute(
      db,
    )
    return Number(rows[0]?.count)
  }
  // What the start began is done, and each worker has gone to sleep.
  await pause(watchedMs / 2)
  const before = await commits()
  await pause(watchedMs)
  const statements = (await commits()) - before
  t.diagnostic(`${statements} statements in ${watchedMs / 1000} s`)
  assert.ok(statements > 0, 'the server still looks')
  assert.ok(statements <= mostStatements, `${statements} statements in ${watchedMs / 1000} s`)
})
