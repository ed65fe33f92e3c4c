/** Runs the HTTP application in this process with a database of its own and a clock the test moves. */
import { randomBytes } from 'node:crypto'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { guestErasers } from '../../src/features/guest-erasers.ts'
import { joinPartners } from '../../src/connector-kit/partnership.ts'
import { connectors } from '../../src/connectors/index.ts'
import { beginRetention } from '../../src/features/tenancy/workspaces/queries.ts'
import { createHttpServer } from '../../src/features/http-server.ts'
import { createVersionGathering } from '../../src/features/tenancy/record-versions/record-versions.ts'
import type { Services } from '../../src/services.ts'
import { createAuditTrail } from '../../src/platform/audit-trail.ts'
import { fakeClock, type FakeClock } from '../../src/platform/clock.ts'
import { partnersOf } from '../../src/platform/settings/partner-settings.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { createPipelinedReads } from '../../src/platform/pipelined-reads/public.ts'
import { useHashKeys } from '../../src/platform/keyed-hash.ts'
import { changingVault, hashApiKey, type ChangingVault } from '../../src/platform/crypto.ts'
import { createDatabase } from '../../src/platform/db.ts'
import { createProcessVitals } from '../../src/platform/process-vitals.ts'
import { createLifecycle } from '../../src/platform/lifecycle.ts'
import { createLog, type Log } from '../../src/platform/log.ts'
import type { Queryable, Scope } from '../../src/platform/tenant.ts'
import { createWriteBuffers } from '../../src/platform/write-buffers.ts'
import { createLiveClients } from '../../src/upstream/live-clients.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { memoryObjects } from './objects.ts'

export interface TestAnswer {
  status: number
  // Tests read bodies without types; a wrong path fails the assertion.
  body: Body
  headers: Record<string, string | undefined>
  text: string
}
export type Body = { [key: string]: Body } & Body[] & string & number & boolean & null

export interface TestWorkspace {
  id: string
  liveKey: string
  sandboxKey: string
  live: Scope
  sandbox: Scope
}

export interface CallOptions {
  /** Null sends no key. */
  key?: string | null
  headers?: Record<string, string>
  body?: unknown
  /** Sent unchanged, to test what is not JSON. */
  rawBody?: string
}

export interface TestApp {
  services: Services
  /** The encryption keys of the services. */
  keys: ChangingVault
  db: Queryable
  clock: FakeClock
  /** The first workspace; calls use its `liveKey` by default. */
  workspace: TestWorkspace
  scope: Scope
  liveKey: string
  sandboxKey: string
  addWorkspace(options?: {
    plan?: string
    contactConfirmed?: boolean
    parentId?: string
  }): Promise<TestWorkspace>
  call(method: string, url: string, options?: CallOptions): Promise<TestAnswer>
  get(url: string, options?: CallOptions): Promise<TestAnswer>
  post(url: string, body?: unknown, options?: CallOptions): Promise<TestAnswer>
  delete(url: string, options?: CallOptions): Promise<TestAnswer>
  /** Sends any request unchanged, for instance files. */
  raw(request: InjectOptions): Promise<LightMyRequestResponse>
  /** Listens for callers with a connection of their own, and returns the address. */
  listen(): Promise<string>
  /** Acts like a restart: closes clients and forgets what vendors said. */
  forgetClients(): Promise<void>
  /** Stores the counts of the requests so far. */
  countUsage(): Promise<void>
  /** Stores the log of the requests so far. */
  logRequests(): Promise<void>
  close(): Promise<void>
}

const newKey = (mode: 'live' | 'test') => `sk_${mode}_${randomBytes(20).toString('hex')}`

export async function insertWorkspace(
  db: Queryable,
  options: { plan?: string; contactConfirmed?: boolean; parentId?: string } = {},
): Promise<TestWorkspace> {
  const { plan = 'custom', contactConfirmed = true, parentId = null } = options
  const { rows } = await sql<{ id: string; sandbox_id: string }>`
    with live as (
      insert into workspaces (id, parent_id, name, plan, contact_confirmed)
      values (live_id(nextval('workspaces_id')), ${parentId}, 'Test', ${plan}, ${contactConfirmed}) returning id
    ), twin as (
      insert into workspaces (id, sandbox_of, name, plan, contact_confirmed)
      select nextval('sandbox_id'), id, 'Test sandbox', ${plan}, ${contactConfirmed} from live returning id
    ) select live.id, twin.id as sandbox_id from live, twin`.execute(db)
  const [row] = rows
  if (!row) throw new Error('no workspace was made')
  await beginRetention(db, row.id)
  await beginRetention(db, row.sandbox_id)
  const liveKey = newKey('live')
  const sandboxKey = newKey('test')
  await sql`insert into api_keys (workspace_id, mode, prefix, hash) values
    (${row.id}, 'live', 'sk_live_', ${hashApiKey(liveKey)}),
    (${row.sandbox_id}, 'sandbox', 'sk_test_', ${hashApiKey(sandboxKey)})`.execute(db)
  return {
    id: row.id,
    liveKey,
    sandboxKey,
    live: { workspaceId: row.id },
    sandbox: { workspaceId: row.sandbox_id },
  }
}

const hashKey = randomBytes(32)

/** Tests happen at this moment, so that what is bookable or past is equal in every run. */
export const usualNow = '2026-06-15T12:00:00.000Z'

export async function startTestApp(
  options: {
    now?: string
    env?: Record<string, string>
    poolSize?: number
    log?: Log
    /** It is dropped when the app is closed; a new one by default. */
    database?: TestDatabase
    /** A shorter time than callers are promised. */
    answerWithinMs?: number
  } = {},
): Promise<TestApp> {
  // What was opened is closed, last first: when the app is, or at once if it does not start.
  await using starting = new AsyncDisposableStack()
  const database = options.database ?? (await createTestDatabase())
  starting.defer(() => database.drop())
  const log = options.log ?? createLog({ level: 'silent' })
  const { kysely, pool, close } = createDatabase(database.url, { log, max: options.poolSize ?? 5 })
  starting.defer(close)
  const clock = fakeClock(options.now ?? usualNow)
  const keys = changingVault(randomBytes(32).toString('base64'))
  const { vault } = keys
  // Several servers of one process recognise each other's forgotten guests.
  useHashKeys([hashKey])
  const config = loadConfig({ ALLOW_PRIVATE_TARGETS: 'true', ...options.env })
  const audit = createAuditTrail({ db: kysely, clock, log })
  const parts = { db: kysely, pool, clock, config, vault, log, audit }
  // Tests change settings while the server runs.
  const newClients = () =>
    createLiveClients({
      ...parts,
      get config() {
        return services.config
      },
    })
  const services: Services = {
    ...parts,
    lifecycle: createLifecycle(),
    vitals: createProcessVitals(clock),
    writtenLater: createWriteBuffers(),
    objects: memoryObjects(),
    guestErasers,
    connectors: joinPartners(connectors, partnersOf(config), config.vendorBaseUrls),
    clients: newClients(),
    publicUrl: 'http://lodgewire.test',
  }
  const reads = createPipelinedReads(database.url, { pool, gathered: createVersionGathering(services) })
  starting.defer(() => reads.close())
  starting.defer(() => services.clients.close())
  const { app, meter, recorder } = await createHttpServer(services, {
    strictReplies: true,
    reads,
    ...(options.answerWithinMs === undefined ? {} : { answerWithinMs: options.answerWithinMs }),
  })
  starting.defer(() => app.close())
  const workspace = await insertWorkspace(kysely)
  const opened = starting.move()

  async function call(method: string, url: string, { key, headers = {}, body, rawBody }: CallOptions = {}) {
    const payload = rawBody ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key ?? workspace.liveKey}` }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    })
    const text = response.body
    const isJson = text !== '' && String(response.headers['content-type']).startsWith('application/json')
    return {
      status: response.statusCode,
      body: (isJson ? JSON.parse(text) : null) as Body,
      headers: response.headers as Record<string, string | undefined>,
      text,
    }
  }

  return {
    services,
    keys,
    db: kysely,
    clock,
    workspace,
    scope: workspace.live,
    liveKey: workspace.liveKey,
    sandboxKey: workspace.sandboxKey,
    addWorkspace: (options) => insertWorkspace(kysely, options),
    call,
    get: (url, options) => call('GET', url, options),
    post: (url, body, options) => call('POST', url, { ...options, ...(body === undefined ? {} : { body }) }),
    delete: (url, options) => call('DELETE', url, options),
    raw: (request) => app.inject(request),
    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),
    countUsage: () => meter.flush(),
    logRequests: () => recorder.flush(),
    async forgetClients() {
      await services.clients.close()
      services.clients = newClients()
    },
    close: () => opened.disposeAsync(),
  }
}
