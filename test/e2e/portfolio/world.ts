/** The real server with simulated property managers' accounts; it can be killed, and its memory is measured. */
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { startSimulator, type RunningSimulator } from '../../../simulators/index.ts'
import type { Connector } from '../../../src/connector-kit/connector.ts'
import { joinPartners } from '../../../src/connector-kit/partnership.ts'
import { connectors } from '../../../src/connectors/index.ts'
import { loadConfig } from '../../../src/platform/config.ts'
import { partnersOf } from '../../../src/platform/settings/partner-settings.ts'
import { createDatabase, type Database } from '../../../src/platform/db.ts'
import { createLog } from '../../../src/platform/log.ts'
import { createTestDatabase } from '../../harness/database.ts'
import { testFolder } from '../../harness/folder.ts'
import { api, startServerProcess, type ServerProcess } from '../../harness/server-process.ts'

export interface Size {
  listings: number
  reservations: number
  guests?: number
  messages: number
  seed: number
  /** A call is given up after this time. */
  timeoutMs: number
}

export interface Source {
  vendor: string
  simulator: RunningSimulator
  connector: Connector
}

interface ServerAnswer<T> {
  status: number
  body: T
}

export interface PortfolioWorld {
  sources: Source[]
  db: Database['kysely']
  /** The first moment: an import asks for nights from that day on, and rereading all may take an hour. */
  now(): Date
  /** Calls the server; `of` is the filled workspace, and `key` an idempotency key. */
  call<T>(
    method: string,
    url: string,
    body?: object,
    options?: { of?: string; key?: string },
  ): Promise<ServerAnswer<T>>
  /** Calls like the property manager's open page, without an API key. */
  fromPage<T>(url: string, body: object): Promise<ServerAnswer<T>>
  /** Kills the server, runs `meanwhile`, and starts it again. */
  kill(meanwhile?: () => void | Promise<void>): Promise<void>
  /** Returns the answer as a stream, for long ones. */
  get(url: string): Promise<Response>
  /** For files; it is removed with the world. */
  folder: string
  /** The most memory that any of its processes held, in MiB. */
  peakMib(): number
  /** Measures the most memory during the work, and how much that exceeded the start. */
  memoryDuring<T>(
    work: () => Promise<T>,
  ): Promise<{ result: T; ms: number; peakMib: number; moreMib: number }>
  output(): string
  close(): Promise<void>
}

const preloaded = pathToFileURL(path.join(import.meta.dirname, 'full-speed.ts')).href

export async function startPortfolioWorld(vendors: readonly string[], size: Size): Promise<PortfolioWorld> {
  const undo: (() => unknown)[] = []
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    return await build(vendors, size, undo, close)
  } catch (error) {
    await close()
    throw error
  }
}

async function build(
  vendors: readonly string[],
  size: Size,
  undo: (() => unknown)[],
  close: () => Promise<void>,
): Promise<PortfolioWorld> {
  const { timeoutMs, ...portfolio } = size
  const began = new Date()
  const simulators: RunningSimulator[] = []
  for (const vendor of vendors) {
    const simulator = await startSimulator(vendor, { ...portfolio, rateLimit: 'off' })
    undo.push(simulator.close)
    simulators.push(simulator)
  }
  const made = await createTestDatabase()
  undo.push(made.drop)
  const database = createDatabase(made.url, { log: createLog({ level: 'silent' }), max: 4 })
  undo.push(database.close)
  const folder = testFolder()
  undo.push(folder.remove)
  const env: Record<string, string> = {
    DATABASE_URL: made.url,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    ALLOW_PRIVATE_TARGETS: 'true',
    BURST_LIMIT: '1000000',
    SYNC_INTERVAL_SECONDS: '5',
    ...Object.assign({}, ...simulators.map(({ partner }) => partner)),
    VENDOR_BASE_URLS: simulators.map(({ vendor, url }) => `${vendor}=${url}`).join(','),
  }
  const config = loadConfig(env)
  const joined = joinPartners(connectors, partnersOf(config), config.vendorBaseUrls)
  const serverEnv = {
    ...env,
    NODE_OPTIONS: `--import=${preloaded} ${process.env.PORTFOLIO_NODE_OPTIONS ?? ''}`,
    VENDOR_TIMEOUT_MS: String(timeoutMs),
  }
  let server: ServerProcess = await startServerProcess(folder.folder, serverEnv)
  undo.push(() => server.stop())
  const { baseUrl, keys } = server
  let [said, peak] = ['', 0]
  const look = () => (peak = Math.max(peak, mibOf(server.child.pid, 'VmHWM')))
  return {
    sources: simulators.map((simulator) => {
      const connector = joined[simulator.vendor]
      if (!connector) throw new Error(`there is no connector of ${simulator.vendor}`)
      return { vendor: simulator.vendor, simulator, connector }
    }),
    db: database.kysely,
    now: () => began,
    call: (method, url, body, { of, key } = {}) =>
      api({ baseUrl }, keys.liveKey, method, url, body, {
        ...(of === undefined ? {} : { 'x-workspace-id': of }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      }),
    async fromPage<T>(url: string, body: object) {
      const answer = await fetch(`${baseUrl}${url}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: answer.status, body: (await answer.json()) as T }
    },
    async kill(meanwhile = () => {}) {
      look()
      await server.kill()
      said += server.output()
      await meanwhile()
      server = await startServerProcess(folder.folder, { ...serverEnv, PORT: new URL(baseUrl).port })
    },
    get: (url) => fetch(`${baseUrl}${url}`, { headers: { authorization: `Bearer ${keys.liveKey}` } }),
    folder: folder.folder,
    peakMib: look,
    async memoryDuring(work) {
      look()
      const { pid } = server.child
      // From here on the kernel measures the peak anew.
      writeFileSync(`/proc/${pid}/clear_refs`, '5')
      const [heldMib, began] = [mibOf(pid, 'VmRSS'), performance.now()]
      const result = await work()
      const peakMib = mibOf(pid, 'VmHWM')
      return { result, ms: performance.now() - began, peakMib, moreMib: peakMib - heldMib }
    },
    output: () => said + server.output(),
    close,
  }
}

/** The kernel keeps a process's peak (`VmHWM`), so nothing between two looks is missed. */
function mibOf(pid: number | undefined, figure: 'VmHWM' | 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const [, kib] = new RegExp(`^${figure}:\\s+(\\d+) kB$`, 'm').exec(status) ?? []
  return Math.round(Number(kib) / 1024)
}
