/** What commands show to people and to programs: help, colours, tables, JSON, and where each goes. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import stringWidth from 'fast-string-width'
import { assertKnownOptions, commandGroups } from '../../src/cli/command.ts'
import { commands } from '../../src/cli/commands.ts'
import { calledIn, helpIn } from '../../src/cli/run.ts'
import { bootstrapWorkspace } from '../../src/features/tenancy/workspaces/bootstrap.ts'
import { createDatabase, type Database } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { root } from '../harness/child.ts'
import { startCommandRunner, type CommandRunner } from '../harness/command-runner.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { hasTerminals, runInTerminal } from '../harness/terminal.ts'

const place = testFolder()
let commandRunner: CommandRunner
let server: TestDatabase
let database: Database
const names = ['東京の海辺の家 🏡 with a name that needs more than the half of a line', 'Élodie']

before(async () => {
  commandRunner = startCommandRunner()
  server = await createTestDatabase()
  database = createDatabase(server.url, { log: createLog({ level: 'silent' }) })
  assert.ok(await bootstrapWorkspace(database.kysely))
  for (const name of names)
    await database.pool.query(
      `insert into workspaces (id, name, plan, contact_confirmed) values (live_id(nextval('workspaces_id')), $1, 'free', true)`,
      [name],
    )
})
after(async () => {
  await commandRunner.stop()
  await database.close()
  await server.drop()
  place.remove()
})

const settings = () => ({
  DATABASE_URL: server.url,
  DATA_DIR: path.join(place.folder, 'data'),
  PORT: '0',
  VENDOR_BASE_URLS: 'hostaway=http://127.0.0.1:4',
})

const cli = (args: string[], env: Record<string, string> = {}) =>
  commandRunner.run(args, { env: { ...settings(), ...env }, cwd: place.folder })
const inTerminal = (args: string[], env: Record<string, string> = {}) =>
  runInTerminal(args, { env: { ...settings(), ...env }, cwd: place.folder })

const escape = '\u001b['
const withoutTerminals = { skip: !hasTerminals() }

describe('help', () => {
  it('groups the commands, one line each within 80 columns, without those that hardly anybody needs', async () => {
    const text = String(await helpIn([]))
    for (const group of commandGroups.filter((one) => one !== 'Advanced'))
      assert.ok(text.includes(`\n${group}\n`))
    for (const line of text.split('\n')) assert.ok(line.length <= 80, line)
    for (const { name, group, summary } of commands) {
      assert.ok(summary.length <= 54, summary)
      assert.equal(new RegExp(`^  ${name}  `, 'm').test(text), group !== 'Advanced', name)
    }
    assert.match(String(await helpIn(['--help', '--all'])), /\nAdvanced\n {2}distribute /)
  })
  it('has examples of every command, which name it and options that it has', async () => {
    for (const command of commands) {
      const { examples, options } = await command.load()
      const help = String(await helpIn([...command.name.split(' '), '--help']))
      assert.ok(examples.length > 0, command.name)
      for (const example of examples) {
        const words = example.replace(/ > .*/, '').match(/"[^"]*"|\S+/g) ?? []
        assert.equal(calledIn(words), command.name, example)
        const given = words.slice(command.name.split(' ').length)
        assertKnownOptions(
          given.filter((word) => command.name !== 'simulate' || word !== '--moving'),
          options,
        )
        assert.ok(help.includes(`  npm run lodgewire -- ${example}\n`) || help.endsWith(example), example)
      }
    }
  })
  it('of a group lists its commands, of a group inside of a group too', async () => {
    assert.match(String(await helpIn(['markets', 'events'])), /\n {2}markets events import <file>/)
    assert.match(String(await helpIn(['migrate', '--help'])), /\n {2}migrate status /)
    const { code, err } = await cli(['migrate', 'stauts'])
    assert.deepEqual([code, /Did you mean "migrate status"\?/.test(err)], [2, true], err)
  })
  it('tells the version of package.json', async () => {
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      version: string
    }
    for (const word of ['--version', '-v']) assert.equal((await cli([word])).out, `lodgewire ${version}\n`)
  })
})

describe('colours', () => {
  it('are for terminals, and follow NO_COLOR and FORCE_COLOR', withoutTerminals, async () => {
    assert.ok(!(await cli(['--help'])).out.includes(escape))
    assert.ok((await cli(['--help'], { FORCE_COLOR: '1' })).out.includes(escape))
    assert.ok((await inTerminal(['--help'])).screen.includes(escape))
    assert.ok(!(await inTerminal(['--help'], { NO_COLOR: '1' })).screen.includes(escape))
    assert.ok((await cli(['frob'], { FORCE_COLOR: '1' })).err.startsWith(`${escape}31mError:`))
  })
})

describe('tables', () => {
  it('fit a terminal of 80 columns, with wide characters in them', withoutTerminals, async () => {
    for (const args of [
      ['workspaces', 'list'],
      ['keys', 'list'],
      ['plans', 'list'],
    ]) {
      const { screen, code } = await inTerminal(args)
      assert.equal(code, 0, screen)
      for (const line of stripVTControlCharacters(screen).split('\n'))
        assert.ok(stringWidth(line) <= 80, `${stringWidth(line)}: ${line}`)
    }
    assert.match(
      (await cli(['workspaces', 'list'])).out,
      new RegExp(names.join('|')),
      'a pipe gets whole names',
    )
  })
})

describe('where several workspaces are', () => {
  const choices =
    /There are 3 workspaces\. Name one with --workspace <id>\.\n\nID +NAME\n\d+ +My workspace\n\d+ +東京/
  it('says which, and how one is named', async () => {
    const { code, out, err } = await cli(['keys', 'create'])
    assert.deepEqual([code, out], [2, ''])
    assert.match(err, choices)
    assert.match(err, /See: npm run lodgewire -- keys create --help\n$/)
    assert.match((await cli(['members', 'add', 'ada@example.com'])).err, choices)
  })
  it('says it on a terminal, in its columns', withoutTerminals, async () => {
    const { code, screen } = await inTerminal(['keys', 'create'], { NO_COLOR: '1' })
    assert.equal(code, 2)
    assert.match(screen, choices)
    for (const line of screen.split('\n')) assert.ok(stringWidth(line) <= 80, line)
  })
})

describe('--json', () => {
  const read = async (...args: string[]) => {
    const { code, out, err } = await cli([...args, '--json'], { FORCE_COLOR: '1' })
    assert.equal(code, 0, err)
    return JSON.parse(out) as { data: Record<string, unknown>[] } & Record<string, unknown>
  }
  it('gives lists in `data`, with the names of the API', async () => {
    const { data } = await read('workspaces', 'list')
    assert.deepEqual(
      data.map(({ name }) => name),
      ['My workspace', ...names],
    )
    const [{ id } = { id: '' }] = data
    const made = await read('keys', 'create', '--workspace', String(id), '--name', 'cleaning')
    assert.match(String(made['key']), /^sk_test_/)
    const key = (await read('keys', 'list')).data.find((one) => one['id'] === made['id'])
    assert.deepEqual(
      [key?.['workspaceId'], key?.['mode'], key?.['name'], key?.['scopes'], key?.['revokedAt']],
      [id, 'sandbox', 'cleaning', null, null],
    )
    const rotated = await read('keys', 'rotate', String(made['id']))
    assert.deepEqual([rotated['id'], rotated['key'] === made['key']], [made['id'], false])
    for (const [list, ...field] of [
      ['members list'],
      ['plans list', 'workspaceId'],
      ['plans sold', 'stripePrices'],
      ['markets list'],
      ['markets events list'],
    ] as const) {
      const rows = (await read(...list.split(' '))).data
      for (const name of field) assert.ok(rows.length > 0 && rows.every((row) => name in row), list)
    }
    assert.equal((await read('plans', 'show', String(id)))['plan'], 'custom')
    assert.equal((await read('retention', 'show', String(id)))['workspaceId'], id)
  })
  it('tells what is to be migrated', async () => {
    assert.deepEqual(await read('migrate', 'status'), { upToDate: true, pending: [] })
    assert.equal(
      (await cli(['migrate', 'status'])).out,
      'The database has every migration of this version.\n',
    )
  })
  it('of the doctor has a level for each check, and ends as it does without', async () => {
    const report = await read('doctor')
    assert.deepEqual(Object.keys(report), ['version', 'level', 'checks'])
    const checks = report['checks'] as { name: string; level: string; findings: Record<string, unknown>[] }[]
    assert.deepEqual(
      checks.map(({ name }) => name),
      'settings port data_folder disk database encryption_key kept_counts conditions backups channel_webhooks clock outbound_access'.split(
        ' ',
      ),
    )
    for (const { name, level, findings } of checks) {
      assert.ok(['ok', 'warn', 'fail', 'skip'].includes(level), name)
      for (const finding of findings) {
        assert.deepEqual(Object.keys(finding), ['level', 'message', 'advice'])
        assert.equal(finding['advice'] === null, finding['level'] === 'ok')
      }
    }
    const { code, out } = await cli(['doctor', '--json'], { ROLES: 'cook' })
    assert.deepEqual([code, JSON.parse(out).level], [1, 'fail'])
  })
})

describe('the doctor', () => {
  const answering = () => createServer((_, reply) => void reply.end('{"status":"ok"}'))
  it('looks for the server where the data folder says it is, and not at the usual port', async () => {
    const [own, taken] = [answering().listen(0, '127.0.0.1'), answering().listen(0, '127.0.0.1')]
    try {
      await Promise.all([once(own, 'listening'), once(taken, 'listening')])
      const [at, other] = [own, taken].map((one) => (one.address() as AddressInfo).port)
      const dataDir = path.join(place.folder, 'noted')
      mkdirSync(dataDir, { mode: 0o700 })
      const file = path.join(dataDir, 'keys.json')
      writeFileSync(file, JSON.stringify({ baseUrl: `http://127.0.0.1:${at}` }), { mode: 0o600 })
      const look = async () => (await cli(['doctor'], { DATA_DIR: dataDir, PORT: String(other) })).out
      assert.match(
        await look(),
        new RegExp(
          `^ok +port +the server of this data folder is running at http://127\\.0\\.0\\.1:${at}$`,
          'm',
        ),
      )
      own.close()
      own.closeAllConnections()
      assert.match(
        await look(),
        new RegExp(`^warn +port +a Lodgewire server is running on 127\\.0\\.0\\.1:${other}, and`, 'm'),
      )
    } finally {
      for (const one of [own, taken]) {
        one.close()
        one.closeAllConnections()
      }
    }
  })
})
