/** A handful of writes that do what a test wants, behind the same application as the real ones. */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { errorCodes, type ErrorCode } from '../../src/contract/errors.ts'
import { limitsOf } from '../../src/contract/plans.ts'
import { createApp } from '../../src/http/app.ts'
import { RouteReply, routeFor } from '../../src/http/route.ts'
import { writeOnce } from '../../src/http/write-once.ts'
import { ApiError } from '../../src/platform/api-error.ts'
import type { Clock } from '../../src/platform/clock.ts'
import type { Vault } from '../../src/platform/crypto.ts'
import { createIdempotencyKeys } from '../../src/platform/idempotency.ts'
import { createLifecycle } from '../../src/platform/lifecycle.ts'
import { createLog } from '../../src/platform/log.ts'
import { nextId, type Queryable, type Scope } from '../../src/platform/tenant.ts'

interface Services {
  db: Queryable
  clock: Clock
  /** Called between the steps of a write; may wait, throw or end the process. */
  at(step: 'before' | 'inside' | 'after', name: string): Promise<void> | void
}

const route = routeFor<Services>()
const Thing = Type.Object({ id: Type.String(), name: Type.String() }, { additionalProperties: false })
const Body = Type.Object(
  { name: Type.String({ maxLength: 100 }), code: Type.Optional(Type.String()) },
  { additionalProperties: false },
)
const DryRun = Type.Object(
  { dry_run: Type.Optional(Type.Boolean()), note: Type.Optional(Type.String()) },
  { additionalProperties: false },
)

async function insertThing(db: Queryable, scope: Scope, name: string) {
  const { rows } = await sql<{ id: string }>`
    insert into listings (workspace_id, id, name) values (${scope.workspaceId}, ${nextId(scope, 'listings')}, ${name})
    returning id`.execute(db)
  return { id: rows[0]?.id ?? '', name }
}

export async function things(db: Queryable, name: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from listings where name = ${name}`.execute(db)
  return rows[0]?.count ?? 0
}

const common = {
  family: 'listings',
  ofListings: 'narrows',
  tag: 'Things',
  summary: 'x',
  query: DryRun,
  body: Body,
  reply: Thing,
  errors: errorCodes,
} as const

export const thingRoutes = [
  route({
    ...common,
    method: 'POST',
    url: '/v1/things',
    id: 'makeThing',
    status: 201,
    handle: async (context) => {
      const { services, scope, body, query } = context
      if (query.dry_run) return { id: '0', name: body.name }
      await services.at('before', body.name)
      const reply = await writeOnce(context, async (tx) => {
        const thing = await insertThing(tx, scope, body.name)
        await services.at('inside', body.name)
        return new RouteReply(thing, { headers: { location: `/v1/things/${thing.id}` } })
      })
      await services.at('after', body.name)
      return reply
    },
  }),
  route({
    ...common,
    method: 'POST',
    url: '/v1/loose-things',
    id: 'makeLooseThing',
    handle: async ({ services, scope, body }) => {
      const thing = await insertThing(services.db, scope, body.name)
      await services.at('after', body.name)
      return thing
    },
  }),
  route({
    ...common,
    method: 'POST',
    url: '/v1/refusals',
    id: 'refuse',
    handle: async ({ services, scope, body }) => {
      await insertThing(services.db, scope, body.name)
      throw new ApiError(body.code as ErrorCode, undefined, {}, { headers: { 'x-reason': 'tested' } })
    },
  }),
  route({
    ...common,
    method: 'POST',
    url: '/v1/committed-refusals',
    id: 'commitAndRefuse',
    handle: (context) =>
      writeOnce(context, async (tx): Promise<{ id: string; name: string } | ApiError> => {
        await insertThing(tx, context.scope, context.body.name)
        return new ApiError(context.body.code as ErrorCode)
      }),
  }),
  route({
    ...common,
    method: 'POST',
    url: '/v1/questions',
    id: 'ask',
    write: false,
    handle: async ({ services, scope, body }) => insertThing(services.db, scope, body.name),
  }),
  route({
    ...common,
    method: 'POST',
    url: '/v1/marks',
    id: 'mark',
    handle: async ({ idempotencyKey }) => ({ id: '1', name: idempotencyKey ?? 'none' }),
  }),
]

/** Whose rows each key opens. */
export const workspaceOf: Record<string, string> = {
  sk_live_first: '1',
  sk_test_first: '900000001',
  sk_live_second: '2',
}

export async function insertWorkspaces(db: Queryable): Promise<void> {
  await sql`insert into workspaces (id, name) values (1, 'First'), (2, 'Second')`.execute(db)
  await sql`insert into workspaces (id, sandbox_of, name) values (900000001, 1, 'Sandbox')`.execute(db)
}

export async function thingsApp(options: {
  db: Queryable
  clock: Clock
  vault: Vault
  leaseMs?: number
  at?: Services['at']
}): Promise<FastifyInstance> {
  const log = createLog({ level: 'silent' })
  const services: Services = { db: options.db, clock: options.clock, at: options.at ?? (() => {}) }
  return createApp<Services>({
    routes: thingRoutes,
    services,
    log,
    publicUrl: 'http://lodgewire.test',
    burstLimit: 1_000_000,
    trustedProxies: [],
    wire: { maxConnections: 1_000, requestTimeoutMs: 60_000, keepAliveMs: 75_000 },
    lifecycle: createLifecycle(),
    authenticate: async (key) => {
      const workspaceId = workspaceOf[key]
      const mode = key.startsWith('sk_test_') ? ('sandbox' as const) : ('live' as const)
      const plan = 'custom' as const
      const limits = limitsOf(plan, {}, 1_000_000)
      const rights = {
        plan,
        limits,
        contactConfirmed: true,
        memberId: null,
        onlyConnectionIds: null,
        onlyListingIds: null,
        agentLimits: null,
        scopes: null,
        expiresAt: null,
      }
      return workspaceId ? { keyId: key, workspaceId, mode, ...rights } : null
    },
    childWorkspace: async (principal, workspaceId) =>
      principal.workspaceId === '1' && workspaceId === '2' ? { workspaceId } : null,
    accountScope: async (scope, connectionId) => ({ ...scope, connectionId }),
    gates: { cap: () => {}, heldBack: () => null, listing: async () => {}, account: async () => {} },
    idempotency: createIdempotencyKeys({ ...options, log }),
    strictReplies: true,
  })
}

export const newKeyRing = () => randomBytes(32).toString('base64')
