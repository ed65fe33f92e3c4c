/** The package as npm installs it: below `node_modules`, with JavaScript, started by its command in an empty folder. */
import assert from 'node:assert/strict'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe } from 'node:test'
import { promisify } from 'node:util'
import type { KeysFile } from '../../src/features/tenancy/workspaces/keys-file.ts'
import { serverVersion } from '../../src/platform/version.ts'
import { runScript } from '../harness/child.ts'
import { testFolder } from '../harness/folder.ts'
import { withoutRegistry } from '../harness/registry.ts'
import { api, walk } from '../harness/server-process.ts'
import { testsUnless } from '../harness/skipping.ts'
import { until } from '../harness/until.ts'

const run = promisify(execFile)

describe('the installed package', { concurrency: false }, () => {
  const place = testFolder()
  const app = path.join(place.folder, 'app')
  const installed = path.join(app, 'node_modules/lodgewire')
  const command = path.join(app, 'node_modules/.bin/lodgewire')
  let skip: string | false = false
  const testWhole = testsUnless(() => skip)
  before(async () => {
    const packing = runScript('scripts/package.ts', [place.folder])
    assert.equal(await packing.ended, 0, packing.err())
    const tarball = path.join(place.folder, `lodgewire-${serverVersion}.tgz`)
    mkdirSync(app)
    const args = ['install', '--prefix', app, '--no-audit', '--no-fund', '--fetch-timeout=60000', tarball]
    skip = await withoutRegistry('The package is', () => run('npm', args, { cwd: app }))
  })
  after(() => place.remove())

  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/' }
  const lodgewire = (args: string[], more: Record<string, string> = {}) =>
    run(command, args, { cwd: app, env: { ...env, ...more } })

  async function start(more: Record<string, string> = {}): Promise<{
    child: ChildProcess
    keys: KeysFile
    output(): string
  }> {
    const child = spawn(command, ['start'], {
      cwd: app,
      env: { ...env, PORT: '0', ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)))
    await until('the ready line', () => {
      if (child.exitCode !== null) throw new Error(text)
      return text.includes('Lodgewire is ready: ')
    })
    const keys = JSON.parse(readFileSync(path.join(app, 'data/keys.json'), 'utf8')) as KeysFile
    return { child, keys, output: () => text }
  }

  /** Pages load modules whose source the package keeps as TypeScript. */
  async function firstScript(baseUrl: string): Promise<string> {
    const page = await (await fetch(`${baseUrl}/docs`)).text()
    return /assets\/(request-sample-[^"]+\.js)/.exec(page)?.[1] ?? 'none'
  }

  async function stop(child: ChildProcess): Promise<unknown> {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const [code] = await ended
    return code
  }

  testWhole('has no TypeScript to run, no tests, and its own lock', () => {
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
    const sources = files.filter((file) => /^(?:src|simulators|sdk)\/.*\.ts$/.test(file))
    assert.deepEqual(sources, ['src/http/docs-pages/request-sample.ts'])
    assert.deepEqual(
      files.filter((file) => /\.test\.[jt]s$/.test(file)),
      [],
    )
    assert.ok(existsSync(path.join(installed, 'npm-shrinkwrap.json')))
    assert.ok(!existsSync(path.join(app, 'node_modules/oxlint')), 'what only tests need')
  })

  testWhole('starts in an empty folder, answers the first calls, and stops in good order', async () => {
    const { child, keys, output } = await start()
    try {
      const server = { baseUrl: keys.baseUrl }
      const health = await api<{ version: string }>(server, keys.sandboxKey, 'GET', '/v1/health')
      assert.deepEqual([health.status, health.body.version], [200, serverVersion])
      assert.ok((await walk<{ id: string }>(server, keys.sandboxKey, '/v1/listings')).length > 0)
      const connected = await api(server, keys.sandboxKey, 'POST', '/v1/connect/hostaway/credentials', {
        credentials: { accountId: 'sandbox', apiKey: 'sandbox' },
      })
      assert.ok(connected.status < 300, JSON.stringify(connected.body))
      await until('reservations of the account', async () => {
        const { body } = await api<{ data: unknown[] }>(server, keys.sandboxKey, 'GET', '/v1/reservations')
        return body.data.length > 0
      })
      for (const page of ['/docs', '/docs/guides/quickstart', '/console', '/openapi.yaml', '/llms.txt']) {
        const response = await fetch(`${keys.baseUrl}${page}`)
        assert.equal(response.status, 200, page)
        assert.ok((await response.text()).length > 500, page)
      }
      const script = await fetch(`${keys.baseUrl}/docs/assets/${await firstScript(keys.baseUrl)}`)
      assert.match(script.headers.get('content-type') ?? '', /javascript/)
      const refused = await api<{ error: { fix: string } }>(server, 'sk_test_wrong', 'GET', '/v1/listings')
      assert.match(refused.body.error.fix, /command `keys create`/)
      const { stdout } = await lodgewire(['doctor', '--json'])
      assert.ok(JSON.parse(stdout), stdout)
    } finally {
      assert.equal(await stop(child), 0, output())
    }
  })

  testWhole('keeps what was written when it starts again', async () => {
    const first = await start()
    const written = await api<{ id: string }>(
      { baseUrl: first.keys.baseUrl },
      first.keys.liveKey,
      'POST',
      '/v1/listings',
      { name: 'Loft above the harbour' },
    )
    assert.equal(written.status, 201, JSON.stringify(written.body))
    await stop(first.child)
    const second = await start()
    try {
      const read = await api<{ name: string }>(
        { baseUrl: second.keys.baseUrl },
        second.keys.liveKey,
        'GET',
        `/v1/listings/${written.body.id}`,
      )
      assert.equal(read.body.name, 'Loft above the harbour')
    } finally {
      await stop(second.child)
    }
  })

  testWhole('its help and its messages name commands as they are typed there', async () => {
    const { stdout } = await lodgewire(['--help'])
    assert.match(stdout, /Usage: npx lodgewire <command>/)
    const version = await lodgewire(['--version'])
    assert.equal(version.stdout.trim(), `lodgewire ${serverVersion}`)
    await assert.rejects(lodgewire(['nothing']), /npx lodgewire --help/)
  })
})
