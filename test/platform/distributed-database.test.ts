/** A server starts on a distributed database that has all it needs, and names what another one lacks, what it found and what mends it. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type pg from 'pg'
import { checkServer } from '../../src/platform/database-server.ts'
import {
  distribute,
  findUnmetRequirements,
  readDistributionPlan,
} from '../../src/platform/distribution/coordinator.ts'
import { requirements } from '../../src/platform/distribution/requirements.ts'
import { root, runScript } from '../harness/child.ts'
import {
  createTestDatabase,
  databaseUrl,
  execute,
  isOnCitus,
  openTestPool,
  type TestDatabase,
} from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { startServerProcess } from '../harness/server-process.ts'

let database: TestDatabase
let pool: pg.Pool
before(async () => {
  database = await createTestDatabase()
  pool = openTestPool({ connectionString: database.url, max: 1 })
})
after(async () => {
  await pool?.end()
  await database?.drop()
})

const check = () => checkServer({ url: database.url, sessionsUrl: undefined })

it('costs a PostgreSQL without Citus one look', { skip: isOnCitus() && 'it needs one without' }, async () => {
  const sent: string[] = []
  const counted = {
    query: (text: string, values?: unknown[]) => {
      sent.push(text)
      return pool.query(text, values)
    },
  }
  assert.deepEqual(await findUnmetRequirements(counted as Parameters<typeof findUnmetRequirements>[0]), [])
  assert.equal(sent.length, 1)
})

interface Spoiled {
  /** Makes it missing, and returns the address to look at when that is another one. */
  spoil(): Promise<string | void>
  expected: RegExp
  mend(): Promise<void>
}

const skip = !isOnCitus() && 'NOT RUN: it needs a Citus (CITUS_URL)'
describe('a distributed database', { skip, concurrency: false }, () => {
  const place = testFolder()
  after(place.remove)
  const name = () => new URL(database.url).pathname.slice(1)
  const worker = () => databaseUrl((process.env['TEST_DATABASE_MACHINES'] ?? '').split(' ')[1] ?? '', name())
  const run = (statement: string) => execute(database.url, statement)
  const runDistribute = async () => distribute(pool, await readDistributionPlan(pool))
  const setting = (named: string, wrong: string, right: string): Spoiled => ({
    spoil: () => run(`alter database ${name()} set ${named} = '${wrong}'`),
    expected: new RegExp(
      `${named}: found "${wrong}", needed "${right}": alter database "${name()}" set ${named} = '${right}'$`,
    ),
    mend: () => run(`alter database ${name()} set ${named} = '${right}'`),
  })

  let foreignLocale: string | undefined
  before(async () => {
    const { rows } = await pool.query<{ locale: string }>(
      `select collcollate as locale from pg_collation where collcollate ~ '^(?!en)[a-z]{2}_.*utf-?8$' order by 1 limit 1`,
    )
    foreignLocale = rows[0]?.locale
  })
  const spoiled = (): Record<string, Spoiled> => ({
    coordinator: {
      spoil: () => Promise.resolve(worker()),
      expected: /coordinator: found a worker, .*: set DATABASE_URL to the address of the coordinator/,
      mend: async () => {},
    },
    Citus: {
      spoil: () => run(`update pg_extension set extversion = '12.1-1' where extname = 'citus'`),
      expected: /Citus: found 12\.1-1, needed 13 or newer: .* alter extension citus update$/,
      mend: () => run(`update pg_extension set extversion = '13.2-1' where extname = 'citus'`),
    },
    lc_messages: {
      spoil: () => execute(worker(), `alter database ${name()} set lc_messages = '${foreignLocale}'`),
      expected: /lc_messages: found "[^"]+" on \S+:\d+, .* set lc_messages = 'C'$/,
      mend: () => execute(worker(), `alter database ${name()} set lc_messages = 'C'`),
    },
    'citus.propagate_set_commands': setting('citus.propagate_set_commands', 'none', 'local'),
    'citus.multi_shard_modify_mode': setting('citus.multi_shard_modify_mode', 'parallel', 'sequential'),
    tables: {
      spoil: async () => {
        await run('create table put_back (like kv_entries including all)')
        await run('drop table kv_entries')
        await run('alter table put_back rename to kv_entries')
        await run(
          'alter table kv_entries add constraint of_workspace foreign key (workspace_id) references workspaces',
        )
      },
      expected:
        /tables: found kv_entries on the coordinator alone, needed to be placed: .* distribute --run$/,
      mend: runDistribute,
    },
    triggers: {
      spoil: () =>
        run(`create trigger workspaces_retention after insert on workspaces
          for each row execute function begin_retention()`),
      expected: /triggers: found workspaces_retention, needed none of them: .* distribute --run$/,
      mend: runDistribute,
    },
  })

  it('is taken when it is prepared', async () => {
    await check()
    const server = await startServerProcess(place.folder, { DATABASE_URL: database.url })
    assert.equal(await server.stop(), 0)
  })

  for (const requirement of requirements)
    it(`is refused by name when it lacks: ${requirement.name}`, async (t) => {
      if (requirement.name === 'lc_messages' && foreignLocale === undefined)
        return t.skip('the machine of the worker has no language but English')
      const way = spoiled()[requirement.name]
      assert.ok(way, `This test does not know how to take "${requirement.name}" away.`)
      const url = (await way.spoil()) ?? database.url
      try {
        await assert.rejects(checkServer({ url, sessionsUrl: undefined }), way.expected)
      } finally {
        await way.mend()
      }
      await check()
    })

  it('is told by the doctor as by the start', async () => {
    const way = setting('citus.propagate_set_commands', 'none', 'local')
    await way.spoil()
    const env = { DATABASE_URL: database.url, DATA_DIR: place.folder, PORT: '0' }
    const start = runScript('src/cli.ts', ['start'], { env, cwd: root })
    const code = await Promise.race([start.ended, start.line(/is ready/).then(() => 'it serves')])
    start.process.kill()
    assert.equal(code, 1)
    assert.match(start.err() + start.out(), /citus\.propagate_set_commands: found "none", needed "local"/)
    const doctor = runScript('src/cli.ts', ['doctor'], { env, cwd: root })
    assert.equal(await doctor.ended, 1)
    assert.match(
      doctor.out(),
      /fail {2}database .*citus\.propagate_set_commands: found "none", needed "local"\n.*Mend it: alter database/,
    )
    await way.mend()
    const mended = runScript('src/cli.ts', ['doctor'], { env, cwd: root })
    await mended.ended
    assert.match(mended.out(), /ok {4}database .*Citus distributed its tables, and has what a server needs/)
  })
})
