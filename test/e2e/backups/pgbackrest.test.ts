/** Runs the steps of docs/operate/backups.md for a PostgreSQL of your own: pgBackRest goes back to a moment, and a server starts on it. */
import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import pg from 'pg'
import { runScript } from '../../harness/child.ts'
import { testFolder } from '../../harness/folder.ts'
import { freePort } from '../../harness/free-port.ts'
import { api, startServerProcess, type ServerProcess } from '../../harness/server-process.ts'
import { withoutTools } from '../../harness/tools.ts'
import { until } from '../../harness/until.ts'

const run = promisify(execFile)
const programs = '/usr/lib/postgresql'

/** It needs Debian's packages of both and the right to act as the account `postgres`, so it runs where somebody asks for it. */
function reasonToSkip(): string | false {
  if (process.env['LODGEWIRE_PGBACKREST'] === '1') {
    if (!existsSync(programs)) throw new Error(`no PostgreSQL in ${programs}`)
    return withoutTools('Restoring by pgBackRest is', ['pgbackrest'])
  }
  const reason = 'LODGEWIRE_PGBACKREST is not 1'
  console.error(`\n!! Restoring by pgBackRest is NOT tested: ${reason}\n`)
  return reason
}

describe('pgBackRest', { skip: reasonToSkip(), concurrency: false }, () => {
  const place = testFolder()
  const at = (...parts: string[]) => path.join(place.folder, ...parts)
  const data = at('pg')
  const dataDir = at('data')
  let account = { uid: 0, gid: 0 }
  let port = 0
  let postgres: ChildProcess | undefined
  let server: ServerProcess | undefined
  const url = () => `postgres://postgres@127.0.0.1:${port}/lodgewire`
  const env = () => ({ DATABASE_URL: url(), DATA_DIR: dataDir, ALLOW_PRIVATE_TARGETS: 'true' })
  const version = () => readdirSync(programs).toSorted((a, b) => Number(b) - Number(a))[0] ?? ''
  const program = (name: string) => path.join(programs, version(), 'bin', name)
  const asPostgres = () => ({
    ...account,
    cwd: place.folder,
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
  })
  const pgbackrest = (...args: string[]) =>
    run('pgbackrest', [`--config=${at('pgbackrest.conf')}`, '--stanza=lodgewire', ...args], asPostgres())

  async function query(text: string, address = url()): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: address })
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(text)).rows
    } finally {
      await client.end()
    }
  }

  async function startPostgres(): Promise<void> {
    postgres = spawn(program('postgres'), ['-D', data], { ...asPostgres(), stdio: 'ignore' })
    const maintenance = url().replace(/lodgewire$/, 'postgres')
    await until('PostgreSQL to take writes', async () => {
      if (postgres?.exitCode !== null) throw new Error('PostgreSQL ended')
      const rows = await query('select pg_is_in_recovery() as waits', maintenance).catch(() => [])
      return rows[0]?.['waits'] === false
    })
  }

  /** As a machine that is lost: nothing is written any more. */
  async function killPostgres(): Promise<void> {
    if (postgres === undefined || postgres.exitCode !== null) return
    const ended = once(postgres, 'exit')
    postgres.kill('SIGQUIT')
    await ended
  }

  const ask = <T>(method: string, address: string, body?: unknown) => {
    if (server === undefined) throw new Error('no server runs')
    return api<T>(server, server.keys.liveKey, method, address, body)
  }
  const makeListing = async (name: string) =>
    assert.equal((await ask('POST', '/v1/listings', { name })).status, 201)
  const listings = async () => (await ask<{ data: { name: string }[] }>('GET', '/v1/listings')).body.data

  before(async () => {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
    account = { uid: id('-u'), gid: id('-g') }
    port = await freePort()
    chmodSync(place.folder, 0o711)
    for (const name of ['pg', 'repo', 'log', 'lock', 'socket']) {
      mkdirSync(at(name), { mode: 0o700 })
      chownSync(at(name), account.uid, account.gid)
    }
    await run(program('initdb'), ['-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync'], asPostgres())
    writeFileSync(
      at('pgbackrest.conf'),
      `[global]\nrepo1-path=${at('repo')}\nrepo1-retention-full=2\nlog-path=${at('log')}\nlock-path=${at('lock')}\nstart-fast=y\n` +
        `[lodgewire]\npg1-path=${data}\npg1-port=${port}\npg1-socket-path=${at('socket')}\n`,
    )
    const archive = `pgbackrest --config=${at('pgbackrest.conf')} --stanza=lodgewire archive-push %p`
    appendFileSync(
      path.join(data, 'postgresql.conf'),
      `port = ${port}\nunix_socket_directories = '${at('socket')}'\narchive_mode = on\narchive_command = '${archive}'\n`,
    )
    await startPostgres()
    await query('create database lodgewire', url().replace(/lodgewire$/, 'postgres'))
  })
  after(async () => {
    await server?.stop()
    await killPostgres()
    place.remove()
  })

  test('brings the database back to a moment, and a server goes on from there', async () => {
    await pgbackrest('stanza-create')
    await pgbackrest('check')
    server = await startServerProcess(dataDir, env())
    await makeListing('before the backup')
    await pgbackrest('--type=full', 'backup')
    await makeListing('after the backup')
    const before = await listings()
    const moment = String((await query('select now()::text as moment'))[0]?.['moment'])
    await makeListing('by mistake')
    await query('select pg_switch_wal()')
    await pgbackrest('check')
    await server.stop()
    server = undefined
    await killPostgres()
    rmSync(data, { recursive: true })
    mkdirSync(data, { mode: 0o700 })
    chownSync(data, account.uid, account.gid)

    await pgbackrest('--type=time', `--target=${moment}`, '--target-action=promote', 'restore')
    await startPostgres()
    const declare = runScript(
      'src/cli.ts',
      ['recovery', 'declare', '--taken-at', new Date(moment).toISOString()],
      { env: env() },
    )
    assert.equal(await declare.ended, 0, declare.err())
    server = await startServerProcess(dataDir, env())
    assert.deepEqual(await listings(), before)
    assert.deepEqual(before.map(({ name }) => name).toSorted(), ['after the backup', 'before the backup'])
    await makeListing('goes on')
    const doctor = runScript('src/cli.ts', ['doctor'], { env: env() })
    await doctor.ended
    assert.match(doctor.out(), /ok +kept counts/)
  })
})
