/** The commands as a user runs them: what they print, and how they end. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { commands } from '../../src/cli/commands.ts'
import { commandHelp } from '../../src/cli/help.ts'
import { helpIn, runCommand } from '../../src/cli/run.ts'
import { appWebhookUrl } from '../../src/features/sync/inbound/app-address.ts'
import { bootstrapWorkspace } from '../../src/features/tenancy/workspaces/bootstrap.ts'
import type { FirstStart } from '../../src/features/tenancy/workspaces/bootstrap.ts'
import { createDatabase } from '../../src/platform/db.ts'
import type { Database } from '../../src/platform/db.ts'
import { createVault, hashApiKey } from '../../src/platform/crypto.ts'
import { createLog } from '../../src/platform/log.ts'
import { root, runScript } from '../harness/child.ts'
import { startCommandRunner } from '../harness/command-runner.ts'
import type { CommandRunner } from '../harness/command-runner.ts'
import { createTestDatabase } from '../harness/database.ts'
import type { TestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'

let server: TestDatabase
let database: Database
let first: FirstStart
let place: ReturnType<typeof testFolder>
let commandRunner: CommandRunner

before(async () => {
  place = testFolder()
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

/** Nothing outside is asked: the vendor's address is a closed port of this machine. */
const quiet = { VENDOR_BASE_URLS: 'hostaway=http://127.0.0.1:4' }

function cli(args: string[], env: Record<string, string> = {}) {
  const dataDir = path.join(place.folder, 'data')
  const settings = { DATABASE_URL: server.url, DATA_DIR: dataDir, ...quiet, ...env }
  return commandRunner.run(args, { env: settings, cwd: place.folder })
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
      'keys rotate',
      'keys revoke',
      'workspaces list',
      'simulate',
      'doctor',
      'trigger',
    ]) {
      assert.ok(out.includes(`\n  ${name}`), name)
    }
  }
})

test('every command and every option has its help, and nothing is done', async () => {
  for (const command of commands) {
    const text = await commandHelp(command)
    assert.ok(text.startsWith(`Usage: npm run lodgewire -- ${command.name}`))
    for (const option of Object.keys((await command.load()).options))
      assert.ok(text.includes(`\n  --${option}`), option)
    const words = command.name.split(' ')
    for (const args of [
      [...words, '--help'],
      [...words, '-h'],
      ['help', ...words],
    ]) {
      assert.equal(await helpIn(args), text)
    }
  }
  // A wrong setting would end it, had it begun.
  const { code, out } = await cli(['keys', 'create', '--help'], { PORT: 'http' })
  assert.deepEqual([code, out.split('\n')[0]], [0, 'Usage: npm run lodgewire -- keys create [options]'])
})

test('keys that are made and revoked by command leave lines of the audit log, without the key', async () => {
  const { out, err } = await cli(['keys', 'create', '--mode', 'live', '--scopes', 'kv:read'])
  const key = out.trim()
  assert.match(key, /^sk_live_/, err)
  const { id, created_by: createdBy, workspace_id: workspaceId } = await keyRow(key)
  assert.equal(createdBy, 'cli')
  for (const code of [0, 1]) {
    // A key that is not there changes nothing, and nothing is told of it.
    const revoked = await cli(['keys', 'revoke', code === 0 ? key : `${key}x`])
    assert.equal(revoked.code, code, revoked.err)
  }
  const { rows } = await database.pool.query(
    `select workspace_id, actor, action, targets, outcome, l::text as text from audit_lines l
     where action like 'cli.keys.%' and targets = $1 order by at, action`,
    [[`key:${id}`]],
  )
  assert.deepEqual(
    rows.map(({ text: _, ...row }) => row),
    ['cli.keys.create', 'cli.keys.revoke'].map((action) => ({
      ...{ workspace_id: workspaceId, actor: 'cli', action, targets: [`key:${id}`], outcome: 'done' },
    })),
  )
  for (const { text } of rows) assert.ok(!text.includes(key.slice(12)))
})

test('a key is given a new secret, and the one from before ends when it is said', async () => {
  const before = (await cli(['keys', 'create', '--mode', 'live', '--scopes', 'kv:read'])).out.trim()
  const { id } = await keyRow(before)
  const rotated = await cli(['keys', 'rotate', String(id), '--overlap', '60'])
  const after = rotated.out.trim()
  assert.match(after, /^sk_live_/, rotated.err)
  const row = await keyRow(after)
  assert.deepEqual([row.id, row.scopes, row.previous_hash], [id, ['kv:read'], hashApiKey(before)])
  const left = Number(new Date(String(row.previous_until))) - Date.now()
  assert.ok(left > 0 && left <= 60_000, String(left))
  const once = await cli(['keys', 'rotate', String(id), '--overlap', '0'])
  assert.deepEqual((await keyRow(once.out.trim())).previous_hash, null)
  const { rows } = await database.pool.query(
    `select from audit_lines where action = 'cli.keys.rotate' and targets = $1`,
    [[`key:${id}`]],
  )
  assert.equal(rows.length, 2)
  await cli(['keys', 'revoke', String(id)])
  for (const [args, told] of [
    [[String(id)], /is revoked/],
    [['999'], /There is no such key/],
    [[String(id), '--overlap', '604801'], /at most 604800/],
    [[], /takes the id of one key/],
  ] as const) {
    const { code, err } = await cli(['keys', 'rotate', ...args])
    assert.ok(code !== 0 && told.test(err), err)
  }
})

test('a key for some connections and listings is made for what there is, and shown with it', async () => {
  const workspace = String(first.workspaceId)
  const made = async (table: string, columns: string, values: string) => {
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into ${table} (workspace_id, id, ${columns})
       values ($1, next_id($1::bigint, '${table}_id'::regclass), ${values}) returning id`,
      [workspace],
    )
    return rows[0]?.id ?? ''
  }
  const connection = await made(
    'connections',
    'provider, external_account_id, write_policy',
    "'hostaway', '5', '{}'",
  )
  const listing = await made('listings', 'name', "'Sea View Loft'")
  const create = (...args: string[]) => cli(['keys', 'create', '--mode', 'live', ...args])
  const { out, err } = await create('--connections', connection, '--listings', `${listing}, ${listing}`)
  const row = await keyRow(out.trim())
  assert.deepEqual([row?.connection_ids, row?.listing_ids], [[connection], [listing]], err)
  const list = await cli(['keys', 'list'])
  assert.match(list.out, new RegExp(`connections ${connection}; listings ${listing}`))
  for (const [args, words] of [
    [['--connections', '999999'], /--connections: the workspace has no 999999/],
    [['--listings', `${listing},999999`], /--listings: the workspace has no 999999/],
    [['--listings', 'loft'], /--listings: each of the ids is a number, not "loft"/],
  ] as const) {
    const refused = await create(...args)
    assert.notEqual(refused.code, 0)
    assert.match(refused.err, words)
  }
  const full = await cli(['keys', 'create', '--mode', 'live'], { MAX_KEYS: '1' })
  assert.match(full.err, /as many as MAX_KEYS allows/)
})

test('a key for agents is made with its limits, and shown with them', async () => {
  const create = (...args: string[]) => cli(['keys', 'create', '--mode', 'live', ...args])
  const made = await create('--agent-kinds', 'prices, closure', '--agent-money-per-day', '500.50EUR')
  const row = await keyRow(made.out.trim())
  assert.deepEqual(
    row?.agent_limits,
    {
      kinds: ['prices', 'closure'],
      writes_per_day: 20,
      money_per_write: null,
      money_per_day: { amount: 500.5, currency: 'EUR' },
    },
    made.err,
  )
  assert.match((await cli(['keys', 'list'])).out, /plans of prices,closure, 20 a day/)
  for (const [args, words] of [
    [['--agent-kinds', 'price'], /--agent-kinds knows no "price"/],
    [['--agent-kinds', 'prices', '--agent-writes', '0'], /--agent-writes is a number/],
    [['--agent-kinds', 'prices', '--agent-money-per-write', '200'], /--agent-money-per-write is an amount/],
    [['--agent-writes', '5'], /--agent-writes needs --agent-kinds/],
  ] as const) {
    const refused = await create(...args)
    assert.notEqual(refused.code, 0)
    assert.match(refused.err, words)
  }
})

test('transactions of Airbnb are loaded from a file once, and a file that is wrong is refused by its line', async () => {
  const workspace = first.workspaceId
  const { rows } = await database.pool.query(
    `insert into connections (workspace_id, id, provider, external_account_id, status, write_policy)
     values ($1, next_id($1::bigint, 'connections_id'::regclass), 'airbnb', '88123', 'active', '{}') returning id`,
    [workspace],
  )
  assert.equal(rows.length, 1)
  const file = path.join(place.folder, 'transactions.csv')
  const csv = [
    'Date,Type,Confirmation code,Currency,Amount,Paid out,Reference code',
    '05/15/2026,Payout,,EUR,,465.60,G-1',
    '05/15/2026,Reservation,HMAB2C3D4E,EUR,465.60,,',
  ].join('\n')
  writeFileSync(file, csv)
  const load = (...more: string[]) =>
    cli(['transactions', 'load', file, '--workspace', String(workspace), ...more])
  const done = await load('--dates', 'MM/DD/YYYY')
  assert.equal(done.out, '2 transactions in 1 payouts read, 2 of them new or changed.\n', done.err)
  const again = await load('--dates', 'MM/DD/YYYY', '--account', '88123')
  assert.equal(again.out, '2 transactions in 1 payouts read, 0 of them new or changed.\n', again.err)
  for (const [args, words] of [
    [[], /--dates is one of/],
    [['--dates', 'YYYY-MM-DD'], /Line 2: `date` is no date/],
    [['--dates', 'MM/DD/YYYY', '--account', '1'], /There is no Airbnb account 1/],
  ] as const) {
    const refused = await load(...args)
    assert.notEqual(refused.code, 0)
    assert.match(refused.err, words)
  }
})

test('keys alone lists what there is for keys, and says where keys are', async () => {
  const none = await cli(['keys'])
  assert.equal(none.code, 0, none.err)
  for (const name of ['create', 'list', 'revoke']) assert.ok(none.out.includes(`\n  keys ${name}`), name)
  assert.match(none.out, /There are no keys in \S+keys\.json.*keys create/)
  const dataDir = path.join(place.folder, 'with-keys')
  mkdirSync(dataDir)
  const key = `sk_live_${'a'.repeat(40)}`
  writeFileSync(path.join(dataDir, 'keys.json'), JSON.stringify({ liveKey: key }))
  const some = await cli(['keys'], { DATA_DIR: dataDir })
  assert.match(some.out, /The keys of the first start are in \S+with-keys\/keys\.json/)
  assert.ok(!some.out.includes(key))
})

test('what it does not know is refused with a way on, and with what was probably meant', async () => {
  const calls: [string[], RegExp?][] = [
    [['frob']],
    [['startt'], /Did you mean "start"\?/],
    [['key'], /Did you mean "keys"\?/],
    [['keys', 'lst'], /Did you mean "keys list"\?/],
    [['--port', '4001', 'start'], /A command comes first/],
    [['start', '--port', '4001'], /There is no option --port\./],
    [['start', 'now'], /takes no argument "now"/],
    [['keys', 'create', '--colour']],
    [['keys', 'create', '--moed', 'live'], /Did you mean "--mode"\?/],
    [['keys', 'create', '--mode'], /--mode needs a value/],
    [['keys', 'create', '--mode', 'liv'], /Did you mean "live"\?/],
    [['keys', 'revoke']],
    [['simulate', 'hostawy'], /Did you mean "hostaway"\?/],
    [['simulate', 'hostaway', '--prot', '1'], /Did you mean "--port"\?/],
    [['demo', '--vendors', 'hostawy'], /Did you mean "hostaway"\?/],
    [['trigger', 'reservation.creatd'], /Did you mean "reservation\.created"\?/],
  ]
  for (const [args, words = /./] of calls) {
    await assert.rejects(runCommand(args), { name: 'UsageError', message: words }, args.join(' '))
  }
  // A process of its own, whose exit code the shell sees.
  const child = runScript('src/cli.ts', ['keys', 'create', '--moed', 'live'], { cwd: place.folder })
  assert.equal(await child.ended, 2)
  assert.equal(
    child.err(),
    'Error: There is no option --moed. Did you mean "--mode"?\nSee: npm run lodgewire -- keys create --help\n',
  )
})

test('whoever stops reading the output ends a command without an error', async () => {
  for (const command of ['--help', 'keys list']) {
    const { DATABASE_URL, DATA_DIR } = { DATABASE_URL: server.url, DATA_DIR: path.join(place.folder, 'data') }
    const line = `"${process.execPath}" "${path.join(root, 'src/cli.ts')}" ${command} | true; echo "\${PIPESTATUS[0]}"`
    const child = spawnSync('bash', ['--norc', '-c', line], {
      env: { PATH: process.env.PATH, DATABASE_URL, DATA_DIR, PORT: '0', ...quiet },
      encoding: 'utf8',
    })
    assert.equal(child.stderr, '', command)
    assert.equal(child.stdout, '0\n', command)
  }
})

test('a data folder that is a file or closed is told by its setting, without codes of the system', async () => {
  const file = path.join(place.folder, 'a-file')
  writeFileSync(file, '')
  const closed = path.join(place.folder, 'closed')
  mkdirSync(closed, { mode: 0o755 })
  const inside = (dataDir: string) => ({ DATABASE_URL: '', DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' })
  for (const [args, dataDir] of [
    [['start'], file],
    [['keys', 'list'], path.join(file, 'below')],
    [['demo'], file],
  ] as const) {
    const { code, err } = await cli([...args], inside(dataDir))
    assert.equal(code, 1, args.join(' '))
    assert.match(err, /^Error: DATA_DIR: \S+a-file is a file, not a folder\. Set DATA_DIR to [^\n]+\n$/)
  }
  if (process.getuid?.() !== 0) return
  for (const args of [['start']]) {
    const settings = { ...quiet, ...inside(path.join(closed, 'data')) }
    const child = runScript('src/cli.ts', args, { env: settings, cwd: '/', uid: 65534, gid: 65534 })
    assert.equal(await child.ended, 1)
    assert.match(child.err(), /^Error: DATA_DIR: \S+data is closed to this user\. Set DATA_DIR to [^\n]+\n$/)
  }
})

test('a vendor that does not exist is refused by its setting', async () => {
  for (const args of [['start'], ['doctor']]) {
    const { code, out, err } = await cli(args, { VENDOR_BASE_URLS: 'hostawy=http://127.0.0.1:4', PORT: '0' })
    assert.equal(code, 1)
    assert.match(
      out + err,
      /VENDOR_BASE_URLS: there is no vendor "hostawy"\. Did you mean "hostaway"\? Known: airbnb, (?:\w+, )*smoobu, (?:\w+, )*vrbo\./,
    )
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
  for (const args of [['migrate'], ['keys', 'list']]) {
    const { code, err } = await cli(args, {
      DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:4/db',
      LOG_LEVEL: 'warn',
    })
    assert.equal(code, 1)
    assert.match(err, /^Error: DATABASE_URL: .*nothing listens on 127\.0\.0\.1:4\n$/)
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

test('a key is made with what it may do, and until when', async () => {
  const scopes = ['--scopes', 'reservations:read, calendar:write']
  const made = await cli(['keys', 'create', '--name', 'narrow', ...scopes, '--expires', '2999-01-31'])
  assert.equal(made.code, 0, made.err)
  const row = await keyRow(made.out.trim())
  assert.deepEqual(row.scopes, ['reservations:read', 'calendar:write'])
  assert.deepEqual(row.expires_at, new Date('2999-01-31T00:00:00Z'))
  const { out } = await cli(['keys', 'list'])
  assert.match(out, /narrow.*reservations:read,calendar:write +- +until 2999-01-31/)
  assert.match(out, /First start.*everything +- +valid/)

  const misspelt = await cli(['keys', 'create', '--scopes', 'reservation:read'])
  assert.match(misspelt.err, /--scopes knows no "reservation:read".*Did you mean "reservations:read"/)
  for (const wrong of ['2001-01-31', 'tomorrow', '2999-13-01', '2999-02-29', '2999-04-31T12:00:00Z']) {
    assert.match(
      (await cli(['keys', 'create', '--expires', wrong])).err,
      /--expires is a day or a time/,
      wrong,
    )
  }
  assert.match((await cli(['keys', 'create', '--scopes', 'guests:read,'])).err, /--scopes knows no ""/)
  assert.match((await cli(['keys', 'create', '--name', 'n'.repeat(201)])).err, /--name has at most 200/)
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

test('a workspace that another one made is listed with whose plan it has', async () => {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into workspaces (id, parent_id, name, plan, contact_confirmed)
     values (live_id(nextval('workspaces_id')), $1, 'Brought over', 'free', true) returning id`,
    [first.workspaceId],
  )
  const id = rows[0]?.id ?? assert.fail('no workspace was made')
  const { out } = await cli(['workspaces', 'list'])
  await database.pool.query('delete from workspaces where id = $1', [id])
  assert.match(out, new RegExp(`\n${id} +Brought over +as ${first.workspaceId} `))
})

test('plans and limits of a workspace are set, shown with what they were, and cleared', async () => {
  const id = first.workspaceId
  const { rows } = await database.pool.query('select plan from workspaces where id = $1', [id])
  assert.deepEqual(rows, [{ plan: 'custom' }])
  for (const args of [
    ['set', id, 'starter'],
    ['limit', id, 'activeListings', '80'],
    ['limit', id, 'dailyRequests', 'unlimited'],
  ]) {
    const { code, out, err } = await cli(['plans', ...args])
    assert.deepEqual([code, err], [0, ''])
    assert.match(out, /within a minute/)
  }
  const { out } = await cli(['plans', 'show', id])
  assert.match(out, /plan starter/)
  assert.match(out, /activeListings +80 +set for this workspace/)
  assert.match(out, /dailyRequests +unlimited +set for this workspace/)
  assert.match(out, /monthlyRequests +100000 +plan/)
  assert.match(out, /command +custom - +starter -/)
  assert.match((await cli(['plans', 'list'])).out, /starter +.*activeListings=80/)
  for (const name of ['activeListings', 'dailyRequests']) await cli(['plans', 'clear', id, name])
  await cli(['plans', 'set', id, 'custom'])
  assert.match((await cli(['plans', 'list'])).out, /custom +-/)
  for (const [args, said] of [
    [['set', id, 'startr'], /Did you mean "starter"/],
    [['set', '77777', 'starter'], /no workspace 77777/],
    [['limit', id, 'burstRequests', '0'], /from 1 to 1000000/],
    [['limit', id, 'burstRequests', 'unlimited'], /from 1 to 1000000/],
    [['limit', id, 'listings', '1'], /The limit is one of/],
    [['clear', id], /takes <workspace> <limit>/],
  ] as const) {
    const { code, err } = await cli(['plans', ...args])
    assert.notEqual(code, 0)
    assert.match(err, said)
  }
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

test('a workspace that is not there is told, also where nothing is to be changed', async () => {
  for (const args of [
    ['show', '77'],
    ['preview', '77'],
    ['preview', '77', '36'],
    ['guests', '77', '36'],
  ]) {
    const { code, err } = await cli(['retention', ...args])
    assert.equal(code, 1, args.join(' '))
    assert.match(err, /There is no workspace 77/)
  }
  assert.match((await cli(['retention', 'show', first.workspaceId])).out, /Guests: kept/)
  assert.match(
    (await cli(['retention', 'preview', first.workspaceId, '0'])).err,
    /retention preview takes months/,
  )
})

test('an option in place of a value, and a value that looks like one', async () => {
  const taken = await cli(['keys', 'create', '--name', '--mode', 'live'])
  assert.equal(taken.code, 2)
  assert.match(taken.err, /--name needs a value; one that begins with a hyphen is written --name=-…\n/)
  assert.equal((await cli(['keys', 'rotate', '1', '--overlap', '-1'])).code, 2)
  assert.equal((await cli(['keys', 'create', '--name=-dash'])).code, 0)
})

test('the doctor looks at everything and says what to do', async () => {
  const healthy = await cli(['doctor'], { PORT: '0' })
  assert.equal(healthy.code, 0, healthy.out)
  for (const name of ['settings', 'port', 'data folder', 'disk', 'database', 'outbound access']) {
    assert.match(healthy.out, new RegExp(`^(ok|warn) +${name} `, 'm'))
  }
  // Wherever tests run; however many systems are silent, it is one line for all.
  assert.match(
    healthy.out,
    /^(warn +outbound access +(none of )?\d+ .*\n +Let this machine|ok +outbound access)/m,
  )

  assert.match(healthy.out, /^ok +channel webhooks +none/m)
  const partner = { AIRBNB_CLIENT_ID: 'client', AIRBNB_CLIENT_SECRET: 'client-secret' }
  const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64')
  const channel = await cli(['doctor'], {
    ...{ PORT: '0', PUBLIC_URL: 'https://api.example.com', ENCRYPTION_KEY, ...partner },
    VENDOR_BASE_URLS: 'airbnb=http://127.0.0.1:4',
  })
  const address = appWebhookUrl(createVault(ENCRYPTION_KEY), 'https://api.example.com', 'airbnb')
  assert.ok(channel.out.includes(`Airbnb sends to ${address}\n`), channel.out)
  assert.ok(!channel.out.includes(ENCRYPTION_KEY) && !channel.out.includes('client-secret'))

  const ill = await cli(['doctor'], { PORT: '0', DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:4/db' })
  assert.equal(ill.code, 1)
  assert.match(
    ill.out,
    /^fail +database .*nothing listens on 127\.0\.0\.1:4.*\n +Check that the server runs/m,
  )
  assert.doesNotMatch(ill.out, /hunter2/)

  const half = await cli(['doctor'], {
    PORT: '0',
    BOOKING_CLIENT_SECRET: 'a-secret',
    STRIPE_PRICES: 'starter=price_1',
  })
  assert.match(half.out, /BOOKING_CLIENT_SECRET is set and BOOKING_CLIENT_ID is not: Booking.com takes no/)
  assert.match(half.out, /STRIPE_PRICES is set and STRIPE_SECRET_KEY is not: no plans are sold/)
  assert.doesNotMatch(half.out, /AIRBNB_|all settings are valid/)

  const bucketless = await cli(['doctor'], { PORT: '0', S3_BUCKET: 'files' })
  assert.match(bucketless.out, /^fail +settings +S3_BUCKET is set, and S3_ACCESS_KEY_ID or/m)

  assert.match(healthy.out, /^ok +encryption key .*encryption.key opens what is stored/m)
  await database.pool.query(
    `insert into encryption_keys (id, fingerprint) values ('house', 'of another key')`,
  )
  const foreign = await cli(['doctor'], { PORT: '0', ENCRYPTION_KEY: `house:${ENCRYPTION_KEY}` })
  await database.pool.query(`delete from encryption_keys where id = 'house'`)
  assert.equal(foreign.code, 1)
  assert.match(
    foreign.out,
    /^fail +encryption key +ENCRYPTION_KEY: the key "house" is not the one that data was/m,
  )

  const misset = await cli(['doctor'], { ROLES: 'api,cook' })
  assert.equal(misset.code, 1)
  assert.match(misset.out, /^fail +settings +ROLES: "api,cook"/m)
})
