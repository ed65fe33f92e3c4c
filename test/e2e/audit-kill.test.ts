/** A server is killed while callers write: every acknowledged and every stored change has its audit line. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { createDatabase, type Database } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { until } from '../harness/until.ts'
import { api, startServerProcess, type ServerProcess } from '../harness/server-process.ts'

const kills = 4
const callers = 8

let database: TestDatabase
let own: Database
let server: ServerProcess
const place = testFolder()
const start = () => startServerProcess(place.folder, { DATABASE_URL: database.url, BURST_LIMIT: '100000' })

before(async () => {
  database = await createTestDatabase()
  own = createDatabase(database.url, { log: createLog({ level: 'silent' }), max: 2 })
  server = await start()
})
after(async () => {
  await server.stop()
  await own.close()
  await database.drop()
  place.remove()
})

test('what was acknowledged before a kill has its line, and what was stored unheard has one, too', async () => {
  const acknowledged = new Map<string, string>()
  const asked: string[] = []
  for (let round = 0; round < kills; round += 1) {
    let isUp = true
    const calling = Array.from({ length: callers }, async (_, caller) => {
      while (isUp) {
        const id = randomUUID()
        asked.push(id)
        const body = { firstName: `Round ${round} caller ${caller}` }
        const header = { 'x-request-id': id }
        const made = await api<{ id: string }>(
          server,
          server.keys.liveKey,
          'POST',
          '/v1/guests',
          body,
          header,
        ).catch(() => null)
        if (!made) return
        assert.equal(made.status, 201)
        acknowledged.set(id, made.body.id)
      }
    })
    // Each caller finishes some rounds, then the kill falls anywhere within the next.
    const enough = acknowledged.size + callers * 3
    await until('writes', () => acknowledged.size >= enough)
    await pause(round * 7)
    await server.kill()
    isUp = false
    await Promise.all(calling)
    server = await start()
  }
  assert.ok(acknowledged.size > kills * callers, `${acknowledged.size} writes`)
  const { rows } = await sql<{ request_id: string; outcome: string; actor: string; lines: number }>`
    select request_id, min(outcome) as outcome, min(actor) as actor, count(*)::int as lines from audit_lines
    where action = 'createGuest' group by request_id`.execute(own.kysely)
  const lines = new Map(rows.map((row) => [row.request_id, row]))
  for (const id of acknowledged.keys()) {
    const line = lines.get(id)
    assert.equal(line?.lines, 1, `the write ${id} was acknowledged and has no line`)
    assert.match(line.actor, /^key:\d+$/)
    assert.match(line.outcome, /^(begun|done)$/)
  }
  assert.deepEqual(
    rows.filter(({ request_id: id }) => !asked.includes(id)),
    [],
  )
  const stored = await sql<{ guests: number }>`
    select count(*)::int as guests from guests where first_name like 'Round %'`.execute(own.kysely)
  const guests = stored.rows[0]?.guests ?? 0
  assert.ok(guests >= acknowledged.size && guests <= rows.length, `${guests} guests, ${rows.length} lines`)
})
