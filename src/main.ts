/** Composition root: settings → database → services → routes and workers, and the same way back when stopping. */
import { setTimeout as pause } from 'node:timers/promises'
import { joinPartners } from './connector-kit/partnership.ts'
import { connectors as allConnectors } from './connectors/index.ts'
import { actKinds } from './features/act-kinds.ts'
import { startBilling } from './features/tenancy/public.ts'
import { startCalendarPushes } from './features/calendar/public.ts'
import { startClockRepair } from './features/observability/public.ts'
import { logoOrigin } from './features/accounts/public.ts'
import { startGuestRetention } from './features/guests/retention/retention-worker.ts'
import { startHistoryRetention } from './features/guests/public.ts'
import { createHttpServer } from './features/http-server.ts'
import { startActCleanup, startActResolver } from './upstream/acts/public.ts'
import { seedSandbox } from './features/accounts/public.ts'
import type { Services } from './services.ts'
import { consoleUrlAtStart } from './features/tenancy/public.ts'
import { startMails } from './features/tenancy/public.ts'
import { startMigrationWatches } from './features/migrations/public.ts'
import { startAddressKeeping, startReceipts } from './features/sync/public.ts'
import { icalReaderSource, startFeeds } from './features/calendar/public.ts'
import { startKvCleanup } from './features/extras/public.ts'
import { startLapses, startSettling } from './features/bookings/public.ts'
import { openMetrics, serveMetrics, type Metrics } from './features/observability/public.ts'
import { startPricing } from './features/markets/public.ts'
import { createVersionGathering } from './features/tenancy/public.ts'
import { startRequestLog, startRequestLogRotation } from './features/observability/public.ts'
import { startReaderLooks } from './features/calendar/public.ts'
import { startExposureReports, startSelling } from './features/calendar/public.ts'
import { guestErasers } from './features/guest-erasers.ts'
import { sealedPlaces } from './features/sealed-places.ts'
import { readChannelsFirst, startMessageQueues, startSync } from './features/sync/public.ts'
import { openTracing } from './features/observability/public.ts'
import { startUsage } from './features/tenancy/public.ts'
import { vrboReaderSource } from './features/calendar/public.ts'
import { startDeliveries, startWebhookRetention } from './features/webhooks/public.ts'
import type { Authentication } from './features/tenancy/workspaces/auth.ts'
import { bootstrapWorkspace } from './features/tenancy/workspaces/bootstrap.ts'
import { setKeysBaseUrl, writeKeysFile } from './features/tenancy/workspaces/keys-file.ts'
import { startAuditRetention } from './platform/audit-retention.ts'
import { tellMigrated } from './platform/audit.ts'
import { createAuditTrail } from './platform/audit-trail.ts'
import { startLoop } from './platform/background-loop.ts'
import { systemClock } from './platform/clock.ts'
import { assertDatabase, assertVendors, derivePublicUrl, type Config } from './platform/config.ts'
import { partnersOf } from './platform/settings/partner-settings.ts'
import { openServerKeys } from './platform/encryption/server-keys.ts'
import { prepareDataFolder } from './platform/data-folder.ts'
import { awaitServer } from './platform/database-server.ts'
import { createDatabase } from './platform/db.ts'
import { startPrivatePostgres } from './platform/embedded-postgres/index.ts'
import { startIdempotencyCleanup } from './platform/idempotency-cleanup.ts'
import { createLifecycle } from './platform/lifecycle.ts'
import { createWriteBuffers } from './platform/write-buffers.ts'
import { createLog, type Log } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { createObjectStore } from './platform/object-store/index.ts'
import { createPipelinedReads, type PipelinedReads } from './platform/pipelined-reads/public.ts'
import { openReplicas, type Replicas } from './platform/replicas/public.ts'
import { serverVersion } from './platform/version.ts'
import { connectPage } from './http/connect-page.ts'
import type { RecordVersion } from './http/revalidation/public.ts'
import type { FastifyInstance } from 'fastify'
import { consolePage } from './http/console-page.ts'
import { docsPages } from './http/docs-pages.ts'
import { createLiveClients } from './upstream/live-clients.ts'
import { workerServices } from './upstream/worker-services.ts'

export interface RunningServer {
  /** Base address; null for a process without the `api` role. */
  url: string | null
  docsUrl: string | null
  /** With a link that makes the first owner, where there is none yet. */
  consoleUrl: string | null
  /** What the first start of an empty database made; null on every later start. */
  firstStart: { sandboxKey: string; liveKey: string; workspaceId: string } | null
  stop(): Promise<void>
}

/** How often the last use of keys is written down. */
const flushEveryMs = 30_000
/** How often lines of the audit log are completed. */
const auditEveryMs = 1_000

function openLog({ logLevel }: Config): Log {
  const log = createLog({ level: logLevel })
  log.info(`Lodgewire ${serverVersion} starts`)
  return log
}

/** Undoes what was started, last first, whatever fails on the way. */
function unwinder(log: Log) {
  const steps: (() => Promise<void>)[] = []
  let running: Promise<void> | undefined
  return {
    push: (step: () => Promise<void>) => void steps.push(step),
    unwind: () =>
      (running ??= (async () => {
        for (const step of steps.toReversed()) {
          await step().catch((error: unknown) => log.error({ err: error }, 'a part did not stop cleanly'))
        }
      })()),
  }
}

async function openDatabase(config: Config, log: Log, onLost: () => void) {
  assertDatabase(config)
  const { databaseUrl: url, databaseDirectUrl: sessionsUrl, dataDir } = config
  if (url !== undefined) return { url, sessionsUrl, isElsewhere: true, stop: async () => {} }
  const { url: own, stop } = await startPrivatePostgres({ dataDir, log, onLost })
  return { url: own, sessionsUrl, isElsewhere: false, stop }
}

/** Writes down from time to time what was gathered, and once more at the end. */
function flusher(log: Log, push: (stop: () => Promise<void>) => void) {
  return (gathered: { flush(): Promise<void> }, about: { everyMs: number; failed: string }): void => {
    const flushing = startLoop({ ...about, log }, () => gathered.flush())
    push(async () => {
      await flushing.stop()
      await gathered.flush()
    })
  }
}

/** For whoever asks how the process does, on a port of its own where there is one. */
async function tellMetrics(services: Services, push: (stop: () => Promise<void>) => void) {
  const metrics = await openMetrics(services)
  const { log, config } = services
  const { metricsPort: port, metricsToken: token, host } = config
  if (metrics && port !== undefined) {
    const served = await serveMetrics(metrics, { host, port, token, log })
    push(served.stop)
    log.info(`metrics are read at ${derivePublicUrl(host, served.port)}/metrics`)
  }
  return metrics
}

interface ReadWays {
  replicas: Replicas
  /** Left out where a pooler stands before the database: its connections are lent for a transaction only. */
  reads: PipelinedReads<RecordVersion> | undefined
}

/** What callers are answered from beside the pool; workers read what they are about to write. */
function openReads(
  services: Services,
  parts: { url: string; metrics: Metrics | null; push: (stop: () => Promise<void>) => void },
): ReadWays {
  const { config, log, pool } = services
  const isApi = config.roles.has('api')
  // A pooler stands before all servers, or before none.
  const prepare = config.databaseDirectUrl === undefined
  const replicas = openReplicas(isApi ? config.databaseReadUrls : [], { log, prepare })
  parts.push(replicas.close)
  parts.metrics?.replicas(replicas.count)
  if (!isApi || !prepare) return { replicas, reads: undefined }
  const reads = createPipelinedReads(parts.url, { pool, gathered: createVersionGathering(services) })
  parts.push(reads.close)
  return { replicas, reads }
}

/** Work that goes on without a caller. */
async function startWork(services: Services, push: (stop: () => Promise<void>) => void): Promise<void> {
  // Whatever the role: due times are written by the clock of each process.
  push(startClockRepair(services).stop)
  if (!services.config.roles.has('worker')) return
  push(startDeliveries(services).stop)
  push(startWebhookRetention(services).stop)
  push(startRequestLogRotation(services).stop)
  push(startLapses(services).stop)
  push(startSettling(services).stop)
  push(startKvCleanup(services).stop)
  push(startMails(services).stop)
  push(startBilling(services).stop)
  push(startPricing(services).stop)
  push(startIdempotencyCleanup(services).stop)
  push(startAuditRetention(services).stop)
  push(startHistoryRetention(services).stop)
  push(startGuestRetention(services).stop)
  await readChannelsFirst(services)
  push((await startSync(services)).stop)
  push(startMessageQueues(services).stop)
  push(startCalendarPushes(services).stop)
  push(startSelling(services).stop)
  push(startExposureReports(services).stop)
  push(startFeeds(services).stop)
  push(startReaderLooks(services, [icalReaderSource, vrboReaderSource]).stop)
  push(startAddressKeeping(services).stop)
  push(startReceipts(services).stop)
  push(startMigrationWatches(services).stop)
  push(startActResolver(services, actKinds).stop)
  push(startActCleanup(services, actKinds).stop)
}

/** What people open in a browser, all served by this process. */
async function registerPages(app: FastifyInstance, services: Services): Promise<void> {
  const { serviceName } = services.config
  await app.register(docsPages, { publicUrl: () => services.publicUrl, serviceName })
  await app.register(connectPage, { logoOrigin: (sessionId) => logoOrigin(services, sessionId) })
  await app.register(consolePage)
}

async function addressesOf(
  { db, vault, clock, publicUrl }: Services,
  isServing: boolean,
): Promise<Pick<RunningServer, 'url' | 'docsUrl' | 'consoleUrl'>> {
  if (!isServing) return { url: null, docsUrl: null, consoleUrl: null }
  const consoleUrl = await consoleUrlAtStart(db, { vault, publicUrl, now: clock.now() })
  return { url: publicUrl, docsUrl: `${publicUrl}/docs`, consoleUrl }
}

export async function startServer(
  config: Config,
  options: { onLost?: () => void; signal?: AbortSignal; connectors?: Services['connectors'] } = {},
): Promise<RunningServer> {
  const connectors = joinPartners(
    options.connectors ?? allConnectors,
    partnersOf(config),
    config.vendorBaseUrls,
  )
  const log = openLog(config)
  const { push, unwind } = unwinder(log)
  const signal = options.signal ?? new AbortController().signal
  try {
    assertVendors(config, Object.keys(connectors))
    // First, so that it is closed last: what stops before it is told still.
    push((await openTracing(config, log)).stop)
    prepareDataFolder(config.dataDir)
    const { vault, follow } = await openServerKeys(config)
    const postgres = await openDatabase(config, log, options.onLost ?? (() => {}))
    push(postgres.stop)
    const { url, sessionsUrl } = postgres
    const { kysely: db, sessions: pool, outage, close } = createDatabase(url, { log, max: 20, sessionsUrl })
    push(close)
    const [api, works] = [config.roles.has('api'), config.roles.has('worker')]
    const address = { publicUrl: config.publicUrl ?? derivePublicUrl(config.host, config.port) }
    const lifecycle = createLifecycle('starting')
    const audit = createAuditTrail({ db, clock: systemClock, log })
    const parts = { db, pool, clock: systemClock, config, vault, log, audit, guestErasers }
    const clients = createLiveClients(parts)
    push(clients.close)
    const services: Services = {
      ...parts,
      lifecycle,
      writtenLater: createWriteBuffers(),
      objects: createObjectStore(config),
      connectors,
      clients,
      get publicUrl() {
        return address.publicUrl
      },
    }
    let hearKeys: Authentication['hear'] | undefined
    const metrics = await tellMetrics(services, push)
    const ways = openReads(services, { url, metrics, push })
    if (api) {
      const { app, authentication, meter, recorder } = await createHttpServer(services, { metrics, ...ways })
      await registerPages(app, services)
      // They stop after the application: what it still answers is counted.
      push(startUsage(services, meter).stop)
      push(startRequestLog(services, recorder).stop)
      const flushed = flusher(log, push)
      hearKeys = authentication.hear
      flushed(authentication, { everyMs: flushEveryMs, failed: 'key use was not written down' })
      flushed(audit, { everyMs: auditEveryMs, failed: 'audit lines stay begun for now' })
      await app.listen({ port: config.port, host: config.host })
      push(() => app.close())
      const bound = app.server.address()
      if (!config.publicUrl && bound !== null && typeof bound === 'object') {
        address.publicUrl = derivePublicUrl(config.host, bound.port)
      }
    }
    // Whoever looks meanwhile is told that the server is starting.
    if (postgres.isElsewhere) await awaitServer(postgres, { log, signal })
    signal.throwIfAborted()
    await tellMigrated(db, (await migrate(pool, { log })).applied, { kind: 'system' })
    push((await follow({ db, log, places: sealedPlaces })).stop)
    await ways.replicas.follow(db)
    if (hearKeys) push(hearKeys(pool).stop)
    const firstStart = await bootstrapWorkspace(db, async (first, tx) => {
      await seedSandbox({ ...services, db: tx }, { workspaceId: first.sandboxWorkspaceId })
      writeKeysFile(config.dataDir, { baseUrl: address.publicUrl, ...first })
    })
    if (api) setKeysBaseUrl(config.dataDir, address.publicUrl)
    // Callers who wait for each other keep connections meanwhile; nights that are to be closed do not queue behind them.
    const own = api && works ? createDatabase(url, { log, max: 14, outage, sessionsUrl }) : undefined
    if (own) push(own.close)
    const forWorkers = own ? workerServices(services, own) : services
    if (own) push(forWorkers.clients.close)
    await startWork(forWorkers, push)
    lifecycle.to('serving', systemClock.now())
    return {
      ...(await addressesOf(services, api)),
      firstStart,
      stop: async () => {
        lifecycle.to('draining')
        if (api) await pause(config.drainSeconds * 1000)
        lifecycle.to('stopping')
        await unwind()
      },
    }
  } catch (error) {
    await unwind()
    throw error
  }
}
