/** Errors that need a state of their own; the simulator plays the provider. */
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import type { RunningSimulator } from '../../simulators/index.ts'
import type { TestAnswer } from '../harness/app.ts'
import { assertEnvelope, routes, type AnyRoute, type ScenarioRequest, type World } from './world.ts'

const routeOf = (id: string): AnyRoute => {
  const route = routes.find((known) => known.id === id)
  if (!route) throw new Error(`there is no route ${id} any more`)
  return route
}

export function scenarios({ ask, own, t }: World, simulator: RunningSimulator): void {
  const connect = (body: object, provider = 'hostaway') =>
    ask(routeOf('connectWithCredentials'), { provider, call: { body } })
  const disconnect = (request: ScenarioRequest) => ask(routeOf('disconnectProvider'), request)
  const good = { credentials: simulator.credentials }

  async function withFault(fault: object, request: () => Promise<TestAnswer>): Promise<TestAnswer> {
    const control = (init: RequestInit) => fetch(`${simulator.url}/_control/faults`, init)
    await control({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    })
    try {
      return await request()
    } finally {
      await control({ method: 'DELETE' })
    }
  }

  describe('errors with a state of their own', () => {
    it('invalid_credentials: the provider refuses them', async () => {
      // Other credentials of the same form.
      const wrong = Object.fromEntries(
        Object.entries(simulator.credentials).map(([key, value]) => [
          key,
          value.slice(0, -1) + (value.endsWith('1') ? '2' : '1'),
        ]),
      )
      assertEnvelope(await connect({ credentials: wrong }), 401, 'invalid_credentials', 'wrong credentials')
    })

    it('network_error: the provider does not answer as it should', async () => {
      const answer = await withFault({ kind: 'malformed', count: 1000 }, () => connect(good))
      assertEnvelope(answer, 502, 'network_error', 'a provider that sends rubbish')
    })

    it('not_found: a connect session that was never made', async () => {
      const answer = await connect({ ...good, sessionId: 'no-such-session' })
      assertEnvelope(answer, 404, 'not_found', 'an unknown session')
    })

    it('provider_unavailable: a provider that is announced only', async () => {
      const { services } = t
      const [first] = Object.values(services.connectors)
      if (!first) throw new Error('there is no connector')
      const manifest = { ...first.manifest, id: 'soon', status: 'coming-soon' as const }
      const before = services.connectors
      services.connectors = { ...before, soon: { ...first, manifest } }
      const answer = await connect({ credentials: {} }, 'soon').finally(() => {
        services.connectors = before
      })
      assertEnvelope(answer, 409, 'provider_unavailable', 'an announced provider')
    })

    it('invalid_params, not_found: which of several accounts to disconnect', async () => {
      assertEnvelope(await disconnect({}), 422, 'invalid_params', 'without an account')
      const unknown = await disconnect({ query: { accountId: 'no-such-account' } })
      assertEnvelope(unknown, 404, 'not_found', 'an unknown account')
    })

    it('invalid_params, not_found, no_connection: whose switches are meant', async () => {
      const { liveKey } = await t.addWorkspace()
      for (const id of ['getWritePolicy', 'updateWritePolicy']) {
        const route = routeOf(id)
        const body = route.body ? { body: {} } : {}
        const policy = (accountId: string, call = {}) =>
          ask(route, { query: { accountId }, call: { ...body, ...call } })
        assertEnvelope(await policy(''), 400, 'invalid_params', 'an empty account')
        assertEnvelope(await policy('no-such-account'), 404, 'not_found', 'an unknown account')
        assertEnvelope(await policy('1', { key: liveKey }), 404, 'no_connection', 'an empty workspace')
        const unnamed = await t.call(route.method, '/v1/connect/hostaway/write-policy', body)
        assertEnvelope(unnamed, 422, 'invalid_params', 'without an account')
      }
    })

    it('no_connection: an account that is cut is not compared', async () => {
      const id = own.active.connection.at(-1) ?? ''
      const setStatus = (status: string) =>
        sql`update connections set status = ${status} where workspace_id = ${own.id} and id = ${id}`.execute(
          t.db,
        )
      await setStatus('disconnected')
      const answer = await ask(routeOf('startReconciliation'), { ids: () => id }).finally(() =>
        setStatus('active'),
      )
      assertEnvelope(answer, 404, 'no_connection', 'an account that is cut')
    })

    it('no_connection: nothing to disconnect', async () => {
      const { liveKey } = await t.addWorkspace()
      assertEnvelope(await disconnect({ call: { key: liveKey } }), 404, 'no_connection', 'an empty workspace')
    })
  })
}
