/** The HTTP application with all of its gates; `main.ts` listens with it and tests call it. */
import type { FastifyInstance } from 'fastify'
import { createApp } from '../http/app.ts'
import type { SeeRequest } from '../http/request-log.ts'
import { createBurstLimiter } from '../http/limits/rate-limit.ts'
import { createSharedWindows } from '../http/limits/shared-windows.ts'
import { createIdempotencyKeys } from '../platform/idempotency.ts'
import { rememberedInstallation } from '../platform/installation.ts'
import type { Replicas } from '../platform/replicas/public.ts'
import { createAccountGate, createRecordVersions, createMeter, type Meter } from './tenancy/public.ts'
import { createHeldBackNotice } from './listings/held-back-notice.ts'
import { createCapGate } from './listings/plan-cap.ts'
import { assertListingActive } from '../records/listings/active.ts'
import { scopeOfLink } from './accounts/connect/link-scope.ts'
import { registerMcpEndpoint, registerOAuthEndpoints } from './agents/public.ts'
import { registerFileRoutes } from './listings/public.ts'
import { createReconciledGate, recoveryRoutes } from './recovery/public.ts'
import { registerCalendarRoutes, registerFeedRoutes } from './calendar/public.ts'
import { registerCallRoutes } from './channels/vrbo/calls/call-routes.ts'
import { marketLoadingRoutes } from './markets/loading/routes.ts'
import { marketUploads } from './markets/loading/uploads.ts'
import { operatorRoutes } from './tenancy/plans/routes.ts'
import { isOperatorKey } from './tenancy/plans/operator-key.ts'
import { routes as publicRoutes } from './routes.ts'
import { servicesIn } from '../upstream/sandbox-vendor/public.ts'
import type { Scope } from '../platform/tenant.ts'
import type { Services } from '../services.ts'
import {
  createMetricsPage,
  type Metrics,
  createRequestRecorder,
  type RequestRecorder,
  operatorStatusRoutes,
} from './observability/public.ts'
import type { PipelinedReads } from '../platform/pipelined-reads/public.ts'
import type { RecordVersion } from '../http/revalidation/public.ts'
import { createShapeFinder } from './extras/public.ts'
import { createAuthentication, type Authentication } from './tenancy/workspaces/auth.ts'

const all =
  (...seers: SeeRequest[]): SeeRequest =>
  (request) => {
    for (const see of seers) see(request)
  }

/** With Redis the limit counts all processes together. */
async function limiterOf({ db, clock, log, config: { redisUrl } }: Services) {
  if (redisUrl === undefined) return undefined
  const local = createBurstLimiter(clock)
  return {
    local,
    ...(await createSharedWindows(local, {
      url: redisUrl,
      installation: rememberedInstallation(db),
      clock,
      log,
    })),
  }
}

const wireOf = ({ maxConnections, requestTimeoutSeconds, keepAliveSeconds }: Services['config']) => ({
  maxConnections,
  requestTimeoutMs: requestTimeoutSeconds * 1000,
  keepAliveMs: keepAliveSeconds * 1000,
})

/** Adds what answers with files, feeds or a vendor's own messages instead of the API's JSON. */
async function registerOwnFormats(app: FastifyInstance, services: Services): Promise<void> {
  await app.register((scope) => registerFileRoutes(scope, services))
  await app.register((scope) => registerCalendarRoutes(scope, services))
  await app.register((scope) => registerFeedRoutes(scope, services))
  await app.register((scope) => registerCallRoutes(scope, services))
  await app.register((scope) => registerMcpEndpoint(scope, app, services))
  await app.register((scope) => registerOAuthEndpoints(scope, services))
  if (services.config.operatorApiKey) await app.register((scope) => marketUploads(scope, services))
}

/** Without a key the operator's routes do not exist, so they answer like any unknown path. */
const routesFor = ({ operatorApiKey }: Services['config']) =>
  operatorApiKey
    ? [...publicRoutes, ...operatorRoutes, ...operatorStatusRoutes, ...marketLoadingRoutes, ...recoveryRoutes]
    : publicRoutes

function gatesOf(services: Services, routes: typeof publicRoutes) {
  const capGate = createCapGate(services)
  return {
    cap: capGate.check,
    reconciled: createReconciledGate(services),
    heldBack: createHeldBackNotice(services),
    account: createAccountGate(services, routes),
    listing: (scope: Scope, id: string) => assertListingActive(services.db, scope, id, 'id'),
  }
}

export interface HttpServerOptions {
  strictReplies?: boolean
  answerWithinMs?: number
  traced?: boolean
  metrics?: Metrics | null
  replicas?: Replicas
  reads?: PipelinedReads<RecordVersion> | undefined
}

export async function createHttpServer(
  services: Services,
  { metrics = null, replicas, reads, ...options }: HttpServerOptions = {},
): Promise<{
  app: FastifyInstance
  authentication: Authentication
  meter: Meter
  recorder: RequestRecorder
}> {
  const { config } = services
  const authentication = createAuthentication(services)
  const routes = routesFor(config)
  const meter = createMeter(services)
  const recorder = createRequestRecorder(services)
  services.writtenLater.is('log of requests', recorder.flush)
  const limiter = await limiterOf(services)
  const app = await createApp({
    routes,
    services,
    log: services.log,
    get publicUrl() {
      return services.publicUrl
    },
    burstLimit: config.burstLimit,
    ...(limiter ? { limiter } : {}),
    trustedProxies: config.trustedProxies,
    wire: wireOf(config),
    lifecycle: services.lifecycle,
    authenticate: authentication.authenticate,
    ...(config.operatorApiKey ? { isOperator: isOperatorKey(config.operatorApiKey) } : {}),
    childWorkspace: authentication.childWorkspace,
    servicesIn,
    accountScope: authentication.accountScope,
    metering: meter,
    seen: all(
      recorder.seen,
      ({ status }) => services.vitals.countAnswer(status),
      ...(metrics === null ? [] : [metrics.seen]),
    ),
    revalidation: {
      find: createRecordVersions(services),
      cacheBytes: config.pageCacheMb * 1024 * 1024,
      replicas,
      reads,
    },
    shapes: createShapeFinder(services),
    gates: gatesOf(services, routes),
    idempotency: createIdempotencyKeys(services),
    auditing: { trail: services.audit, scopeOfLink: (parts) => scopeOfLink(services.db, parts) },
    ...options,
  })
  if (limiter) app.addHook('onClose', async () => limiter.close())
  await registerOwnFormats(app, services)
  metrics?.dropped(() => recorder.dropped)
  const { metricsPort, metricsToken } = config
  if (metrics && metricsPort === undefined && metricsToken !== undefined)
    await app.register(createMetricsPage(metrics, metricsToken))
  return { app, authentication, meter, recorder }
}
