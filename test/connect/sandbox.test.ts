/** In a sandbox the whole way of connecting can be walked, and no vendor hears of it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { routes } from '../../src/features/routes.ts'
import type { Connector } from '../../src/connector-kit/connector.ts'
import { errorOf, redirectUrl, sessionEvents, startConnectWorld, type ConnectWorld } from './world.ts'

let world: ConnectWorld
/** What was asked of a vendor; every connector of the server writes it down. */
const heard: string[] = []
const madeUpKeys = { accountId: 'sandbox', apiKey: 'sandbox' }

/** The connector, with every operation and the way to sign in writing down that somebody came. */
function listening(connector: Connector): Connector {
  const ears = (value: unknown, name: string): unknown => {
    if (typeof value === 'function') {
      return (...given: unknown[]) => {
        heard.push(`${connector.manifest.id} ${name}`)
        return (value as (...all: unknown[]) => unknown)(...given)
      }
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, ears(part, `${name}.${key}`)]))
  }
  return {
    ...connector,
    auth: ears(connector.auth, 'auth') as Connector['auth'],
    operations: ears(connector.operations, 'operations') as Connector['operations'],
  }
}

before(async () => {
  world = await startConnectWorld()
  const { services } = world
  services.connectors = Object.fromEntries(
    Object.entries(services.connectors).map(([id, connector]) => [id, listening(connector)]),
  )
  await world.startWorker()
})
after(() => world.close())

const sandbox = () => ({ key: world.app.sandboxKey })

test('a session is finished with a made-up account, imported, told and readable', async () => {
  const { app } = world
  const { sessionId } = await world.start({ state: 'try' }, sandbox())
  const page = (await world.view(sessionId)).body as unknown as {
    providers: { id: string; form: { help: { en: string; fr: string } }[] }[]
  }
  assert.ok(page.providers.length >= 9)
  assert.match(page.providers[0]?.form[0]?.help.en ?? '', /sandbox/)
  const done = await world.send(sessionId, madeUpKeys)
  assert.equal(done.status, 200, done.text)
  await world.settle()
  const shown = (await world.view(sessionId)).body as unknown as Record<string, unknown>
  assert.equal(shown['status'], 'completed')
  assert.equal((shown['import'] as { status: string }).status, 'completed', JSON.stringify(shown['import']))
  assert.equal(new URL(String(shown['returnUrl'])).searchParams.get('status'), 'connected')
  const [event] = await sessionEvents(world, app.workspace.sandbox.workspaceId)
  assert.equal(event?.data['state'], 'try')
  for (const path of ['listings', 'reservations', 'conversations', 'reviews', 'guests']) {
    const answer = await app.get(`/v1/${path}`, sandbox())
    assert.equal(answer.status, 200, answer.text)
    assert.ok([...(answer.body['data'] ?? [])].length > 0, path)
  }
  assert.equal((await app.get('/v1/connect/hostaway', sandbox())).body['connected'], true)
  assert.deepEqual(heard, [])
})

test('what may be real credentials is refused and goes nowhere', async () => {
  const { app, simulator } = world
  const { credentials } = simulator
  const { sessionId } = await world.start({}, sandbox())
  for (const answer of [
    await world.send(sessionId),
    await app.post('/v1/connect/hostaway/credentials', { credentials }, sandbox()),
    await app.post('/v1/connect/hostaway', { redirectUrl, credentials }, sandbox()),
    await app.post(
      '/v1/connect/hostaway/credentials',
      { credentials: { ...madeUpKeys, apiKey: credentials['apiKey'] } },
      sandbox(),
    ),
  ]) {
    assert.equal(answer.status, 403, answer.text)
    assert.equal(errorOf(answer)['code'], 'forbidden')
    assert.match(String(errorOf(answer)['fix']), /sandbox/)
    assert.ok(!answer.text.includes(String(credentials['apiKey'])))
  }
  assert.equal((await world.view(sessionId)).body['status'], 'pending')
  assert.deepEqual(heard, [])
})

test('every provider can be connected in a sandbox, and every route leaves the vendors alone', async () => {
  const { app, services } = world
  for (const [id, connector] of Object.entries(services.connectors)) {
    // Its made-up account is among the fixtures.
    if (connector.partnership) continue
    const values = connector.manifest.credentials.map(({ key, choices }) => {
      const isList =
        (connector.credentials as { properties?: Record<string, { type?: string }> }).properties?.[key]
          ?.type === 'array'
      return [key, choices?.[0]?.value ?? (isList ? ['sandbox'] : 'sandbox')] as const
    })
    const body = { credentials: Object.fromEntries(values) }
    const answer = await app.post(`/v1/connect/${id}/credentials`, body, sandbox())
    assert.equal(answer.status, 200, `${id}: ${answer.text}`)
  }
  await world.settle()
  await app.post('/v1/sandbox/seed', undefined, sandbox())
  for (const provider of ['airbnb', 'booking']) {
    const answer = await app.get(`/v1/connect/${provider}`, sandbox())
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body['connected'], true)
    assert.notEqual((await app.get(`/v1/connect/${provider}`)).body['connected'], true)
  }
  const first = async (path: string) =>
    String((await app.get(`/v1/${path}`, sandbox())).body['data']?.[0]?.['id'] ?? '1')
  const ids: Record<string, string> = { provider: 'hostaway', eventType: 'repull.ping', key: 'none' }
  for (const [name, path] of Object.entries({
    listings: 'listings',
    reservations: 'reservations',
    guests: 'guests',
    conversations: 'conversations',
    reviews: 'reviews',
    connections: 'connect',
  })) {
    ids[name] = await first(path)
  }
  for (const route of routes.filter(({ auth, sandboxOnly }) => auth !== 'none' && !sandboxOnly)) {
    const parts = route.url.split('/')
    const url = parts
      .map((part, place) =>
        part.startsWith(':')
          ? (ids[part.slice(1)] ?? ids[parts[place - 1] ?? ''] ?? ids['listings'] ?? '1')
          : part,
      )
      .join('/')
    const [listingId] = [ids['listings']]
    const day = '2030-03-01'
    const body =
      route.method === 'GET'
        ? {}
        : {
            body: {
              ...('properties' in (route.body ?? {})
                ? Object.fromEntries(
                    Object.entries({
                      listingId,
                      checkIn: day,
                      checkOut: '2030-03-05',
                      message: 'Hello',
                      reason: 'other',
                      dates: [day],
                      available: false,
                      propertyIds: [listingId],
                      title: 'New',
                      firstName: 'Ida',
                      provider: 'hostaway',
                      credentials: madeUpKeys,
                    }).filter(([name]) => name in ((route.body as { properties: object }).properties ?? {})),
                  )
                : {}),
            },
          }
    const answer = await app.call(route.method, url, { ...sandbox(), ...body })
    assert.notEqual(answer.status, 500, `${route.id}: ${answer.text}`)
  }
  await world.settle()
  assert.deepEqual(heard, [])
})
