/** Connect sessions against a simulated PMS. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { TestAnswer, CallOptions } from '../harness/app.ts'
import { startWorld, type World } from '../sync/world.ts'

export { until } from '../harness/until.ts'

export const redirectUrl = 'https://app.example.com/connected?tenant=7'

export interface ConnectWorld extends World {
  /** A session as an app makes it; the answer's body. */
  start(
    body?: object,
    options?: CallOptions,
  ): Promise<{ sessionId: string; url: string; workspaceId?: string }>
  view(sessionId: string): Promise<TestAnswer>
  /** As the page does: without a key. */
  send(sessionId: string, credentials?: object, provider?: string): Promise<TestAnswer>
  /** As the page does; any other headers on demand. */
  cancel(sessionId: string, options?: CallOptions): Promise<TestAnswer>
  resumeSession(fixUrl: string): Promise<string>
}

export const errorOf = (answer: TestAnswer) => answer.body['error'] as unknown as Record<string, unknown>

export const unknownSession = (workspaceId: string) => `cs_${workspaceId}_${randomBytes(16).toString('hex')}`

export async function startConnectWorld(): Promise<ConnectWorld> {
  const world = await startWorld({ listings: 2, reservations: 6, seed: 5 })
  const { app, simulator } = world
  const { services } = app
  const { hostaway } = services.connectors
  if (!hostaway) throw new Error('there is no connector of Hostaway')
  // Many tests connect one account: a quick machine would use up its limit.
  const unlimited = { ...hostaway, manifest: { ...hostaway.manifest, rateLimits: [] } }
  services.connectors = { ...services.connectors, hostaway: unlimited }
  return {
    ...world,
    async start(body = {}, options = {}) {
      const answer = await app.post('/v1/connect', { redirectUrl, ...body }, options)
      if (answer.status !== 201) throw new Error(`no session was made: ${answer.text}`)
      return answer.body as unknown as { sessionId: string; url: string; workspaceId?: string }
    },
    view: (sessionId) => app.get(`/v1/connect/sessions/${sessionId}`, { key: null }),
    send: (sessionId, credentials = simulator.credentials, provider = 'hostaway') =>
      app.post(`/v1/connect/${provider}/credentials`, { sessionId, credentials }, { key: null }),
    cancel: (sessionId, options = { key: null, headers: { 'x-connect-page': '1' } }) =>
      app.post(`/v1/connect/sessions/${sessionId}/cancel`, undefined, options),
    async resumeSession(fixUrl) {
      const { pathname, search } = new URL(fixUrl)
      const answer = await app.get(pathname + search, { key: null })
      if (answer.status !== 302)
        throw new Error(`the link was answered with ${answer.status}: ${answer.text}`)
      return new URL(answer.headers['location'] ?? '').pathname.split('/').at(-1) ?? ''
    },
  }
}

export async function sessionEvents(world: World, workspaceId: string) {
  const { rows } = await sql<{ data: string; account: unknown }>`
    select data, account from events
    where workspace_id = ${workspaceId} and type = 'connect.session.completed' order by sequence`.execute(
    world.app.db,
  )
  return rows.map(({ data, account }) => ({ account, data: JSON.parse(data) as Record<string, unknown> }))
}
