/**
 * Third-party tools read the description: three generate clients that compile and call, three show it in a browser,
 * Postman's runner sends the collection, and AsyncAPI's schema judges the webhooks.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { root } from '../harness/child.ts'
import { createTestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { installTools, withoutRegistry } from '../harness/registry.ts'
import { startServerProcess, type ServerProcess } from '../harness/server-process.ts'
import { openWindow, startChromium, withoutChromium } from './connect/chromium.ts'

const run = promisify(execFile)
const source = path.join(root, 'test/description-tools')
/** What is installed stays for the next run, out of the sight of everything that reads the tree. */
const tools = path.join(root, 'node_modules/.cache/description-tools')
const viewers = path.join(tools, 'viewers')

const sha512 = (file: string) => `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`
const read = (folder: string, name: string) => {
  const file = path.join(folder, name)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

async function installGenerators(): Promise<void> {
  await installTools('description-tools')
  for (const name of ['asyncapi.mjs', 'calls.ts', 'orval.config.mjs', 'tsconfig.json'])
    cpSync(path.join(source, name), path.join(tools, name))
}

/** Viewers are packed whole: what their packages depend on would be 300 MB that nothing loads. */
async function installViewers(): Promise<void> {
  const wanted = JSON.parse(read(source, 'viewers.json')) as Record<
    string,
    { version: string; integrity: string }
  >
  for (const [name, { version, integrity }] of Object.entries(wanted)) {
    const folder = path.join(viewers, name)
    if (read(folder, 'integrity') === integrity) continue
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const { stdout } = await run('npm', ['pack', `${name}@${version}`, '--json'], { cwd: folder })
    const [{ filename = '' } = {}] = JSON.parse(stdout) as { filename?: string }[]
    assert.equal(sha512(path.join(folder, filename)), integrity, name)
    await run('tar', ['-xzf', filename, '--strip-components=1'], { cwd: folder })
    rmSync(path.join(folder, filename))
    writeFileSync(path.join(folder, 'integrity'), integrity)
  }
}

const withoutTools = () =>
  withoutRegistry('Generators and viewers of the description are', async () => {
    await installGenerators()
    await installViewers()
  })

interface NewmanReport {
  run: { executions: { item: { name: string }; response?: { code: number } }[] }
}

interface Viewer {
  page: (description: string) => string
  /** Answers whether the operation is seen. Playwright's own search for texts takes longer than the viewers. */
  isShown: string
  description: string
}

const hasText = `document.body?.innerText.includes('List listings')`
const pages: Record<string, Viewer> = {
  'Swagger UI': {
    page: (url) => `<link rel="stylesheet" href="/swagger-ui-dist/swagger-ui.css"><div id="view"></div>
<script src="/swagger-ui-dist/swagger-ui-bundle.js"></script>
<script>SwaggerUIBundle({ url: '${url}', dom_id: '#view' })</script>`,
    isShown: hasText,
    description: '/openapi.json',
  },
  Scalar: {
    page: (
      url,
    ) => `<div id="view"></div><script src="/@scalar/api-reference/dist/browser/standalone.js"></script>
<script>Scalar.createApiReference('#view', { url: '${url}', withDefaultFonts: false, telemetry: false, agent: { disabled: true } })</script>`,
    isShown: hasText,
    description: '/openapi.json',
  },
  // It draws every answer of every operation before it shows the first: decision 0265 has the figures.
  Redoc: {
    page: (url) => `<div id="view"></div><script src="/redoc/bundles/redoc.standalone.js"></script>
<script>Redoc.init('${url}', {}, document.getElementById('view'))</script>`,
    isShown: `document.querySelector('[id$="operation/listListings"]')?.innerText.includes('List listings')`,
    description: '/openapi/listings.json',
  },
}

const missing = await withoutTools()
const undo: (() => unknown)[] = []
let server: ServerProcess

describe('programs that read the description', { skip: missing, concurrency: false }, () => {
  before(async () => {
    const database = await createTestDatabase()
    undo.push(database.drop)
    const folder = testFolder()
    undo.push(folder.remove)
    server = await startServerProcess(folder.folder, { DATABASE_URL: database.url })
    undo.push(server.stop)
  })
  after(async () => {
    for (const step of undo.toReversed()) await step()
  })

  describe('generators of clients', () => {
    const generated = ['openapi-typescript', 'hey-api', 'orval', 'built']
    const remove = () => {
      for (const name of generated) rmSync(path.join(tools, name), { recursive: true, force: true })
    }
    after(remove)
    const tool = (name: string, ...args: string[]) =>
      run(process.execPath, [path.join(tools, 'node_modules/.bin', name), ...args], { cwd: tools })

    test('make code that compiles with strict, and each client lists the listings', async () => {
      remove()
      const description = await (await fetch(`${server.baseUrl}/openapi.json`)).text()
      writeFileSync(path.join(tools, 'openapi.json'), description)
      await tool('openapi-typescript', 'openapi.json', '-o', 'openapi-typescript/schema.ts')
      await tool('openapi-ts', '-i', 'openapi.json', '-o', 'hey-api')
      await tool('orval', '--config', 'orval.config.mjs')
      const compiled = await tool('tsc', '-p', '.').catch((error: { stdout: string }) => error)
      assert.equal(compiled.stdout, '')
      const key = server.keys.sandboxKey
      const { stdout } = await run(process.execPath, ['built/calls.js', server.baseUrl, key], { cwd: tools })
      const response = await fetch(`${server.baseUrl}/v1/listings?limit=2`, {
        headers: { authorization: `Bearer ${key}` },
      })
      const { data } = (await response.json()) as { data: { id: string }[] }
      const ids = data.map(({ id }) => id)
      assert.equal(ids.length, 2)
      assert.deepEqual(JSON.parse(stdout), { 'openapi-typescript': ids, 'hey-api': ids, orval: ids })
    })
  })

  test('the schema of AsyncAPI accepts the document of the webhooks', async () => {
    const document = await (await fetch(`${server.baseUrl}/asyncapi.json`)).text()
    writeFileSync(path.join(tools, 'asyncapi.json'), document)
    const { stdout } = await run(process.execPath, ['asyncapi.mjs', 'asyncapi.json'], { cwd: tools })
    assert.equal(stdout.trim(), 'valid')
  })

  test('the runner of Postman sends every request of the collection, and none is a fault of the server', async () => {
    const collection = await (await fetch(`${server.baseUrl}/postman.json`)).text()
    writeFileSync(path.join(tools, 'postman.json'), collection)
    const report = path.join(tools, 'postman-report.json')
    const key = `apiKey=${server.keys.sandboxKey}`
    const args = [
      'run',
      'postman.json',
      '--env-var',
      key,
      '--reporters',
      'json',
      '--reporter-json-export',
      report,
    ]
    // The runner fails where a script of the collection fails; there are none, so its report alone is judged.
    await run(process.execPath, [path.join(tools, 'node_modules/.bin/newman'), ...args], {
      cwd: tools,
      maxBuffer: 100_000_000,
    })
    const { executions } = (JSON.parse(readFileSync(report, 'utf8')) as NewmanReport).run
    const operations = Object.values(
      ((await (await fetch(`${server.baseUrl}/openapi.json`)).json()) as { paths: Record<string, object> })
        .paths,
    ).reduce((sum, methods) => sum + Object.keys(methods).length, 0)
    assert.equal(executions.length, operations)
    const wrong = executions
      .filter(({ response }) => response === undefined || response.code === 401 || response.code >= 500)
      .filter(({ response }) => response?.code !== 501)
      // The example is no link that anybody was sent.
      .filter(({ item }) => item.name !== 'Sign in with a link')
      .map(({ item, response }) => `${item.name}: ${response?.code}`)
    assert.deepEqual(wrong, [])
    const answered = executions.filter(({ response }) => response !== undefined && response.code < 300).length
    console.log(`Postman's runner: ${answered} of ${executions.length} requests succeed as they stand`)
    // Examples name records that nobody made, so most requests of single records find nothing.
    assert.ok(answered > executions.length / 5, String(answered))
  })

  describe('viewers', { skip: withoutChromium() }, () => {
    showsAnOperation()
  })
})

function showsAnOperation(): void {
  let browser: Browser
  let site: Server
  let origin = ''
  before(async () => {
    const folder = testFolder()
    undo.push(folder.remove)
    browser = await startChromium(folder.folder)
    undo.push(() => browser.close())
    site = createServer(
      (request, response) =>
        void serve(request.url ?? '').then((one) => {
          response
            .writeHead(one === null ? 404 : 200, { 'content-type': one?.type ?? 'text/plain' })
            .end(one?.body)
        }),
    )
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    undo.push(() => site.close())
  })

  async function serve(url: string): Promise<{ type: string; body: string | Buffer } | null> {
    const name = decodeURIComponent(url.slice(1))
    const viewer = pages[name]
    // Bundles hold letters beyond ASCII: without this line none of the three is a program.
    if (viewer)
      return {
        type: 'text/html',
        body: `<!doctype html><meta charset="utf-8">${viewer.page(viewer.description)}`,
      }
    if (name.startsWith('openapi'))
      return { type: 'application/json', body: await (await fetch(`${server.baseUrl}${url}`)).text() }
    const file = path.join(viewers, name)
    if (!existsSync(file)) return null
    return { type: name.endsWith('.css') ? 'text/css' : 'text/javascript', body: readFileSync(file) }
  }

  for (const [name, { isShown, description }] of Object.entries(pages))
    test(`${name} shows an operation of ${description}`, async () => {
      const { context, page, complaints } = await openWindow(browser, [origin])
      await page.addInitScript(`{ const timer = setInterval(() => {
        if (!(${isShown})) return
        clearInterval(timer)
        requestAnimationFrame(() => setTimeout(() => { globalThis.shownAt = performance.now() }))
      }, 50) }`)
      await page.goto(`${origin}/${encodeURIComponent(name)}`, { waitUntil: 'commit' })
      const shown = await page.waitForFunction('globalThis.shownAt', undefined, {
        polling: 200,
        timeout: 120_000,
      })
      // What it takes depends on the machine: decision 0265 has the figures, and the description has a limit of bytes.
      const seconds = Number(await shown.jsonValue()) / 1000
      console.log(`# ${name} shows an operation after ${seconds.toFixed(1)} s`)
      assert.deepEqual(
        complaints.filter((line) => line.startsWith('error:')),
        [],
      )
      await context.close()
    })
}
