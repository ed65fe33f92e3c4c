/** What an app may ask for. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { hashApiKey } from '../../src/platform/crypto.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { errorOf, redirectUrl, startConnectWorld, type ConnectWorld } from './world.ts'

let world: ConnectWorld
before(async () => {
  world = await startConnectWorld()
})
after(() => world.close())

const create = (body: object, app: TestApp = world.app, key?: string) =>
  app.post('/v1/connect', body, key === undefined ? {} : { key })

async function refusedField(body: object, app?: TestApp): Promise<unknown> {
  const answer = await create(body, app)
  assert.equal(answer.status, 400, answer.text)
  assert.equal(errorOf(answer)['code'], 'invalid_body')
  return errorOf(answer)['field']
}

describe('the address to go back to', () => {
  test('is an https address of a host, without a user', async () => {
    const refused = [
      'javascript:alert(1)',
      'javascript://app.example.com/%0aalert(1)',
      'data:text/html,x',
      'http://app.example.com/',
      'http://169.254.169.254/',
      'ftp://app.example.com/',
      'myapp://done',
      '//app.example.com/x',
      '/connected',
      'https://user@app.example.com/',
      'https://user:pass@app.example.com/',
      'https://app.example.com@evil.example/',
      `https://app.example.com/${'x'.repeat(2000)}`,
      '',
    ]
    for (const given of refused)
      assert.equal(await refusedField({ redirectUrl: given }), 'redirectUrl', given)
    assert.equal(await refusedField({}), 'redirectUrl')
  })

  test('may be on this machine in development only', async () => {
    const local = [
      'http://localhost:3000/x',
      'http://127.0.0.1/',
      'http://[::1]:3000/',
      'http://a.localhost/',
    ]
    for (const given of local) assert.equal((await create({ redirectUrl: given })).status, 201, given)
    assert.equal(await refusedField({ redirectUrl: 'http://10.0.0.1/' }), 'redirectUrl')
    const strict = await startTestApp({ env: { ALLOW_PRIVATE_TARGETS: 'false' } })
    try {
      for (const given of local)
        assert.equal(await refusedField({ redirectUrl: given }, strict), 'redirectUrl')
      assert.equal((await create({ redirectUrl }, strict)).status, 201)
    } finally {
      await strict.close()
    }
  })

  test('cannot claim a result in advance', async () => {
    const { sessionId } = await world.start({
      redirectUrl: 'https://app.example.com/?status=connected&session=mine&error=&workspaceId=1&a=1#here',
    })
    const answer = await world.cancel(sessionId)
    const back = new URL(String(answer.body['returnUrl']))
    assert.deepEqual([...back.searchParams].toSorted(), [
      ['a', '1'],
      ['error', 'cancelled'],
      ['session', sessionId],
      ['status', 'cancelled'],
      ['workspaceId', world.app.workspace.id],
    ])
    assert.equal(back.hash, '#here')
  })
})

describe('what the page offers', () => {
  const offered = async (body: object) => {
    const { sessionId } = await world.start(body)
    const { providers } = (await world.view(sessionId)).body as unknown as { providers: { id: string }[] }
    return providers.map(({ id }) => id).toSorted()
  }

  test('are the allowed providers, under both names of the field', async () => {
    assert.deepEqual(await offered({ allowedProviders: ['mews', 'airbnb', 'hostaway'] }), [
      'hostaway',
      'mews',
    ])
    assert.deepEqual(await offered({ allowed_providers: ['mews'] }), ['mews'])
    const connectable = Object.values(world.services.connectors).filter(({ partnership }) => !partnership)
    assert.deepEqual(
      await offered({ allowedProviders: null }),
      connectable.map(({ manifest }) => manifest.id).sort(),
    )
    assert.equal(await refusedField({ redirectUrl, allowedProviders: [] }), 'allowedProviders')
    const both = { redirectUrl, allowedProviders: ['mews'], allowed_providers: ['guesty'] }
    assert.equal(await refusedField(both), 'allowed_providers')
  })

  test('none that can be connected here is an error', async () => {
    const answer = await create({ redirectUrl, allowedProviders: ['airbnb', 'nobody'] })
    assert.equal(answer.status, 409)
    const { code, field, value_received, valid_values } = errorOf(answer)
    assert.deepEqual(
      [code, field, value_received],
      ['provider_unavailable', 'allowedProviders', ['airbnb', 'nobody']],
    )
    assert.ok((valid_values as string[]).includes('mews'))
  })

  test('another provider is refused, when it is chosen and when credentials come', async () => {
    const { sessionId } = await world.start({ allowedProviders: ['mews'] })
    const select = (provider: string) =>
      world.app.post(`/v1/connect/sessions/${sessionId}/select-provider`, { provider }, { key: null })
    for (const answer of [await select('hostaway'), await select('nobody'), await world.send(sessionId)]) {
      assert.equal(answer.status, 400, answer.text)
      assert.equal(errorOf(answer)['code'], 'invalid_provider')
    }
    assert.equal(errorOf(await select('mew'))['did_you_mean'], 'mews')
    const misspelt = await world.app.post('/v1/connect/hostawy/credentials', { credentials: {} })
    assert.equal(errorOf(misspelt)['did_you_mean'], 'hostaway')
    assert.deepEqual((await select('mews')).body, {
      sessionId,
      provider: 'mews',
      pattern: 'credentials',
      nextUrl: `http://lodgewire.test/connect/${sessionId}`,
    })
    assert.equal((await world.view(sessionId)).body['provider'], 'mews')
    assert.deepEqual(await world.all('/v1/connect'), [])
  })
})

test('locale, copy and scope', async () => {
  const locale = async (given: unknown) => {
    const { sessionId } = await world.start({ locale: given })
    return (await world.view(sessionId)).body['locale']
  }
  assert.equal(await locale('fr'), 'fr')
  assert.equal(await locale('EN'), 'en')
  assert.equal(await locale('de'), null)
  assert.equal(await locale(null), null)
  assert.equal(await refusedField({ redirectUrl, copy: { footer: 'x' } }), 'copy.footer')
  assert.equal(await refusedField({ redirectUrl, copy: { title: 'x'.repeat(301) } }), 'copy.title')
  assert.equal(await refusedField({ redirectUrl, state: 'x'.repeat(501) }), 'state')
  assert.equal(await refusedField({ redirectUrl, scope: ['secrets'] }), 'scope[0]')
  assert.equal(await refusedField({ redirectUrl, reservationHistoryMonths: 61 }), 'reservationHistoryMonths')
})

describe('a migration', () => {
  const workspace = { name: 'Harbour homes', externalRef: 'crm-12' }

  for (const mode of ['live', 'sandbox'] as const) {
    test(`of a ${mode} key gets a workspace of its own, and the account is connected there`, async () => {
      const { app } = world
      const key = mode === 'live' ? app.liveKey : app.sandboxKey
      const made = await world.start({ purpose: 'migrate', workspace }, { key })
      const child = made.workspaceId ?? ''
      assert.equal(BigInt(child) >= 900_000_000n, mode === 'sandbox')
      const { rows } = await sql`
        select name, external_ref, plan, parent_id from workspaces where id = ${child}`.execute(app.db)
      const parent = mode === 'live' ? app.workspace.id : app.workspace.sandbox.workspaceId
      assert.deepEqual(rows, [
        { name: workspace.name, external_ref: 'crm-12', plan: 'custom', parent_id: parent },
      ])
      const madeUp = { accountId: 'sandbox', apiKey: 'sandbox' }
      const done = await world.send(made.sessionId, mode === 'live' ? undefined : madeUp)
      assert.equal(done.status, 200, done.text)
      const view = (await world.view(made.sessionId)).body
      assert.equal(new URL(String(view['returnUrl'])).searchParams.get('workspaceId'), child)
      const headers = { 'x-workspace-id': child }
      const inChild = await app.get('/v1/connect', { key, headers })
      assert.deepEqual(
        [...(inChild.body['data'] ?? [])].map((row) => String(row['id'])),
        [String(done.body['pmsConnectionId'])],
      )
      assert.deepEqual((await app.get('/v1/connect', { key })).body['data'], [])

      // Naming it connects to the same workspace again.
      const again = await app.post('/v1/connect', { redirectUrl, purpose: 'migrate' }, { key, headers })
      assert.equal(again.status, 201, again.text)
      assert.equal(again.body['workspaceId'], child)
    })
  }

  test('needs a name; other sessions take none', async () => {
    assert.equal(await refusedField({ redirectUrl, purpose: 'migrate' }), 'workspace')
    assert.equal(await refusedField({ redirectUrl, purpose: 'migrate', workspace: {} }), 'workspace.name')
    assert.equal(await refusedField({ redirectUrl, workspace }), 'workspace')
  })

  test('of a workspace that belongs to somebody else is not found', async () => {
    const other = await world.app.addWorkspace()
    const { workspaceId = '' } = await world.start({ purpose: 'migrate', workspace }, { key: other.liveKey })
    const answer = await world.app.post(
      '/v1/connect',
      { redirectUrl, purpose: 'migrate' },
      { headers: { 'x-workspace-id': workspaceId } },
    )
    assert.equal(answer.status, 404)
  })

  test('asked for twice with one Idempotency-Key makes one workspace', async () => {
    const ask = () =>
      world.app.post(
        '/v1/connect',
        { redirectUrl, purpose: 'migrate', workspace },
        { headers: { 'idempotency-key': 'migrate-once' } },
      )
    const [first, second] = [await ask(), await ask()]
    assert.equal(first.status, 201, first.text)
    assert.deepEqual(first.body, second.body)
  })
})

describe('POST /v1/connect/{provider}', () => {
  const post = (body: object, provider = 'hostaway') => world.app.post(`/v1/connect/${provider}`, body)

  test('signs in to the pages of no vendor, and says so', async () => {
    for (const name of ['vrbo-login', 'booking-extranet-login', 'booking_extranet'])
      for (const answer of [await post({ redirectUrl }, name), await world.app.get(`/v1/connect/${name}`)]) {
        assert.equal(answer.status, 501, answer.text)
        assert.equal(errorOf(answer)['code'], 'not_implemented')
        assert.match(String(errorOf(answer)['message']), /password of a person/)
      }
  })

  test('without credentials answers a session for that provider only', async () => {
    const answer = await post({ redirectUrl, state: 's', accessType: 'full_access' })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(Object.keys(answer.body).toSorted(), ['expiresAt', 'provider', 'sessionId', 'url'])
    const view = (await world.view(String(answer.body['sessionId']))).body as unknown as {
      provider: string
      providers: { id: string }[]
    }
    assert.equal(view.provider, 'hostaway')
    assert.deepEqual(
      view.providers.map(({ id }) => id),
      ['hostaway'],
    )
    assert.equal(errorOf(await post({}))['field'], 'redirectUrl')
    assert.equal(errorOf(await post({ redirectUrl: 'javascript:alert(1)' }))['field'], 'redirectUrl')
  })

  test('with credentials connects, as a block or beside the other fields', async () => {
    const { accountId, apiKey } = world.simulator.credentials
    const answer = await post({ credentials: world.simulator.credentials })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body['provider'], 'hostaway')
    assert.equal(answer.body['status'], 'active')
    const flat = await post({ clientId: accountId, clientSecret: apiKey, redirectUrl })
    assert.equal(flat.body['id'], answer.body['id'], flat.text)
    assert.equal((await post({ apiKey })).status, 400)
  })
})

describe('trouble with a provider', () => {
  const post = (body: object, provider = 'hostaway') => world.app.post(`/v1/connect/${provider}`, body)

  test('credentials it refuses, and a provider that cannot be reached', async () => {
    const wrong = { ...world.simulator.credentials, apiKey: 'wrong-key-123456' }
    const refused = await post({ credentials: wrong })
    assert.equal(refused.status, 401)
    assert.equal(errorOf(refused)['code'], 'invalid_credentials')
    const services = world.services as { config: object }
    const { config } = services
    services.config = { ...config, vendorBaseUrls: new Map([['hostaway', 'http://127.0.0.1:9']]) }
    const answer = await post({ credentials: world.simulator.credentials }).finally(() => {
      services.config = config
    })
    assert.equal(answer.status, 502)
    assert.equal(errorOf(answer)['code'], 'network_error')
  })

  test('one that is announced only can be shown, and neither chosen nor connected', async () => {
    const { connectors } = world.services
    const { hostaway } = connectors
    assert.ok(hostaway)
    const manifest = { ...hostaway.manifest, id: 'soon', status: 'coming-soon' as const }
    const { sessionId } = await world.start()
    world.services.connectors = { ...connectors, soon: { ...hostaway, manifest } }
    try {
      const chosen = await world.app.post(
        `/v1/connect/sessions/${sessionId}/select-provider`,
        { provider: 'soon' },
        { key: null },
      )
      const refused = [
        chosen,
        await post({ redirectUrl }, 'soon'),
        await post({ credentials: {} }, 'soon'),
        await world.send(sessionId, {}, 'soon'),
        await create({ redirectUrl, allowedProviders: ['soon'] }),
      ]
      for (const answer of refused) {
        assert.equal(answer.status, 409, answer.text)
        assert.equal(errorOf(answer)['code'], 'provider_unavailable')
      }
      const { body } = await world.app.get('/v1/connect/providers', { key: null })
      const row = [...(body['data'] ?? [])].find((entry) => String(entry['id']) === 'soon')
      assert.equal(row?.['migrationCapabilities'], null)
    } finally {
      world.services.connectors = connectors
    }
  })
})

test('the catalogue is public, says what moves, and names no credentials', async () => {
  const answer = await world.app.get('/v1/connect/providers', { key: null })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.headers['cache-control'], 'public, max-age=300')
  const rows = answer.body['data'] as unknown as Record<string, unknown>[]
  assert.deepEqual(
    rows.map(({ id }) => id),
    Object.keys(world.services.connectors).sort(),
  )
  const levels = async () => {
    const { body } = await world.app.get('/v1/connect/providers', { key: null })
    const row = [...(body['data'] ?? [])].find((entry) => String(entry['id']) === 'hostaway')
    const { read, write } = row?.['migrationCapabilities'] as unknown as Record<
      'read' | 'write',
      Record<string, { level: string }>
    >
    return [read?.['reservations'], read?.['conversations'], write?.['reservations']].map((one) => one?.level)
  }
  const { connectors } = world.services
  const { hostaway } = connectors
  assert.ok(hostaway)
  const { probe, reservations, conversations } = hostaway.operations
  assert.ok(reservations && conversations)
  assert.deepEqual((await levels()).slice(0, 2), ['full', 'full'])
  try {
    const operations = { probe, conversations }
    world.services.connectors = { ...connectors, hostaway: { ...hostaway, operations } }
    assert.deepEqual(await levels(), ['none', 'partial', 'none'])
  } finally {
    world.services.connectors = connectors
  }
  assert.ok(!answer.text.includes('apiKey'))
})

test('listings to choose from: active ones of the workspace, by name', async () => {
  await world.startWorker()
  const { sessionId } = await world.start()
  await world.settle()
  await sql`
    update connect_sessions set state = 'awaiting_room_mapping', provider = 'booking'
    where workspace_id = ${world.app.workspace.id} and id_hash = ${hashApiKey(sessionId)}`.execute(
    world.app.db,
  )
  const options = (query: string) =>
    world.app.get(`/v1/connect/sessions/${sessionId}/listing-options${query}`, { key: null })
  const all = await options('')
  assert.equal(all.status, 200, all.text)
  const listings = await world.all<{ id: string; name: string }>('/v1/listings')
  assert.ok(listings.length > 1)
  assert.equal(all.body['total'], listings.length)
  assert.equal(typeof all.body['data']?.[0]?.['id'], 'number')
  const one = await options('?limit=1')
  assert.equal([...(one.body['data'] ?? [])].length, 1)
  assert.equal(one.body['total'], listings.length)
  const found = await options(`?q=${encodeURIComponent((listings[0]?.name ?? '').toUpperCase())}`)
  assert.ok([...(found.body['data'] ?? [])].some((row) => String(row['id']) === listings[0]?.id))
  assert.deepEqual((await options('?q=%25')).body['data'], [])
  assert.equal((await options('?limit=51')).status, 422)
})
