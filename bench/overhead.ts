/**
 * Measures the processor time of each part that every request passes, as a share of the whole request. Then compares
 * all of them with a bare handler (`asking-once.ts`).
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { createRequestRecorder } from '../src/features/observability/requests/recorder.ts'
import { createMeter } from '../src/features/tenancy/usage/meter.ts'
import { createAuthentication } from '../src/features/tenancy/workspaces/auth.ts'
import { limitHeaders } from '../src/http/limits/headers.ts'
import { createBurstLimiter } from '../src/http/limits/rate-limit.ts'
import { createSharedWindows } from '../src/http/limits/shared-windows.ts'
import type { FinishedRequest } from '../src/http/request-log.ts'
import type { Principal, Route } from '../src/http/route.ts'
import { listQuery } from '../src/http/list.ts'
import { validatorFor } from '../src/http/validation.ts'
import { hashApiKey } from '../src/platform/crypto.ts'
import { timeUuid } from '../src/platform/time-uuid.ts'
import { Trace } from '../src/platform/trace.ts'
import type { Services } from '../src/services.ts'
import { startRedis, withoutRedis, type TestRedis } from '../test/harness/redis.ts'
import { median, type Bench, type Result } from './bench.ts'
import { askingOnce } from './asking-once.ts'
import { load } from './load.ts'
import { measured, startMeasured } from './measured-server.ts'
import { benchServices } from './services.ts'

const rounds = 5
const times = 20_000
const together = 50
const seconds = 3

/** Returns processor microseconds for one call, the median of several rounds after a warm-up. */
async function cpuOf(work: (turn: number) => unknown): Promise<number> {
  const found: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const begun = process.cpuUsage()
    for (let turn = 0; turn < times; turn += together) {
      const waits: unknown[] = []
      for (let one = 0; one < together; one += 1) {
        const answer = work(turn + one)
        if (answer instanceof Promise) waits.push(answer)
      }
      if (waits.length > 0) await Promise.all(waits)
    }
    const { user, system } = process.cpuUsage(begun)
    if (round > 0) found.push((user + system) / times)
  }
  return median(found)
}

async function makeKey(services: Services): Promise<string> {
  const key = `sk_live_${randomBytes(20).toString('hex')}`
  await sql`
    with made as (
      insert into workspaces (id, name, plan, contact_confirmed)
      values (nextval('workspaces_id'), 'Bench', 'starter', true) returning id
    ), unlimited as (
      -- Looked at for each request, and never spent here.
      insert into limit_overrides (workspace_id, name, value, set_at)
      select id, name, 1000000000, now() from made, unnest(array['dailyRequests', 'monthlyRequests']) as name
    )
    insert into api_keys (workspace_id, mode, prefix, hash) select id, 'live', 'sk_live_', ${hashApiKey(key)} from made`.execute(
    services.db,
  )
  return key
}

/** Returns processor microseconds of a whole small request, in a process of its own. */
async function wholeRequest(url: string, key: string, settings: Record<string, string>): Promise<number> {
  const server = await startMeasured('full-server.ts', url, JSON.stringify(settings))
  const target = {
    origin: server.origin,
    paths: ['/v1/reviews?limit=5'],
    headers: [{ authorization: `Bearer ${key}` }],
  }
  const found: number[] = []
  try {
    await load(target, 1)
    for (let round = 0; round < 3; round += 1) found.push((await measured(server, target, seconds)).cpu)
  } finally {
    server.stop()
  }
  return median(found)
}

async function partsOf(
  services: Services,
  key: string,
  redis: TestRedis | null,
): Promise<Record<string, number>> {
  const { clock, log } = services
  const authentication = createAuthentication(services)
  const principal = (await authentication.authenticate(key, '127.0.0.1')) as Principal
  const limiter = createBurstLimiter(clock)
  const meter = createMeter(services)
  const recorder = createRequestRecorder(services)
  const now = clock.now()
  await meter.know(principal, now)
  const operation = { id: 'listReviews', ai: false }
  const query = listQuery({ status: Type.Optional(Type.String()) }, { defaultLimit: 20 })
  const validator = validatorFor({ method: 'GET', url: '/v1/reviews', query } as unknown as Route<never>)
  const trace = new Trace()
  trace.statement('select status from reviews where workspace_id = $1', 1)
  const logged: Omit<FinishedRequest, 'id'> = {
    requestId: 'b3c1f6ae-0000-4000-8000-000000000000',
    startedAt: now,
    principal,
    workspaceId: principal.workspaceId,
    method: 'GET',
    operationId: 'listReviews',
    route: '/v1/reviews',
    path: '/v1/reviews',
    status: 200,
    ms: 3,
    requestBytes: null,
    responseBytes: 900,
    ipAddress: '127.0.0.1',
    userAgent: 'bench',
    errorCode: null,
    trace,
  }
  const parts: Record<string, number> = {
    key: await cpuOf(() => authentication.authenticate(key, '127.0.0.1')),
    limits: await cpuOf(() => limitHeaders(limiter.hit('one', 1_000_000), now, meter.quotas(principal, now))),
    usage: await cpuOf((turn) => {
      void meter.know(principal, now)
      meter.admit(principal, operation, now)
      meter.seen(principal, { operation, at: now, status: 200, ms: 3 })
      // Usage is flushed as often as on a busy server.
      return turn % 10_000 === 0 ? meter.flush() : undefined
    }),
    logging: await cpuOf((turn) => {
      recorder.seen({ ...logged, id: timeUuid(now) })
      log.debug(
        { requestId: logged.requestId, method: 'GET', url: logged.path, status: 200, ms: 3 },
        'request',
      )
      return turn % 1_000 === 0 ? recorder.flush() : undefined
    }),
    validation: await cpuOf(() => validator.query({ limit: '5', include_total: 'false' })),
  }
  if (redis) {
    const windows = await createSharedWindows(createBurstLimiter(clock), {
      ...{ url: redis.url, installation: async () => 'bench', clock, log },
    })
    parts['Redis'] = await cpuOf(() => windows.hit('one', 1_000_000))
    windows.close()
  }
  return parts
}

const µs = (value: number) => `${value.toFixed(1)} µs`

export const overheadBench: Bench = async ({ url, database }) => {
  const missing = withoutRedis()
  const redis = missing ? null : await startRedis()
  try {
    const services = benchServices(url)
    const key = await makeKey(services)
    const parts = await partsOf(services, key, redis)
    const { Redis: shared = 0, ...alone } = parts
    const sum = Object.values(alone).reduce((total, one) => total + one, 0)
    const whole = await wholeRequest(url, key, {})
    const listed = Object.entries(alone).map(([name, value]) => `${name} ${µs(value)}`)
    const results: Result[] = [
      {
        label: 'key, limits, usage, logging and validation, to the whole of a small request',
        ratio: sum / whole,
        atMost: 0.1,
        detail: `${listed.join(', ')}: ${µs(sum)} of ${µs(whole)}`,
      },
    ]
    if (redis) {
      const withRedis = await wholeRequest(url, key, { REDIS_URL: redis.url })
      results.push({
        label: 'the whole of a small request with shared windows, to the same without Redis',
        ratio: withRedis / whole,
        atMost: 1.5,
        detail: `${µs(withRedis)} against ${µs(whole)}; asking Redis by itself ${µs(shared)}`,
      })
    }
    await services.db.destroy()
    return [...results, ...(await askingOnce(url, database.kysely))]
  } finally {
    await redis?.close()
  }
}
