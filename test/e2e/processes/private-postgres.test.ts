import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import pg from 'pg'
import {
  FolderInUse,
  findPrivatePostgres,
  startPrivatePostgres,
} from '../../../src/platform/embedded-postgres/index.ts'
import { isPostgresOn, readPidFile } from '../../../src/platform/embedded-postgres/postmaster.ts'
import { createLog } from '../../../src/platform/log.ts'
import { runScript } from '../../harness/child.ts'
import { testFolder } from '../../harness/folder.ts'
import { until } from '../../harness/until.ts'

const hold = 'test/e2e/processes/fixtures/hold-postgres.ts'
const lines: string[] = []
const log = createLog({ level: 'debug', destination: { write: (line) => void lines.push(line) } })

let folder = ''
let remove = () => {}
beforeEach(() => {
  lines.length = 0
  ;({ folder, remove } = testFolder())
})
afterEach(() => remove())

const data = () => path.join(folder, 'postgres', 'data')
const start = () => startPrivatePostgres({ dataDir: folder, log, mode: 'test' })
const postmaster = () => readPidFile(data())?.pid ?? 0

async function ask<T>(url: string, query: string): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(query)).rows[0] as T
  } finally {
    await client.end()
  }
}

const kept = (url: string) => ask<{ n: number }>(url, 'select count(*)::int as n from kept')

test('is made once, with what the product relies on, and found by others while it runs', async () => {
  const first = await start()
  const settings = await ask<Record<string, string>>(
    first.url,
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('timezone') as zone,
            current_setting('server_encoding') as encoding, datlocprovider as provider, datlocale as locale,
            current_setting('listen_addresses') as addresses
     from pg_database where datname = current_database()`,
  )
  assert.deepEqual(settings, {
    version: 18,
    zone: 'UTC',
    encoding: 'UTF8',
    provider: 'b',
    locale: 'C.UTF-8',
    addresses: '127.0.0.1',
  })
  assert.equal(await findPrivatePostgres(folder), first.url)
  assert.equal(statSync(path.join(folder, 'postgres.password')).mode & 0o777, 0o600)
  await ask(first.url, 'create table kept (word text)')
  await first.stop()
  assert.equal(await findPrivatePostgres(folder), null)
  assert.ok(!existsSync(path.join(data(), 'postmaster.pid')))

  const second = await start()
  assert.deepEqual(await kept(second.url), { n: 0 })
  await second.stop()
  assert.deepEqual(
    readdirSync(path.join(folder, 'postgres')).sort(),
    ['data', 'server.log'],
    'nothing unfinished is left',
  )
})

test('a wrong password is refused', async () => {
  const server = await start()
  const url = new URL(server.url)
  url.password = 'wrong'
  await assert.rejects(ask(url.href, 'select 1'), /password authentication failed/)
  await server.stop()
})

test('a second server on the same folder is refused in one line and disturbs nothing', async () => {
  const server = await start()
  await assert.rejects(start(), (error: Error) => {
    assert.ok(error instanceof FolderInUse)
    assert.match(error.message, new RegExp(`pid ${process.pid}.*${folder}.*DATA_DIR`))
    return true
  })
  const other = runScript(hold, [folder])
  assert.notEqual(await other.ended, 0)
  assert.match(other.err(), /is using the data folder/)
  assert.deepEqual(await ask(server.url, 'select 1 as one'), { one: 1 })
  await server.stop()
})

/** Moments of a first start, recognised by files on disk. */
const moments: [string, () => boolean][] = [
  ['before anything is made', () => existsSync(path.join(folder, 'lodgewire.lock'))],
  ['when the set-up begins', () => unfinished().length > 0],
  [
    'in the middle of the set-up',
    () => unfinished().some((name) => existsSync(path.join(folder, 'postgres', name, 'base'))),
  ],
  ['when the set-up is complete', () => existsSync(data())],
  ['when PostgreSQL begins', () => existsSync(path.join(data(), 'postmaster.pid'))],
  ['when PostgreSQL is ready', () => readPidFile(data())?.ready === true],
]

function unfinished(): string[] {
  const place = path.join(folder, 'postgres')
  return existsSync(place) ? readdirSync(place).filter((name) => name.startsWith('unfinished-')) : []
}

for (const [name, reached] of moments) {
  test(`a first start killed ${name} is repeated without help`, async () => {
    const child = runScript(hold, [folder])
    await until(name, reached)
    child.process.kill('SIGKILL')
    await child.ended
    const server = await start()
    assert.deepEqual(await ask(server.url, 'select 1 as one'), { one: 1 })
    await server.stop()
  })
}

test('a PostgreSQL left running by a killed process is ended, and its data are there', async () => {
  const child = runScript(hold, [folder])
  await child.line(/ready/)
  const orphan = postmaster()
  child.process.kill('SIGKILL')
  await child.ended
  assert.ok(isPostgresOn(orphan, data()), 'it outlived its starter, which is what is to be dealt with')
  const server = await start()
  assert.ok(!isPostgresOn(orphan, data()))
  assert.notEqual(postmaster(), orphan)
  assert.deepEqual(await kept(server.url), { n: 1 })
  assert.ok(lines.some((line) => line.includes('left running')))
  await server.stop()
})

test('after PostgreSQL and its starter were both killed the data are recovered', async () => {
  const child = runScript(hold, [folder, 'durable'])
  await child.line(/ready/)
  child.process.kill('SIGKILL')
  process.kill(postmaster(), 'SIGKILL')
  await child.ended
  const server = await startPrivatePostgres({ dataDir: folder, log })
  assert.deepEqual(await kept(server.url), { n: 1 })
  await server.stop()
})

test('a pid file that names a process of another program does not stop the start, nor is that process harmed', async () => {
  await (await start()).stop()
  const stale = (pid: number) => [pid, data(), 1, 5432, '', '127.0.0.1', '', 'ready', ''].join('\n')
  writeFileSync(path.join(data(), 'postmaster.pid'), stale(process.pid))
  assert.equal(await findPrivatePostgres(folder), null)
  const server = await start()
  assert.deepEqual(await ask(server.url, 'select 1 as one'), { one: 1 })
  await server.stop()
})

test('a lost password file is made again', async () => {
  await (await start()).stop()
  rmSync(path.join(folder, 'postgres.password'))
  const server = await start()
  assert.deepEqual(await ask(server.url, 'select 1 as one'), { one: 1 })
  await server.stop()
})

test('data of another version are refused', async () => {
  await (await start()).stop()
  writeFileSync(path.join(data(), 'PG_VERSION'), '17\n')
  await assert.rejects(start(), /made by PostgreSQL 17, this is 18/)
  writeFileSync(path.join(data(), 'PG_VERSION'), '18\n')
  await (await start()).stop()
})

test('a start that fails says why and gives the folder back', async () => {
  await (await start()).stop()
  const file = path.join(data(), 'postgresql.conf')
  const before = readFileSync(file, 'utf8')
  writeFileSync(file, `${before}\nno_such_setting = 1\n`)
  await assert.rejects(
    start(),
    /PostgreSQL did not start: .*no_such_setting|configuration file .* contains errors/,
  )
  writeFileSync(file, before)
  await (await start()).stop()
})

test('Ctrl-C for the whole terminal does not reach PostgreSQL before it is stopped', async () => {
  const child = runScript(hold, [folder], { detached: true })
  await child.line(/ready/)
  const pid = postmaster()
  process.kill(-(child.process.pid ?? 0), 'SIGINT')
  assert.equal(await child.ended, 0)
  assert.match(child.out(), /answered 1/)
  assert.doesNotMatch(child.out(), /lost/)
  assert.ok(!isPostgresOn(pid, data()))
})

test('a process that just exits takes PostgreSQL with it', async () => {
  const child = runScript(hold, [folder, 'exit'])
  await child.line(/ready/)
  assert.equal(await child.ended, 3)
  await until('PostgreSQL is gone', () => !existsSync(path.join(data(), 'postmaster.pid')))
})

test('its unexpected end is reported', async () => {
  const child = runScript(hold, [folder])
  await child.line(/ready/)
  process.kill(postmaster(), 'SIGKILL')
  await child.line(/lost/)
  assert.match(child.err(), /ended unexpectedly/)
  child.process.kill('SIGKILL')
  await child.ended
})
