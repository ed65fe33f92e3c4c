/** Starts and stops the whole server as a user does. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { root, runScript } from '../../harness/child.ts'
import { testFolder } from '../../harness/folder.ts'
import { until } from '../../harness/until.ts'

let folder = ''
let remove = () => {}
beforeEach(() => void ({ folder, remove } = testFolder()))
afterEach(() => remove())

const dataDir = () => path.join(folder, 'data')
const readyLine = /^Lodgewire is ready: (http:\/\/127\.0\.0\.1:\d+) \(documentation: (http\S+)\)$/m

function start(env: Record<string, string> = {}, detached = false) {
  const settings = { DATA_DIR: dataDir(), PORT: '0', LOG_LEVEL: 'warn', ...env }
  return runScript('src/cli.ts', ['start'], { env: settings, cwd: folder, detached })
}

async function stop(child: ReturnType<typeof start>): Promise<void> {
  child.process.kill('SIGTERM')
  assert.equal(await child.ended, 0, child.err())
  assert.ok(!existsSync(path.join(dataDir(), 'postgres/data/postmaster.pid')), 'PostgreSQL is stopped too')
}

const status = async (url: string, key: string) =>
  (await fetch(`${url}/v1/listings`, { headers: { authorization: `Bearer ${key}` } })).status

test('the first start prints address, keys and a request that works; the second has the data and no keys', async () => {
  const first = start()
  const [, url = '', docs = ''] = await first.line(readyLine)
  await first.line(/curl .*\n/)
  const [, sandboxKey = ''] = /(sk_test_\w+)/.exec(first.out()) ?? []
  assert.doesNotMatch(first.out() + first.err(), /sk_live_/, 'the live key is shown to a terminal only')
  assert.match(first.out(), /Live key +in \S+keys\.json/)
  const { liveKey } = JSON.parse(readFileSync(path.join(dataDir(), 'keys.json'), 'utf8')) as {
    liveKey: string
  }
  assert.ok(first.out().includes(`curl -H "Authorization: Bearer ${sandboxKey}" ${url}/v1/listings\n`))
  assert.equal(docs, `${url}/docs`)
  assert.equal(await status(url, sandboxKey), 200)
  assert.equal(await status(url, liveKey), 200)
  const file = path.join(dataDir(), 'keys.json')
  const keys = JSON.parse(readFileSync(file, 'utf8'))
  assert.deepEqual(Object.keys(keys), ['baseUrl', 'sandboxKey', 'liveKey', 'workspaceId'])
  assert.deepEqual([keys.baseUrl, keys.sandboxKey, keys.liveKey], [url, sandboxKey, liveKey])
  for (const name of ['keys.json', 'encryption.key', 'postgres.password']) {
    assert.equal(statSync(path.join(dataDir(), name)).mode & 0o777, 0o600, name)
  }
  await stop(first)

  const second = start()
  const [, again = ''] = await second.line(readyLine)
  assert.equal(await status(again, sandboxKey), 200)
  await second.line(/The keys of the first start are in \S+keys\.json/)
  assert.doesNotMatch(second.out() + second.err(), /sk_(test|live)_/)
  assert.equal(JSON.parse(readFileSync(file, 'utf8')).baseUrl, again)
  await stop(second)
})

test('commands work beside a running server, on its database', async () => {
  const server = start()
  const [, url = ''] = await server.line(readyLine)
  const command = async (...args: string[]) => {
    const child = runScript('src/cli.ts', args, { env: { DATA_DIR: dataDir() }, cwd: folder })
    assert.equal(await child.ended, 0, child.err())
    return child.out()
  }
  const key = (await command('keys', 'create')).trim()
  assert.equal(await status(url, key), 200)
  assert.match(await command('workspaces', 'list'), /My workspace/)
  await stop(server)
  assert.match(await command('keys', 'list'), /First start/, 'and without the server')
  assert.ok(!existsSync(path.join(dataDir(), 'postgres/data/postmaster.pid')))
})

test('a taken port is one line, and leaves nothing running', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const child = start({ PORT: String(port) })
  assert.equal(await child.ended, 1)
  assert.ok(!existsSync(path.join(dataDir(), 'keys.json')), 'no keys were made that nobody was shown')
  taken.close()
  assert.match(
    child.err(),
    new RegExp(`Error: PORT: another program listens on 127\\.0\\.0\\.1:${port}\\..*\n$`),
  )
  assert.doesNotMatch(child.err(), /\n +at /)
  assert.ok(!existsSync(path.join(dataDir(), 'postgres/data/postmaster.pid')))
  const again = start({ PORT: String(port) })
  await again.line(/Sandbox key +sk_test_\w+/)
  await stop(again)
})

test('a server whose output nobody reads any more stops by itself, and its database too', async () => {
  const script = `"${process.execPath}" "${path.join(root, 'src/cli.ts')}" start | true`
  const child = spawn('bash', ['--norc', '-c', script], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir(),
      PORT: '0',
      LOG_LEVEL: 'warn',
      LODGEWIRE_TEST_RUN: process.env.LODGEWIRE_TEST_RUN,
    },
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  await once(child, 'close')
  assert.equal(text, '')
  assert.ok(!existsSync(path.join(dataDir(), 'postgres/data/postmaster.pid')))
})

test('a second server on the same data folder is refused while the first goes on', async () => {
  const first = start()
  const [, url = ''] = await first.line(readyLine)
  const second = start()
  assert.equal(await second.ended, 1)
  assert.match(second.err(), /^Error: Another Lodgewire process \(pid \d+\) is using the data folder/m)
  assert.equal((await fetch(`${url}/v1/health`)).status, 200)
  await stop(first)
})

/** Moments of a first start, recognised by files on disk. */
const moments: [string, () => boolean][] = [
  ['while the database is set up', () => unfinished()],
  ['when the database begins', () => existsSync(path.join(dataDir(), 'postgres/data/postmaster.pid'))],
  ['when the keys are written', () => existsSync(path.join(dataDir(), 'keys.json'))],
]

function unfinished(): boolean {
  const place = path.join(dataDir(), 'postgres')
  return existsSync(place) && readdirSync(place).some((name) => name.startsWith('unfinished-'))
}

for (const [name, reached] of moments) {
  test(`a first start killed ${name} ends with keys that work`, async () => {
    const killed = start()
    await until(name, reached)
    killed.process.kill('SIGKILL')
    await killed.ended
    const server = start()
    const [, url = ''] = await server.line(readyLine)
    const keys = JSON.parse(readFileSync(path.join(dataDir(), 'keys.json'), 'utf8'))
    assert.equal(await status(url, keys.sandboxKey), 200)
    assert.equal(await status(url, keys.liveKey), 200)
    await stop(server)
  })
}

for (const [name, send] of [
  ['SIGTERM to npm', (pid: number) => process.kill(pid, 'SIGTERM')],
  ['Ctrl-C for the whole terminal', (pid: number) => process.kill(-pid, 'SIGINT')],
] as const) {
  test(`${name} stops the server npm started, and its database`, async () => {
    const mark = { LODGEWIRE_TEST_RUN: process.env.LODGEWIRE_TEST_RUN ?? '' }
    const npm = spawn('npm', ['start', '--silent'], {
      cwd: root,
      env: {
        ...mark,
        PATH: process.env.PATH,
        HOME: folder,
        DATA_DIR: dataDir(),
        PORT: '0',
        LOG_LEVEL: 'warn',
      },
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const pid = npm.pid ?? 0
    let out = ''
    npm.stdout.on('data', (chunk) => (out += chunk))
    try {
      await until('the ready line', () => readyLine.test(out))
      const server = Number(readFileSync(path.join(dataDir(), 'lodgewire.pid'), 'utf8'))
      send(pid)
      await until('the server is gone', () => !isRunning(server))
      assert.ok(
        !existsSync(path.join(dataDir(), 'postgres/data/postmaster.pid')),
        'PostgreSQL is stopped too',
      )
      assert.ok(!existsSync(path.join(dataDir(), 'lodgewire.pid')))
    } finally {
      if (isRunning(-pid)) process.kill(-pid, 'SIGKILL')
    }
  })
}

/** An ended process whose parent ended earlier stays a zombie until somebody reaps it. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^\d+ \(.*\) Z/s.test(statusLine(pid))
  } catch {
    return false
  }
}

/** Empty on systems without this list. */
function statusLine(pid: number): string {
  const file = `/proc/${pid}/stat`
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
