/** Starts the HTTP server of a process with the `api` role. */
import { logoOrigin } from './features/accounts/public.ts'
import { createHttpServer } from './features/http-server.ts'
import type { Services } from './services.ts'
import type { Metrics } from './features/observability/public.ts'
import { startRequestLog } from './features/observability/public.ts'
import { startUsage } from './features/tenancy/public.ts'
import type { Authentication } from './features/tenancy/workspaces/auth.ts'
import { startLoop } from './platform/background-loop.ts'
import type { Log } from './platform/log.ts'
import type { PipelinedReads } from './platform/pipelined-reads/public.ts'
import type { Replicas } from './platform/replicas/public.ts'
import { connectPage } from './http/connect-page.ts'
import type { RecordVersion } from './http/revalidation/public.ts'
import type { FastifyInstance } from 'fastify'
import { consolePage } from './http/console-page.ts'
import { docsPages } from './http/docs-pages.ts'

export interface ReadWays {
  replicas: Replicas
  /** Left out where a pooler stands before the database: its connections are lent for a transaction only. */
  reads: PipelinedReads<RecordVersion> | undefined
}

/** How often the last use of keys is written down. */
const flushEveryMs = 30_000
/** How often lines of the audit log are completed. */
const auditEveryMs = 1_000

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

/** What people open in a browser, all served by this process. */
async function registerPages(app: FastifyInstance, services: Services): Promise<void> {
  const { serviceName } = services.config
  await app.register(docsPages, { publicUrl: () => services.publicUrl, serviceName })
  await app.register(connectPage, { logoOrigin: (sessionId) => logoOrigin(services, sessionId) })
  await app.register(consolePage)
}

export interface ApiParts extends ReadWays {
  metrics: Metrics | null
  push: (stop: () => Promise<void>) => void
}

export interface ServedApi {
  /** Hears which keys other processes change, once the database is there. */
  hearKeys: Authentication['hear']
  /** Differs from the port of the settings where that is 0. */
  port: number | undefined
}

/** Serves the API and the pages. Callers are answered from now on, and told that the server is starting. */
export async function serveApi(services: Services, { push, ...ways }: ApiParts): Promise<ServedApi> {
  const { config, log, audit } = services
  const { app, authentication, meter, recorder } = await createHttpServer(services, ways)
  await registerPages(app, services)
  // They stop after the application: what it still answers is counted.
  push(startUsage(services, meter).stop)
  push(startRequestLog(services, recorder).stop)
  const flushed = flusher(log, push)
  flushed(authentication, { everyMs: flushEveryMs, failed: 'key use was not written down' })
  flushed(audit, { everyMs: auditEveryMs, failed: 'audit lines stay begun for now' })
  await app.listen({ port: config.port, host: config.host })
  push(() => app.close())
  const bound = app.server.address()
  return {
    hearKeys: authentication.hear,
    port: bound !== null && typeof bound === 'object' ? bound.port : undefined,
  }
}
