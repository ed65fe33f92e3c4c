/** What waits is looked through when a clock was set back, and not in every round. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { dueColumns } from '../../src/features/observability/clock-repair/columns.ts'
import { repairDueTimes } from '../../src/features/observability/clock-repair/repair-due-times.ts'
import { fakeClock, type FakeClock } from '../../src/platform/clock.ts'
import { createDatabase } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { statementsOf } from '../harness/asked-statements.ts'
import { createTestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { startServerProcess } from '../harness/server-process.ts'
import { until } from '../harness/until.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe('a round of a process', () => {
  let app: TestApp
  before(async () => {
    app = await startTestApp()
  })
  after(() => app.close())

  let clock: FakeClock
  const round = (by = clock) => repairDueTimes({ ...app.services, clock: by })
  /** How many columns of things that wait it looks at. */
  const lookedAt = async (by = clock) =>
    (await statementsOf(() => round(by))).filter(
      ({ sql: text }) => /^\s*update/.test(text) && !text.includes('clock_marks'),
    ).length
  const ofDatabase = dueColumns.filter((due) => due.clock === 'database').length
  const ofProcesses = dueColumns.length - ofDatabase
  /** A key that a request holds until then. */
  const hold = (until: Date) =>
    sql`
    insert into idempotency_keys (workspace_id, key, operation, request, state, holder, lease_until, created_at, expires_at)
    values (${app.scope.workspaceId}, ${crypto.randomUUID()}, 'x', 'x', 'running', gen_random_uuid(), ${until}, ${until}, ${until})`.execute(
      app.db,
    )
  const after2Days = () => new Date(clock.now().getTime() + 2 * day)
  const wrong = { 'idempotency_keys.lease_until': 1 }

  beforeEach(async () => {
    clock = fakeClock(app.clock.now())
    await sql`update clock_marks set latest = default, looked_through_at = default`.execute(app.db)
    await sql`truncate idempotency_keys`.execute(app.db)
  })

  it('looks through everything where nobody ever did, and then at nothing', async () => {
    await hold(after2Days())
    assert.deepEqual(await round(), wrong)
    assert.equal(await lookedAt(), 0)
    clock.advance(59 * minute)
    assert.equal(await lookedAt(), 0)
  })

  it('looks through everything once an hour, whoever marked what', async () => {
    await round()
    await hold(after2Days())
    clock.advance(minute)
    assert.deepEqual(await round(), {})
    clock.advance(hour)
    // By its own clock the database looked a moment ago.
    assert.equal(await lookedAt(), ofProcesses)
    const { rows } = await sql`select from idempotency_keys where lease_until > ${clock.now()}`.execute(
      app.db,
    )
    assert.equal(rows.length, 0)
    assert.equal(await lookedAt(fakeClock(clock.now())), 0, 'another process did')
  })

  it('finds that the clock of another process was ahead, until nothing of it is left', async () => {
    await round()
    const ahead = fakeClock(after2Days())
    await round(ahead)
    await hold(ahead.now())
    // It is gone, or right again.
    assert.deepEqual(await round(), wrong)
    await hold(after2Days())
    assert.deepEqual(await round(), wrong, 'what was written meanwhile')
    assert.equal(await lookedAt(), ofProcesses, 'nothing is left')
    assert.equal(await lookedAt(), 0)
  })

  it('takes a mark that is some minutes ahead for a clock that is right', async () => {
    await round()
    const ahead = fakeClock(new Date(clock.now().getTime() + 4 * minute))
    await round(ahead)
    assert.equal(await lookedAt(), 0)
    ahead.advance(2 * minute)
    await round(ahead)
    assert.equal(await lookedAt(), ofProcesses)
  })

  it('tells the clock of the database from those of processes', async () => {
    await round()
    await sql`update clock_marks set latest = latest + interval '2 days' where clock = 'database'`.execute(
      app.db,
    )
    assert.equal(await lookedAt(), ofDatabase)
    assert.equal(await lookedAt(), 0)
  })
})

it('is made by a process that only answers, too', async () => {
  const made = await createTestDatabase()
  const database = createDatabase(made.url, { log: createLog({ level: 'silent' }), max: 1 })
  const { folder, remove } = testFolder()
  const began = new Date()
  const server = await startServerProcess(folder, { DATABASE_URL: made.url, ROLES: 'api' })
  try {
    await until('both clocks to be marked', async () => {
      const { rows } = await database.pool.query(`select from clock_marks where latest >= $1`, [began])
      return rows.length === 2
    })
  } finally {
    await server.stop()
    await database.close()
    await made.drop()
    remove()
  }
})
