/** The inspector and the conformance suite of the protocol's authors, installed in a folder of their own, judge the server. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer, request as openRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { root } from '../harness/child.ts'
import { createTestDatabase } from '../harness/database.ts'
import { testFolder } from '../harness/folder.ts'
import { installTools, withoutRegistry } from '../harness/registry.ts'
import { startServerProcess, type ServerProcess } from '../harness/server-process.ts'

const run = promisify(execFile)
/** The suite's other scenarios call tools, prompts and resources of a server that exists for the suite. */
const scenarios = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'server-sse-multiple-streams',
  'dns-rebinding-protection',
]

// `npm ci` refuses the lock for an optional package of the inspector that no registry has yet.
const installation = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
let tools = ''
const missing = await withoutRegistry('The inspector and the conformance suite of MCP are', async () => {
  tools = await installTools('mcp-tools', installation)
})
const undo: (() => unknown)[] = []
let server: ServerProcess

describe("the protocol's own programs", { skip: missing, concurrency: false }, () => {
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

  const program = (name: string, args: string[]) =>
    run(process.execPath, [path.join(tools, 'node_modules', name), ...args], {
      cwd: tools,
      maxBuffer: 20_000_000,
      env: { ...process.env, HOME: tools },
    })

  const inspectors = {
    'over HTTP': () => [
      `${server.baseUrl}/mcp`,
      ...['--transport', 'http', '--header', `Authorization: Bearer ${server.keys.sandboxKey}`],
    ],
    'by the command': () => [
      ...['-e', `LODGEWIRE_URL=${server.baseUrl}`, '-e', `LODGEWIRE_API_KEY=${server.keys.sandboxKey}`],
      ...[process.execPath, path.join(root, 'src/cli.ts'), 'mcp'],
    ],
  }
  for (const [way, target] of Object.entries(inspectors))
    test(`the inspector lists tools without a complaint, and calls one ${way}`, async () => {
      const inspect = (...args: string[]) =>
        program('@modelcontextprotocol/inspector/clients/launcher/build/index.js', [
          '--cli',
          ...target(),
          ...args,
        ])
      const listed = await inspect('--method', 'tools/list', '--strict')
      assert.doesNotMatch(listed.stderr, /Warning|Error/)
      const { tools: offered } = JSON.parse(listed.stdout) as { tools: { name: string }[] }
      const health = (await (await fetch(`${server.baseUrl}/v1/health/mcp`)).json()) as { tools: number }
      assert.equal(offered.length, health.tools)
      const called = await inspect(
        '--method',
        'tools/call',
        '--tool-name',
        'find_listings',
        '--tool-arg',
        'limit=2',
      )
      const { structuredContent } = JSON.parse(called.stdout) as {
        structuredContent: { listings: unknown[] }
      }
      assert.equal(structuredContent.listings.length, 2)
    })

  /** The suite sends no key, so one is added on the way. */
  async function addKey(): Promise<string> {
    const { hostname, port } = new URL(server.baseUrl)
    const proxy = createServer((request, response) => {
      const headers = { ...request.headers, authorization: `Bearer ${server.keys.sandboxKey}` }
      const passed = openRequest(
        { hostname, port, path: request.url, method: request.method, headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response)
        },
      )
      passed.on('error', () => response.destroy())
      request.pipe(passed)
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    undo.push(() => {
      proxy.closeAllConnections()
      proxy.close()
    })
    return `http://localhost:${(proxy.address() as AddressInfo).port}/mcp`
  }

  test(`the conformance suite passes the ${scenarios.length} scenarios that are about any server`, async () => {
    const url = await addKey()
    for (const scenario of scenarios) {
      const args = ['server', '--url', url, '--scenario', scenario, '-o', path.join(tools, 'results')]
      // It ends with a code that is not 0 where a check fails.
      await program('@modelcontextprotocol/conformance/dist/index.js', args)
    }
  })
})
