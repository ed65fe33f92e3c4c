/** The commands as a user runs them: what they print, and how they end. */
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { bootstrapWorkspace } from '../../src/features/workspaces/bootstrap.ts'
import type { FirstStart } from '../../src/features/workspaces/bootstrap.ts'
import { createDatabase } from '../../src/platform/db.ts'
import type { Database } from '../../src/platform/db.ts'
import { hashApiKey } from '../../src/platform/crypto.ts'
import { createLog } from '../../src/platform/log.ts'
import { runScript } from '../harness/child.ts'
import { createTestDatabase } from '../harness/database.ts'
import type { TestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'

let server: TestDatabase
let database: Database
let first: FirstStart
let place: ReturnType<typeof testFolder>

before(async () => {
  place = testFolder()
  server = await createTestDatabase()
  database = createDatabase(server.url, { log: createLog({ level: 'silent' }) })
  const made = await bootstrapWorkspace(database.kysely)
  assert.ok(made)
  first = made
})

after(async () => {
  await database.close()
  await server.drop()
  place.remove()
})

/** Nothing outside is asked: the vendor's address is a closed port of this machine. */
const quiet = { VENDOR_BASE_URLS: 'hostaway=http://127.0.0.1:4' }

async function cli(args: string[], env: Record<string, string> = {}) {
  const dataDir = path.join(place.folder, 'data')
  const settings = { DATABASE_URL: server.url, DATA_DIR: dataDir, ...quiet, ...env }
  const child = runScript('src/cli.ts', args, { env: settings, cwd: place.folder })
  return { code: await child.ended, out: child.out(), err: child.err() }
}

async function keyRow(key: string) {
  const { rows } = await database.pool.query('select * from api_keys where hash = $1', [hashApiKey(key)])
  return rows[0]
}

test('help lists every command', async () => {
  for (const args of [[], ['--help'], ['help']]) {
    const { code, out } = await cli(args)
    assert.equal(code, 0)
    for (const name of [
      'start',
      'migrate',
      'keys create',
      'keys revoke',
      'workspaces list',
      'simulate',
      'doctor',
    ]) {
      assert.ok(out.includes(`\n  ${name}`), name)
    }
  }
})

test('what it does not know is refused with a way on', async () => {
  const calls = [
    ['frob'],
    ['keys'],
    ['keys', 'create', '--colour'],
    ['keys', 'create', '--mode', 'x'],
    ['keys', 'revoke'],
  ]
  for (const args of calls) {
    const { code, err } = await cli(args)
    assert.equal(code, 2, args.join(' '))
    assert.match(err, /^Error: .+\nSee: .+--help\n$/)
  }
})

test('a wrong setting ends every command with one line and no stack', async () => {
  for (const args of [['start'], ['migrate'], ['keys', 'list']]) {
    const { code, out, err } = await cli(args, { PORT: 'http' })
    assert.equal(code, 1)
    assert.equal(out, '')
    assert.equal(err, 'Error: PORT: "http" is not valid. Allowed: a whole number from 0 to 65535.\n')
  }
  const { err } = await cli(['migrate'], { PORT: 'http', LOG_LEVEL: 'debug' })
  assert.match(err, /\n {4}at /, 'who asks for details gets them')
})

test('an unreachable database is one line without its password', async () => {
  for (const args of [['start'], ['keys', 'list']]) {
    const { code, err } = await cli(args, {
      DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:4/db',
      LOG_LEVEL: 'warn',
    })
    assert.equal(code, 1)
    assert.match(err, /^Error: DATABASE_URL: .*ECONNREFUSED[^\n]*\n$/)
    assert.doesNotMatch(err, /hunter2/)
  }
})

test('keys are made, listed without the key, and revoked by id or by key', async () => {
  for (const [mode, start, holder] of [
    ['sandbox', 'sk_test_', first.sandboxWorkspaceId],
    ['live', 'sk_live_', first.workspaceId],
  ] as const) {
    const made = await cli(['keys', 'create', '--mode', mode, '--name', `for ${mode}`])
    assert.equal(made.code, 0, made.err)
    const key = made.out.trim()
    assert.match(key, new RegExp(`^${start}[0-9A-Za-z]{32,}$`))
    const row = await keyRow(key)
    assert.deepEqual([row.workspace_id, row.mode, row.name], [holder, mode, `for ${mode}`])

    const listed = await cli(['keys', 'list'])
    assert.match(
      listed.out,
      new RegExp(`${row.id} +${first.workspaceId} +${mode} +${row.prefix}….*for ${mode}.*valid`),
    )
    assert.ok(!listed.out.includes(key))

    const revoked = await cli(['keys', 'revoke', mode === 'live' ? key : row.id])
    assert.equal(revoked.code, 0)
    assert.ok((await keyRow(key)).revoked_at)
    assert.match((await cli(['keys', 'list'])).out, new RegExp(`for ${mode}.*revoked`))
  }
  const unknown = await cli(['keys', 'revoke', '99999'])
  assert.equal(unknown.code, 1)
  assert.match(unknown.err, /There is no such key/)
  assert.match((await cli(['keys', 'create', '--workspace', '77'])).err, /There is no workspace 77/)
})

test('workspaces are listed with their sandbox', async () => {
  const { out } = await cli(['workspaces', 'list'])
  assert.match(
    out,
    new RegExp(
      `\n${first.workspaceId} +My workspace +custom +${first.sandboxWorkspaceId} +\\d+ +\\d+ .*active`,
    ),
  )
  assert.equal(out.trim().split('\n').length, 2, 'the sandbox is not a line of its own')
})

test('migrate says where the database is', async () => {
  const { code, out } = await cli(['migrate'])
  assert.equal(code, 0)
  assert.match(out, /^The database is at migration \d+\.\n$/)
})

test('commands that read make no database', async () => {
  const dataDir = path.join(place.folder, 'untouched')
  const { code, err } = await cli(['keys', 'list'], { DATABASE_URL: '', DATA_DIR: dataDir })
  assert.equal(code, 1)
  assert.match(err, /There is no Lodgewire database yet.*npm start/)
  assert.ok(!readdirSync(place.folder).includes('untouched'))
})

test('settings come from the .env file of the folder it is run in', async () => {
  const cwd = path.join(place.folder, 'cwd')
  mkdirSync(cwd)
  writeFileSync(path.join(cwd, '.env'), 'BURST_LIMIT=none\n')
  const child = runScript('src/cli.ts', ['migrate'], { cwd })
  assert.equal(await child.ended, 1)
  assert.match(child.err(), /BURST_LIMIT: "none"/)
})

test('the doctor looks at everything and says what to do', async () => {
  const healthy = await cli(['doctor'], { PORT: '0' })
  assert.equal(healthy.code, 0, healthy.out)
  for (const name of ['settings', 'port', 'data folder', 'disk', 'database', 'clock', 'outbound access']) {
    assert.match(healthy.out, new RegExp(`^(ok|warn) +${name} `, 'm'))
  }
  assert.match(healthy.out, /^warn +outbound access .*does not answer.*\n +Let this machine/m)

  const ill = await cli(['doctor'], { PORT: '0', DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:4/db' })
  assert.equal(ill.code, 1)
  assert.match(ill.out, /^fail +database .*ECONNREFUSED.*\n +Check that the server runs/m)
  assert.doesNotMatch(ill.out, /hunter2/)

  const misset = await cli(['doctor'], { ROLES: 'api,cook' })
  assert.equal(misset.code, 1)
  assert.match(misset.out, /^fail +settings +ROLES: "api,cook"/m)
})
