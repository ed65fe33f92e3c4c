/** Where a drill happens: a database, filled workspaces, vendors' simulators and a server that is a process of its own. */
import path from 'node:path'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import { connectors } from '../../src/connectors/index.ts'
import { createDatabase, type Database } from '../../src/platform/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { insertWorkspace, type TestWorkspace } from '../harness/app.ts'
import { createTestDatabase } from '../harness/database.ts'
import { fillWorkspace } from '../harness/fixtures.ts'
import { testFolder } from '../harness/folder.ts'
import { startServerProcess, type ServerProcess } from '../harness/server-process.ts'

const resolver = path.join(import.meta.dirname, 'resolver.ts')

export interface Ground {
  db: Database['kysely']
  /** The server that runs, or ran last. */
  readonly server: ServerProcess
  /** Again, after it ended. */
  start(env?: Record<string, string>): Promise<ServerProcess>
  stop(): Promise<void>
  /** The simulator of a vendor. */
  vendor(name: string): RunningSimulator
  /** All that every server of this ground printed. */
  log(): string
  addWorkspace(options?: {
    parentId?: string
    contactConfirmed?: boolean
    filled?: boolean
  }): Promise<TestWorkspace>
  close(): Promise<void>
}

/** Providers are always simulators: a drill reaches nobody outside of this machine. */
async function startVendors(): Promise<RunningSimulator[]> {
  return Promise.all(
    Object.keys(connectors).map((vendor) =>
      startSimulator(vendor, { rateLimit: 'off', listings: 1, reservations: 0 }),
    ),
  )
}

/** The server is up before there is any workspace but its own, as on a first start. */
export async function makeGround(settings: Record<string, string> = {}): Promise<Ground> {
  const database = await createTestDatabase()
  const { kysely: db, close: closePool } = createDatabase(database.url, {
    log: createLog({ level: 'silent' }),
    max: 2,
  })
  const { folder, remove } = testFolder()
  const vendors = await startVendors()
  const names = Object.keys(connectors)
  const servers: ServerProcess[] = []
  const running = () => servers.find(({ child }) => child.exitCode === null && child.signalCode === null)
  const stop = async () => void (await running()?.stop())
  const start = async (env: Record<string, string> = {}) => {
    const server = await startServerProcess(folder, {
      DATABASE_URL: database.url,
      ROLES: 'api',
      LOG_LEVEL: 'debug',
      BURST_LIMIT: '1000000',
      MAX_WEBHOOKS: '10000',
      ...Object.assign({}, ...vendors.map(({ partner }) => partner)),
      VENDOR_BASE_URLS: vendors.map(({ url }, at) => `${names[at]}=${url}`).join(),
      NODE_OPTIONS: `--import=${resolver}`,
      ...settings,
      ...env,
    })
    servers.push(server)
    return server
  }
  const close = async () => {
    await stop()
    await Promise.all(vendors.map((vendor) => vendor.close()))
    await closePool()
    await database.drop()
    remove()
  }
  await start().catch(async (error: unknown) => {
    await close()
    throw error
  })
  return {
    db,
    stop,
    start,
    close,
    get server() {
      const last = servers.at(-1)
      if (!last) throw new Error('no server was started')
      return last
    },
    vendor(name) {
      const found = vendors[names.indexOf(name)]
      if (!found) throw new Error(`no vendor ${name}`)
      return found
    },
    log: () => servers.map(({ output }) => output()).join(''),
    async addWorkspace({ filled = true, ...options } = {}) {
      const workspace = await insertWorkspace(db, options)
      if (filled) {
        await fillWorkspace(db, workspace.live)
        await fillWorkspace(db, workspace.sandbox)
      }
      return workspace
    },
  }
}
