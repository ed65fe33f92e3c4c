/** Profiles: who may read them, what a login stores, and which key goes where. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, describe, it } from 'node:test'
import { root } from '../../harness/child.ts'
import {
  commandLineFor,
  errorBody,
  key,
  page,
  sendJson,
  StandInServer,
  type CommandLine,
} from './stand-in-server.ts'

const server = new StandInServer()
let address: string
let line: CommandLine
before(async () => {
  address = await server.listen()
  line = commandLineFor(address)
})
after(async () => {
  server.close()
  await line.stop()
})
beforeEach(() => {
  server.seen.length = 0
  server.answer = ({ url }) => (url.pathname === '/v1/usage/tier' ? { tier: 'free' } : page([]))
})

const withoutKey = { LODGEWIRE_URL: '', LODGEWIRE_API_KEY: '' }
const folder = () => path.join(line.folder, 'config/lodgewire/profiles')
const fileOf = (name: string) => path.join(folder(), `${name}.json`)

/** Runs login with the key on standard input, as a script does. */
async function login(input: string, args: string[] = []) {
  const child = spawn(
    process.execPath,
    [path.join(root, 'src/cli.ts'), 'login', '--server', address, ...args],
    {
      cwd: line.folder,
      env: { PATH: process.env.PATH, HOME: line.folder, XDG_CONFIG_HOME: path.join(line.folder, 'config') },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  child.stdin.end(input)
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  const code = child.exitCode ?? (await new Promise<number | null>((resolve) => child.once('close', resolve)))
  return { code, out, err }
}

describe('profiles', { concurrency: false }, () => {
  it('stores a key that the server takes in a file of mode 600, and shows it nowhere', async () => {
    const { code, out, err } = await login(`${key}\n`, ['--profile', 'work'])
    assert.equal(code, 0, err)
    assert.ok(!`${out}${err}`.includes(key))
    assert.equal(statSync(fileOf('work')).mode & 0o777, 0o600)
    assert.equal(statSync(folder()).mode & 0o777, 0o700)
    assert.deepEqual(readdirSync(folder()), ['work.json'])
    assert.deepEqual(JSON.parse(readFileSync(fileOf('work'), 'utf8')), { server: address, key })
    assert.equal(server.seen[0]?.headers.authorization, `Bearer ${key}`)
    const list = await line.run(['profiles', '--json'], withoutKey)
    assert.equal(list.code, 0)
    assert.deepEqual(JSON.parse(list.out), {
      data: [{ name: 'work', server: address, problem: null, current: false }],
    })
  })

  it('uses the profile of the option or of the environment', async () => {
    for (const [args, env] of [
      [['listings', '--profile', 'work'], {}],
      [['listings'], { LODGEWIRE_PROFILE: 'work' }],
    ] as const) {
      server.seen.length = 0
      const child = await line.run([...args], { ...withoutKey, ...env })
      assert.equal(child.code, 0, child.err)
      assert.equal(server.seen[0]?.headers.authorization, `Bearer ${key}`)
    }
  })

  it('sends a stored key to no other server', async () => {
    const child = await line.run(
      ['listings', '--profile', 'work', '--server', 'http://127.0.0.1:9'],
      withoutKey,
    )
    assert.equal(child.code, 2)
    assert.match(child.err, /The stored key belongs to http:\/\/127\.0\.0\.1:\d+, so it is not sent/)
    assert.ok(!child.err.includes(key))
  })

  it('refuses a profile that others may read, and a damaged one, without showing them', async () => {
    chmodSync(fileOf('work'), 0o640)
    const wide = await line.run(['listings', '--profile', 'work'], withoutKey)
    assert.equal(wide.code, 1)
    assert.match(wide.err, /Others may read the key in .*work\.json\. Run: chmod 600 /)
    assert.equal(server.seen.length, 0)
    writeFileSync(fileOf('work'), `{"server": "${address}", "key": "${key}"`, { mode: 0o600 })
    chmodSync(fileOf('work'), 0o600)
    const damaged = await line.run(['listings', '--profile', 'work'], withoutKey)
    assert.equal(damaged.code, 1)
    assert.match(damaged.err, /work\.json is damaged/)
    assert.ok(!`${wide.err}${damaged.err}`.includes(key))
  })

  it('replaces a profile whole, and leaves no draft', async () => {
    await Promise.all([1, 2, 3].map(() => login(key, ['--profile', 'work'])))
    assert.deepEqual(readdirSync(folder()), ['work.json'])
    assert.deepEqual(JSON.parse(readFileSync(fileOf('work'), 'utf8')), { server: address, key })
  })

  it('stores nothing if the server refuses the key, and everything if only a scope is missing', async () => {
    server.answer = (_request, response) =>
      sendJson(response, 401, errorBody('unauthorized', 'Invalid API key.'))
    const refused = await login(key, ['--profile', 'other'])
    assert.equal(refused.code, 1)
    assert.match(refused.err, /does not take this key: Invalid API key\. Nothing was stored\./)
    assert.ok(!existsSync(fileOf('other')))
    server.answer = (_request, response) => sendJson(response, 403, errorBody('forbidden'))
    assert.equal((await login(key, ['--profile', 'other'])).code, 0)
    assert.ok(existsSync(fileOf('other')))
  })

  it('stores nothing if something else answers at the address', async () => {
    server.answer = () => ({ hello: 'world' })
    const other = await login(key, ['--profile', 'proxy'])
    assert.equal(other.code, 1)
    assert.match(other.err, /answers, but not as Lodgewire does/)
    server.answer = (_request, response) => void response.writeHead(403).end('<h1>Forbidden</h1>')
    const proxy = await login(key, ['--profile', 'proxy'])
    assert.equal(proxy.code, 1)
    assert.match(proxy.err, /The answer is no answer of the API: status 403/)
    assert.ok(!existsSync(fileOf('proxy')))
  })

  it('refuses names that are no file names, and texts that are no keys', async () => {
    const cases: [string, string[]][] = [
      [key, ['--profile', '../work']],
      [key, ['--profile', 'Work']],
      ['', []],
      ['two words', []],
    ]
    for (const [input, args] of cases)
      assert.equal((await login(input, args)).code, 2, args.join(' ') || input)
    assert.equal(server.seen.length, 0)
  })

  it('forgets a profile, once', async () => {
    const first = await line.run(['logout', '--profile', 'other'], withoutKey)
    assert.equal(first.code, 0)
    assert.ok(!existsSync(fileOf('other')))
    const second = await line.run(['logout', '--profile', 'other'], withoutKey)
    assert.equal(second.code, 1)
    assert.match(second.err, /There is no profile other/)
  })

  it('takes the keys of a server whose data folder is here, before any login', async () => {
    mkdirSync(path.join(line.folder, 'data'))
    writeFileSync(
      path.join(line.folder, 'data/keys.json'),
      JSON.stringify({ baseUrl: address, sandboxKey: 'sk_test_1', liveKey: 'sk_live_1', workspaceId: '1' }),
    )
    const child = await line.run(['listings'], withoutKey)
    assert.equal(child.code, 0, child.err)
    assert.equal(server.seen[0]?.headers.authorization, 'Bearer sk_live_1')
  })

  it('says what to do without any key', async () => {
    const child = await line.run(['stays'], { ...withoutKey, DATA_DIR: path.join(line.folder, 'nothing') })
    assert.equal(child.code, 2)
    assert.match(child.err, /Run npm run lodgewire -- login, or set LODGEWIRE_URL and LODGEWIRE_API_KEY/)
  })
})
