/** `migrate --plan` on the database of an earlier version. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { runScript } from '../harness/child.ts'
import { databaseBefore, type EarlierDatabase } from '../harness/before-migration.ts'

describe('migrate --plan', () => {
  let earlier: EarlierDatabase
  before(async () => {
    earlier = await databaseBefore('0010_agent_plans.sql')
    await earlier.pool.query(
      `insert into workspaces (id, name, plan) select n, 'W' || n, 'free' from generate_series(1, 50) n`,
    )
    await earlier.pool.query('analyze workspaces')
  })
  after(() => earlier.close())

  async function plan(...args: string[]): Promise<string> {
    const { ended, out, err } = runScript('src/cli.ts', ['migrate', '--plan', ...args], {
      env: { DATABASE_URL: String(earlier.pool.options.connectionString) },
    })
    assert.equal(await ended, 0, err())
    return out()
  }

  test('shows statements, locks and times, and changes nothing', async () => {
    const text = await plan()
    assert.match(text, /\d migrations are pending\. Servers of the version before go on working/)
    assert.match(
      text,
      /alter table api_keys add column agent_limits jsonb\n {4}api_keys: access exclusive lock, nobody else/,
    )
    assert.match(text, /0012_conversations_of_a_guest\.sql \(without a transaction\)/)
    assert.match(
      text,
      /conversations: share update exclusive lock, others read and write meanwhile; reads \d+ rows/,
    )
    const { rows } = await earlier.pool
      .query(`select max(number) as newest, to_regclass('agent_plans') as made
      from lodgewire_migrations`)
    assert.deepEqual(rows, [{ newest: 9, made: null }])
  })

  test('gives the same as JSON, with the sizes of this database', async () => {
    const { migrations } = JSON.parse(await plan('--json')) as {
      migrations: {
        file: string
        statements: { effects: { table: string; rows: number; bytes: number }[] }[]
      }[]
    }
    const effects = migrations.flatMap(({ statements }) => statements.flatMap((one) => one.effects))
    const workspaces = effects.find(({ table }) => table === 'workspaces')
    assert.equal(workspaces?.rows, 50)
    assert.ok(Number(workspaces?.bytes) > 0)
    // An index that goes is told by its table.
    assert.ok(effects.every(({ table }) => table !== 'api_keys_workspace'))
  })

  test('--json alone is refused', async () => {
    const { ended, err } = runScript('src/cli.ts', ['migrate', '--json'])
    assert.equal(await ended, 2)
    assert.match(err(), /--json goes with --plan/)
  })
})
