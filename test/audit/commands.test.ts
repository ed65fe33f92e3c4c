/** Each command that changes something leaves a line in the audit log; each other one is said to change nothing, or to go through the API. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { makeCity, usualCity } from '../../scripts/make-city.ts'
import { commands } from '../../src/cli/commands.ts'
import { bootstrapWorkspace, type FirstStart } from '../../src/features/tenancy/workspaces/bootstrap.ts'
import { createDatabase, type Database } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { createVault } from '../../src/platform/crypto.ts'
import { secretContext } from '../../src/features/webhooks/delivery/deliver.ts'
import { databaseBefore } from '../harness/before-migration.ts'
import { startCommandRunner, type CommandRunner } from '../harness/command-runner.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'

/** `reads`: changes nothing that is stored. `calls`: by the API, whose requests leave their lines. `runs`: a server of its own. */
const others: Record<string, 'reads' | 'calls' | 'runs'> = {
  start: 'runs',
  demo: 'runs',
  doctor: 'reads',
  backup: 'reads',
  recovery: 'reads',
  'backups list': 'reads',
  // It makes a data folder that no server uses yet.
  restore: 'reads',
  // It places the tables of a database that nobody uses yet.
  distribute: 'reads',
  'migrate status': 'reads',
  'keys list': 'reads',
  'workspaces list': 'reads',
  'members list': 'reads',
  'plans list': 'reads',
  'plans show': 'reads',
  'plans sold': 'reads',
  'markets list': 'reads',
  'markets events list': 'reads',
  'retention show': 'reads',
  'retention preview': 'reads',
  listen: 'calls',
  mcp: 'calls',
  trigger: 'calls',
  simulate: 'runs',
  certify: 'reads',
  // A profile stands on the machine of its owner.
  login: 'reads',
  logout: 'reads',
  profiles: 'reads',
  completion: 'reads',
  'listings list': 'calls',
  'listings show': 'calls',
  'stays list': 'calls',
  'stays show': 'calls',
  calendar: 'calls',
  'messages list': 'calls',
  'messages show': 'calls',
  'messages send': 'calls',
  'webhooks list': 'calls',
  'webhooks deliveries': 'calls',
  'webhooks test': 'calls',
  'webhooks replay': 'calls',
  'events tail': 'calls',
  explain: 'calls',
  export: 'calls',
  import: 'calls',
}

let server: TestDatabase
let database: Database
let first: FirstStart
const place = testFolder()
let commandRunner: CommandRunner
const oldKey = `old:${randomBytes(32).toString('base64')}`
const newKey = `new:${randomBytes(32).toString('base64')}`

before(async () => {
  commandRunner = startCommandRunner()
  server = await createTestDatabase()
  database = createDatabase(server.url, { log: createLog({ level: 'silent' }) })
  const made = await bootstrapWorkspace(database.kysely)
  assert.ok(made)
  first = made
})
after(async () => {
  await commandRunner.stop()
  await database.close()
  await server.drop()
  place.remove()
})

async function run(args: string[], env: Record<string, string> = {}): Promise<string> {
  const settings = { DATABASE_URL: server.url, DATA_DIR: path.join(place.folder, 'data'), ...env }
  const { code, out, err } = await commandRunner.run(args, { env: settings, cwd: place.folder })
  assert.equal(code, 0, err)
  return out.trim()
}

interface Line {
  actor: string
  action: string
  outcome: string
  targets: string[]
  details: Record<string, unknown> | null
}
async function linesOf(action: string): Promise<Line[]> {
  const { rows } = await database.pool.query<Line>(
    `select actor, action, outcome, targets, details from audit_lines
     where workspace_id = $1 and action = $2 order by at, id`,
    [first.workspaceId, action],
  )
  return rows
}

/** Runs it and answers its line. */
const writing: Record<string, () => Promise<Line[]>> = {
  'keys create': async () => {
    await run(['keys', 'create', '--mode', 'live'])
    return linesOf('cli.keys.create')
  },
  'keys rotate': async () => {
    await run(['keys', 'create', '--mode', 'live', '--name', 'to be rotated'])
    const list = await run(['keys', 'list'])
    const id = /^(\d+) .* to be rotated/m.exec(list)?.[1]
    await run(['keys', 'rotate', id ?? ''])
    return linesOf('cli.keys.rotate')
  },
  'keys revoke': async () => {
    await run(['keys', 'revoke', await run(['keys', 'create', '--mode', 'live'])])
    return linesOf('cli.keys.revoke')
  },
  'members add': async () => {
    await run(['members', 'add', 'ann@example.com'], { ENCRYPTION_KEY: oldKey })
    return linesOf('cli.members.add')
  },
  console: async () => {
    const env = { ENCRYPTION_KEY: oldKey, PUBLIC_URL: 'https://homes.example.com' }
    assert.match(await run(['console'], env), /^https:\/\/homes\.example\.com\/console#token=ol_\d+_/)
    return linesOf('cli.console')
  },
  'retention guests': async () => {
    await run(['retention', 'guests', first.workspaceId, '24'])
    return linesOf('cli.retention.guests')
  },
  'markets import': async () => {
    const city = path.join(place.folder, 'city')
    mkdirSync(city)
    await makeCity(city, { ...usualCity, listings: 20, days: 10 })
    await run(['markets', 'import', city, '--city', 'Lisbon', '--country', 'PT', '--currency', 'EUR'])
    return linesOf('cli.markets.import')
  },
  'markets events import': async () => {
    const file = path.join(place.folder, 'town.csv')
    writeFileSync(file, `title,date\nFair,${new Date().toISOString().slice(0, 10)}\n`)
    const load = () => run(['markets', 'events', 'import', file, '--city', 'Lisbon'])
    assert.match(await load(), /Lisbon, town: 1 events; 1 are new/)
    // What changes nothing leaves no line.
    assert.match(await load(), /0 are new, 0 changed, 0 are gone/)
    assert.match(await run(['markets', 'events', 'list']), /Lisbon +town +1/)
    return linesOf('cli.markets.events.import')
  },
  'markets events remove': async () => {
    await run(['markets', 'events', 'remove', '--city', 'Lisbon', '--source', 'town'])
    return linesOf('cli.markets.events.remove')
  },
  'markets remove': async () => {
    assert.match(await run(['markets', 'remove', '--city', 'lisbon']), /Lisbon was removed: files of 1 days/)
    return linesOf('cli.markets.remove')
  },
  'retention history': async () => {
    await run(['retention', 'history', first.workspaceId, '400'])
    return linesOf('cli.retention.history')
  },
  'recovery declare': async () => {
    await run(['recovery', 'declare', '--taken-at', new Date(Date.now() - 60_000).toISOString()])
    return linesOf('cli.recovery.declare')
  },
  'recovery release-deliveries': async () => {
    await run(['recovery', 'release-deliveries'])
    return linesOf('cli.recovery.release_deliveries')
  },
  'recovery drop-deliveries': async () => {
    await run(['recovery', 'drop-deliveries'])
    return linesOf('cli.recovery.drop_deliveries')
  },
  'recovery open-night': async () => {
    const night = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
    const { rows } = await database.pool.query<{ id: string }>(
      `with home as (
         insert into listings (workspace_id, id, name) values ($1, next_id($1::bigint, 'listings_id'::regclass), 'Home') returning *
       ), kept as (
         insert into kept_nights (workspace_id, listing_id, date, epoch, connection_id, shown_units, units_left, kept_at)
         select workspace_id, id, $2, (select max(epoch) from recoveries), 1, 0, 1, now() from home)
       select id from home`,
      [first.workspaceId, night],
    )
    await run(['recovery', 'open-night', first.workspaceId, rows[0]?.id ?? '', night])
    return linesOf('cli.recovery.open_night')
  },
  'recovery open-account': async () => {
    const { rows } = await database.pool.query<{ id: string }>(
      `with account as (
         insert into connections (workspace_id, id, provider, external_account_id, status, write_policy)
         values ($1, next_id($1::bigint, 'connections_id'::regclass), 'hostaway', 'of a restore', 'active', '{}') returning *
       ), kept as (
         insert into recovery_accounts (workspace_id, connection_id, epoch, since, next_look_at)
         select workspace_id, id, (select max(epoch) from recoveries), now(), now() from account)
       select id from account`,
      [first.workspaceId],
    )
    await run(['recovery', 'open-account', first.workspaceId, rows[0]?.id ?? ''])
    return linesOf('cli.recovery.open_account')
  },
  'plans set': async () => {
    await run(['plans', 'set', first.workspaceId, 'starter'])
    return linesOf('cli.plans.set')
  },
  'plans limit': async () => {
    await run(['plans', 'limit', first.workspaceId, 'dailyRequests', '77'])
    return linesOf('cli.plans.limit')
  },
  'plans clear': async () => {
    await run(['plans', 'clear', first.workspaceId, 'dailyRequests'])
    return linesOf('cli.plans.clear')
  },
  'plans sell': async () => {
    await run(['plans', 'sell', 'growth', 'starter', 'activeListings=200', 'dailyRequests=unlimited'])
    assert.match(
      await run(['plans', 'sold']),
      /^growth +starter +dailyRequests=unlimited activeListings=200 +-$/m,
    )
    await run(['plans', 'set', first.workspaceId, 'growth'])
    assert.match(
      await run(['plans', 'show', first.workspaceId]),
      /activeListings +200 +set for this workspace/,
    )
    return linesOf('cli.plans.sell')
  },
  'transactions load': async () => {
    await database.pool.query(
      `insert into connections (workspace_id, id, provider, external_account_id, status, write_policy)
       values ($1, next_id($1::bigint, 'connections_id'::regclass), 'airbnb', '88123', 'active', '{}')`,
      [first.workspaceId],
    )
    const file = path.join(place.folder, 'transactions.csv')
    const rows = [
      'Date,Type,Confirmation code,Currency,Amount,Paid out,Reference code',
      '05/15/2026,Payout,,EUR,,465.60,G-1',
      '05/15/2026,Reservation,HMAB2C3D4E,EUR,465.60,,',
    ]
    writeFileSync(file, rows.join('\n'))
    await run(['transactions', 'load', file, '--workspace', first.workspaceId, '--dates', 'MM/DD/YYYY'])
    return linesOf('cli.transactions.load')
  },
  'rotate-encryption-key': async () => {
    const secret = createVault(oldKey).encrypt('whsec_x', secretContext(first.workspaceId, hook))
    await database.pool.query(
      `insert into webhooks (workspace_id, id, url, events, api_version, secret, secret_key_id, secret_masked)
       values ($1, $2, 'https://example.com', '{}', '2026-04', $3, 'old', '')`,
      [first.workspaceId, hook, secret],
    )
    await database.pool.query(`insert into encryption_keys (id) values ('old')`)
    await run(['rotate-encryption-key'], { ENCRYPTION_KEY: `${newKey},${oldKey}` })
    const { rows } = await database.pool.query('select secret, secret_key_id from webhooks')
    assert.equal(rows[0]?.secret_key_id, 'new')
    assert.equal(
      createVault(newKey).decrypt(rows[0]?.secret, secretContext(first.workspaceId, hook)),
      'whsec_x',
    )
    assert.equal((await linesOf('cli.rotate-encryption-key.begun')).length, 1)
    return linesOf('cli.rotate-encryption-key.done')
  },
  migrate: async () => {
    const earlier = await databaseBefore('0009_counts.sql')
    try {
      const { rows } = await earlier.pool.query<{ id: string }>(
        `insert into workspaces (id, name, plan) values (1, 'Homes', 'custom') returning id`,
      )
      await run(['migrate'], { DATABASE_URL: String(earlier.pool.options.connectionString) })
      const lines = await earlier.pool.query<Line>(
        `select actor, action, outcome, details from audit_lines where workspace_id = $1`,
        [rows[0]?.id],
      )
      assert.deepEqual(
        lines.rows.map(({ action }) => action),
        ['cli.migrate'],
      )
      assert.match(JSON.stringify(lines.rows[0]?.details), /0009_counts/)
      return lines.rows
    } finally {
      await earlier.close()
    }
  },
}
const hook = '0198f6a2-7c1e-4b52-9d3f-5a1f0c2b7e11'

describe('a command', () => {
  it('is known to write, or not to', () => {
    const known = [...Object.keys(others), ...Object.keys(writing)].toSorted()
    assert.deepEqual(commands.map(({ name }) => name).toSorted(), known)
  })

  for (const [name, work] of Object.entries(writing)) {
    it(`leaves a line: ${name}`, async () => {
      const lines = await work()
      const line = lines.at(-1)
      assert.ok(line, `${name} left no line`)
      assert.equal(line.actor, 'cli')
      assert.equal(line.outcome, 'done')
    })
  }

  it('that set everything up left one for each key, and none holds a secret', async () => {
    assert.match((await linesOf('system.setup'))[0]?.targets[0] ?? '', /^key:\d+$/)
    const { rows } = await database.pool.query<{ text: string }>(
      `select string_agg(l::text, ' ') as text from audit_lines l`,
    )
    const text = rows[0]?.text ?? ''
    for (const secret of [first.liveKey, first.sandboxKey, oldKey.slice(4), newKey.slice(4)])
      assert.ok(!text.includes(secret))
    assert.doesNotMatch(text, /sk_live_|sk_test_|whsec_/)
  })
})
