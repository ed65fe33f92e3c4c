/** Composition root: settings → database → services → routes and workers, and the same way back when stopping. */
import { setTimeout as pause } from 'node:timers/promises'
import { joinPartners } from './connector-kit/partnership.ts'
import { connectors as allConnectors } from './connectors/index.ts'
import { seedSandbox } from './features/accounts/public.ts'
import { serveApi, type ReadWays } from './serve-api.ts'
import type { Services } from './services.ts'
import { startWorkers } from './start-workers.ts'
import { consoleUrlAtStart } from './features/tenancy/public.ts'
import { openMetrics, serveMetrics, type Metrics } from './features/observability/public.ts'
import { createVersionGathering } from './features/tenancy/public.ts'
import { guestErasers } from './features/guest-erasers.ts'
import { sealedPlaces } from './features/sealed-places.ts'
import { openTracing } from './features/observability/public.ts'
import { declareRestoredFile } from './features/recovery/public.ts'
import { bootstrapWorkspace } from './features/tenancy/workspaces/bootstrap.ts'
import { setKeysBaseUrl, writeKeysFile } from './features/tenancy/workspaces/keys-file.ts'
import { tellMigrated } from './platform/audit.ts'
import { createAuditTrail } from './platform/audit-trail.ts'
import { systemClock } from './platform/clock.ts'
import {
  assertBackups,
  assertDatabase,
  assertVendors,
  derivePublicUrl,
  type Config,
} from './platform/config.ts'
import { partnersOf } from './platform/settings/partner-settings.ts'
import { openServerKeys } from './platform/encryption/server-keys.ts'
import { prepareDataFolder } from './platform/data-folder.ts'
import type { Outage } from './platform/database-outage.ts'
import { awaitServer } from './platform/database-server.ts'
import { createDatabase, type Database } from './platform/db.ts'
import { startPrivatePostgres } from './platform/embedded-postgres/index.ts'
import { createLifecycle } from './platform/lifecycle.ts'
import { createWriteBuffers } from './platform/write-buffers.ts'
import { createLog, type Log } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { createProcessVitals } from './platform/process-vitals.ts'
import { createObjectStore } from './platform/object-store/index.ts'
import { createPipelinedReads } from './platform/pipelined-reads/public.ts'
import { openReplicas } from './platform/replicas/public.ts'
import { followRecovery } from './platform/recovery-state.ts'
import type { SilenceWatch } from './platform/silent-connections.ts'
import { serverVersion } from './platform/version.ts'
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
  assertBackups(config)
  const { databaseUrl: url, databaseDirectUrl: sessionsUrl, dataDir } = config
  if (url !== undefined) return { url, sessionsUrl, isElsewhere: true, stop: async () => {} }
  const { url: own, stop } = await startPrivatePostgres({ dataDir, log, onLost })
  return { url: own, sessionsUrl, isElsewhere: false, stop }
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

/** What callers are answered from beside the pool; workers read what they are about to write. */
function openReads(
  services: Services,
  parts: {
    url: string
    outage: Outage
    silence: SilenceWatch
    metrics: Metrics | null
    push: (stop: () => Promise<void>) => void
  },
): ReadWays {
  const { config, log, pool } = services
  const isApi = config.roles.has('api')
  // A pooler stands before all servers, or before none.
  const prepare = config.databaseDirectUrl === undefined
  const replicas = openReplicas(isApi ? config.databaseReadUrls : [], { log, prepare, outage: parts.outage })
  parts.push(replicas.close)
  services.vitals.followReplicas(replicas.count)
  parts.metrics?.replicas(replicas.count)
  if (!isApi || !prepare) return { replicas, reads: undefined }
  const gathered = createVersionGathering(services)
  const reads = createPipelinedReads(parts.url, { pool, gathered, silence: parts.silence })
  parts.push(reads.close)
  return { replicas, reads }
}

function assembleServices(
  base: Pick<Services, 'db' | 'pool' | 'config' | 'vault' | 'log' | 'connectors'>,
  publicUrl: () => string,
): Services {
  const { connectors, ...own } = base
  const audit = createAuditTrail({ db: own.db, clock: systemClock, log: own.log })
  const parts = { ...own, clock: systemClock, audit, guestErasers }
  return {
    ...parts,
    lifecycle: createLifecycle('starting'),
    vitals: createProcessVitals(systemClock),
    writtenLater: createWriteBuffers(),
    objects: createObjectStore(own.config),
    connectors,
    clients: createLiveClients(parts),
    get publicUrl() {
      return publicUrl()
    },
  }
}

/** Gives the workers a database and clients of their own. */
function lendDatabase(
  services: Services,
  database: Parameters<typeof workerServices>[1] & { close(): Promise<void> },
  push: (stop: () => Promise<void>) => void,
): Services {
  push(database.close)
  const lent = workerServices(services, database)
  push(lent.clients.close)
  return lent
}

async function addressesOf(
  { db, vault, clock, publicUrl }: Services,
  isServing: boolean,
): Promise<Pick<RunningServer, 'url' | 'docsUrl' | 'consoleUrl'>> {
  if (!isServing) return { url: null, docsUrl: null, consoleUrl: null }
  const consoleUrl = await consoleUrlAtStart(db, { vault, publicUrl, now: clock.now() })
  return { url: publicUrl, docsUrl: `${publicUrl}/docs`, consoleUrl }
}

function openPools(
  { url, sessionsUrl }: { url: string; sessionsUrl: string | undefined },
  log: Log,
  push: (stop: () => Promise<void>) => void,
): Database {
  const database = createDatabase(url, { log, max: 20, sessionsUrl })
  push(database.close)
  return database
}

export async function startServer(
  config: Config,
  options: { onLost?: () => void; signal?: AbortSignal; connectors?: Services['connectors'] } = {},
): Promise<RunningServer> {
  const unjoined = options.connectors ?? allConnectors
  const connectors = joinPartners(unjoined, partnersOf(config), config.vendorBaseUrls)
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
    const { kysely: db, sessions: pool, outage, silence } = openPools({ url, sessionsUrl }, log, push)
    const [api, works] = [config.roles.has('api'), config.roles.has('worker')]
    const address = { publicUrl: config.publicUrl ?? derivePublicUrl(config.host, config.port) }
    const services = assembleServices({ db, pool, config, vault, log, connectors }, () => address.publicUrl)
    const { lifecycle } = services
    push(services.clients.close)
    const metrics = await tellMetrics(services, push)
    const ways = openReads(services, { url, outage, silence, metrics, push })
    const served = api ? await serveApi(services, { metrics, push, ...ways }) : undefined
    if (!config.publicUrl && served?.port !== undefined)
      address.publicUrl = derivePublicUrl(config.host, served.port)
    // Whoever looks meanwhile is told that the server is starting.
    if (postgres.isElsewhere) await awaitServer(postgres, { log, signal })
    signal.throwIfAborted()
    await tellMigrated(db, (await migrate(pool, { log })).applied, { kind: 'system' })
    push((await follow({ db, log, places: sealedPlaces })).stop)
    await ways.replicas.follow(db)
    await declareRestoredFile(services)
    push((await followRecovery(services)).stop)
    if (served) push(served.hearKeys(pool).stop)
    const firstStart = await bootstrapWorkspace(db, async (first, tx) => {
      await seedSandbox({ ...services, db: tx }, { workspaceId: first.sandboxWorkspaceId })
      writeKeysFile(config.dataDir, { baseUrl: address.publicUrl, ...first })
    })
    if (api) setKeysBaseUrl(config.dataDir, address.publicUrl)
    // Callers who wait for each other keep connections meanwhile; nights that are to be closed do not queue behind them.
    const own = api && works ? createDatabase(url, { log, max: 14, outage, sessionsUrl }) : undefined
    await startWorkers(own ? lendDatabase(services, own, push) : services, push)
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
