/** Schemas for answers: how they are made and changed, whose they are, and which answers they hold for. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { routes } from '../../src/features/routes.ts'
import { startTestApp, type TestAnswer, type TestApp, type TestWorkspace } from '../harness/app.ts'
import { fillWorkspace, type Filled } from '../harness/fixtures.ts'

let app: TestApp
let filled: Filled
before(async () => {
  app = await startTestApp({ env: { BURST_LIMIT: '1000000' } })
  filled = await fillWorkspace(app.db, app.scope)
})
after(() => app.close())

const codeOf = ({ status, body }: TestAnswer) => `${status} ${String(body['error']?.['code'])}`
/** An answer that is a list. */
type Page = Record<'data', Record<string, unknown>[]> & Record<string, unknown>

let counter = 0
const newName = () => `shape-${(counter += 1)}`

const create = (body: object, key = app.liveKey) => app.post('/v1/schema/custom', body, { key })

async function made(
  mappings: Record<string, string>,
  { name = newName(), key = app.liveKey } = {},
): Promise<{ id: string; name: string }> {
  const answer = await create({ name, mappings }, key)
  assert.equal(answer.status, 201, answer.text)
  return { id: String(answer.body['id']), name }
}

const patch = (id: string, body: object) => app.call('PATCH', `/v1/schema/custom/${id}`, { body })
const shaped = (url: string, name: string, key = app.liveKey) =>
  app.get(url, { key, headers: { 'x-schema': name } })

const reservation = () => `/v1/reservations/${filled.active.reservation[0] ?? ''}`

describe('a schema', () => {
  it('is made with the answer of the interface, and read, listed, changed and deleted', async () => {
    const name = newName()
    const mappings = { zeta: 'id', alpha: "confirmationCode + '!'" }
    const answer = await create({ name, mappings, description: 'For us.' })
    assert.equal(answer.status, 201, answer.text)
    const { id, ...rest } = answer.body as unknown as Record<string, unknown>
    assert.match(String(id), /^[0-9a-f-]{36}$/)
    const createdAt = app.clock.now().toISOString()
    assert.deepEqual(rest, {
      name,
      description: 'For us.',
      mappings,
      usage: `Set header: X-Schema: ${name}`,
      createdAt,
    })
    const row = { id, name, description: 'For us.', mappings, active: true, createdAt }
    const url = `/v1/schema/custom/${String(id)}`
    assert.deepEqual((await app.get(url)).body, row)
    assert.deepEqual(Object.keys((await app.get(url)).body['mappings'] ?? {}), ['zeta', 'alpha'])
    assert.deepEqual((await patch(String(id), { active: false, description: null })).body, {
      ...row,
      active: false,
      description: null,
    })
    const listed = await app.get('/v1/schema/custom?limit=100')
    assert.ok([...(listed.body['data'] ?? [])].some((one) => String(one['id']) === id && !one['active']))
    assert.deepEqual((await app.delete(url)).body, { deleted: true })
    for (const gone of [app.get(url), app.delete(url), patch(String(id), { active: true })]) {
      assert.equal(codeOf(await gone), '404 not_found')
    }
    // Its name is free again.
    assert.equal((await create({ name, mappings })).status, 201)
  })

  it('keeps its name', async () => {
    const { id } = await made({ a: 'id' })
    const answer = await patch(id, { name: 'other-name' })
    assert.equal(codeOf(answer), '400 invalid_body')
    assert.equal(answer.body['error']?.['field'], 'name')
  })

  it('has a name of its own in the workspace', async () => {
    const { name } = await made({ a: 'id' })
    const again = await create({ name, mappings: { a: 'id' } })
    assert.equal(codeOf(again), '422 schema_name_taken')
    assert.deepEqual(
      [again.body['error']?.['field'], again.body['error']?.['value_received']],
      ['name', name],
    )
    for (const builtIn of ['native', 'calry', 'calry-v1']) {
      assert.equal(codeOf(await create({ name: builtIn, mappings: { a: 'id' } })), '422 schema_name_taken')
    }
    const both = await Promise.all([1, 2, 3].map(() => create({ name: 'raced', mappings: { a: 'id' } })))
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 422, 422])
  })

  it('is called by 3 to 100 lower case letters, digits and hyphens', async () => {
    for (const name of ['abc', '0-0', 'x'.repeat(100)]) {
      assert.equal((await create({ name, mappings: { a: 'id' } })).status, 201, name)
    }
    for (const name of ['ab', 'x'.repeat(101), '-abc', 'abc-', 'Abc', 'a_c', 'a c', 'äbc', 'abc\n', '']) {
      const answer = await create({ name, mappings: { a: 'id' } })
      assert.equal(codeOf(answer), '400 invalid_body', name)
      assert.equal(answer.body['error']?.['field'], 'name')
    }
  })

  it('has 1 to 50 mappings of a limited size', async () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'id']))
    const sized = { ['k'.repeat(100)]: `'${'x'.repeat(498)}'` }
    for (const mappings of [many(50), sized]) await made(mappings)
    for (const mappings of [many(51), {}, { a: '' }, { a: `'${'x'.repeat(499)}'` }, { a: 1 }, [], 'id']) {
      const answer = await create({ name: newName(), mappings })
      assert.equal(codeOf(answer), '400 invalid_body', JSON.stringify(mappings).slice(0, 50))
      assert.match(String(answer.body['error']?.['field']), /^mappings/)
    }
    const { body } = await create({ name: newName(), mappings: many(51) })
    assert.equal(body['error']?.['message'], '`mappings` must have at most 50 fields.')
    for (const key of ['k'.repeat(101), '', 'a\nb', 'prototype']) {
      const answer = await create({ name: newName(), mappings: { [key]: 'id' } })
      assert.equal(codeOf(answer), '422 invalid_expression', key)
    }
  })

  it('is refused with the mapping, the place and the way out', async () => {
    const { id } = await made({ a: 'id' })
    const mappings = { good: 'id', guest: 'primaryGuest.firstName(1)' }
    for (const answer of [await create({ name: newName(), mappings }), await patch(id, { mappings })]) {
      assert.equal(codeOf(answer), '422 invalid_expression')
      const { field, position, fix, message } = answer.body['error'] as unknown as Record<string, unknown>
      assert.deepEqual([field, position], ['mappings.guest', 23])
      assert.match(String(fix), /operator/)
      assert.match(String(message), /`guest`.*character 23.*no functions/)
    }
    assert.deepEqual((await app.get(`/v1/schema/custom/${id}`)).body['mappings'], { a: 'id' })
  })

  it('is one of a hundred at most', async () => {
    const other = await app.addWorkspace()
    await sql`
      insert into response_schemas (workspace_id, id, name, mappings, created_at, updated_at)
      select ${other.id}, gen_random_uuid(), 'many-' || n, '{"a":"id"}', now(), now()
      from generate_series(1, 99) n`.execute(app.db)
    const answers = await Promise.all(
      [1, 2].map((n) => create({ name: `last-${n}`, mappings: { a: 'id' } }, other.liveKey)),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 422])
    const refused = answers.find(({ status }) => status === 422)
    assert.ok(refused)
    assert.equal(codeOf(refused), '422 too_many_schemas')
    assert.deepEqual([refused.body['error']?.['limit'], refused.body['error']?.['used']], [100, 100])
  })

  it('belongs to a workspace: others, the sandbox and children have their own', async () => {
    const { id, name } = await made({ ours: 'id' })
    const other = await app.addWorkspace()
    const child = await app.addWorkspace({ parentId: app.workspace.id })
    await fillWorkspace(app.db, app.workspace.sandbox)
    const strangers: { key: string; headers?: Record<string, string> }[] = [
      { key: other.liveKey },
      { key: app.sandboxKey },
      { key: app.liveKey, headers: { 'x-workspace-id': child.id } },
    ]
    for (const call of strangers) {
      assert.equal(codeOf(await app.get(`/v1/schema/custom/${id}`, call)), '404 not_found')
      assert.equal(codeOf(await app.delete(`/v1/schema/custom/${id}`, call)), '404 not_found')
      const body = { active: false }
      assert.equal(
        codeOf(await app.call('PATCH', `/v1/schema/custom/${id}`, { ...call, body })),
        '404 not_found',
      )
      const { data } = (await app.get('/v1/schema/custom?limit=100', call)).body
      assert.ok(![...(data ?? [])].some((row) => String(row['id']) === id))
    }
    const foreign = await shaped('/v1/reservations', name, app.sandboxKey)
    assert.equal(foreign.headers['x-schema'], 'native')
    assert.equal(foreign.text, (await app.get('/v1/reservations', { key: app.sandboxKey })).text)
    await made({ theirs: 'id' }, { name, key: app.sandboxKey })
    const rows = (await shaped('/v1/reservations', name, app.sandboxKey)).body['data']
    assert.deepEqual(Object.keys(rows?.[0] ?? {}), ['theirs'])
  })

  it('stays when the sandbox is emptied', async () => {
    const { id } = await made({ a: 'id' }, { key: app.sandboxKey })
    assert.equal((await app.post('/v1/sandbox/reset', undefined, { key: app.sandboxKey })).status, 200)
    assert.equal((await app.get(`/v1/schema/custom/${id}`, { key: app.sandboxKey })).status, 200)
  })
})

describe('X-Schema', () => {
  it('maps a reservation, names that follow from others among them', async () => {
    const native = (await app.get(reservation())).body
    const { name } = await made({
      reference: 'confirmationCode',
      guest: "primaryGuest.firstName + ' ' + primaryGuest.lastName",
      nights: 'nights',
      propertyId: 'propertyId',
      perNight: 'financials.totalPrice / nights',
      account: 'account',
      missing: 'nowhere.to.be.found',
    })
    const answer = await shaped(reservation(), name)
    const { primaryGuest, financials, checkIn, checkOut } = native as unknown as {
      primaryGuest?: { firstName: string | null; lastName: string | null }
      financials?: { totalPrice: number | null }
      checkIn: string
      checkOut: string
    }
    const nights = (Date.parse(checkOut) - Date.parse(checkIn)) / 86_400_000
    assert.ok(nights > 0)
    assert.deepEqual(answer.body, {
      reference: native['confirmationCode'],
      guest: `${primaryGuest?.firstName ?? ''} ${primaryGuest?.lastName ?? ''}`,
      nights,
      propertyId: native['listingId'],
      perNight: financials?.totalPrice == null ? null : Number((financials.totalPrice / nights).toFixed(12)),
      account: native['account'] ?? null,
      missing: null,
    })
    assert.equal(answer.headers['x-schema'], name)
  })

  it('maps each row of a list and leaves the envelope as it is', async () => {
    const { name } = await made({ ref: 'id' })
    const native = (await app.get('/v1/reservations?limit=3')).body as unknown as Page
    const page = (await shaped('/v1/reservations?limit=3', name)).body as unknown as Page
    const { data, ...envelope } = page
    const { data: rows, ...nativeEnvelope } = native
    assert.deepEqual(
      data,
      rows.map((row) => ({ ref: row['id'] })),
    )
    assert.deepEqual(envelope, nativeEnvelope)
  })

  it('means native when the name is unknown, not active, deleted or none', async () => {
    const off = await made({ ref: 'id' })
    const gone = await made({ ref: 'id' })
    await shaped(reservation(), off.name)
    await shaped(reservation(), gone.name)
    await patch(off.id, { active: false })
    await app.delete(`/v1/schema/custom/${gone.id}`)
    const native = await app.get(reservation())
    const names = [off.name, gone.name, 'native', 'unknown', '', 'ÄÖ', '__proto__', 'constructor']
    for (const name of [...names, 'x'.repeat(5000), `${off.name}, native`, "'; drop table x; --"]) {
      const answer = await shaped(reservation(), name)
      assert.equal(answer.text, native.text, name.slice(0, 30))
      assert.equal(answer.headers['x-schema'], 'native')
    }
    await patch(off.id, { active: true })
    assert.deepEqual(Object.keys((await shaped(reservation(), off.name)).body), ['ref'])
  })

  it('follows a change at once, in another process as well', async () => {
    const { createHttpServer } = await import('../../src/features/http-server.ts')
    const { app: second } = await createHttpServer(app.services)
    const there = async (name: string) =>
      (
        await second.inject({
          url: reservation(),
          headers: { authorization: `Bearer ${app.liveKey}`, 'x-schema': name },
        })
      ).body
    const { id, name } = await made({ first: '1' })
    assert.equal(await there(name), '{"first":1}')
    await patch(id, { mappings: { second: '2' } })
    assert.equal(await there(name), '{"second":2}')
    assert.equal((await shaped(reservation(), name)).text, '{"second":2}')
    await app.delete(`/v1/schema/custom/${id}`)
    await made({ third: '3' }, { name })
    assert.equal(await there(name), '{"third":3}')
    await second.close()
  })

  it('is no way around an error', async () => {
    const { name } = await made({ a: 'id' })
    for (const url of ['/v1/reservations/123456789', '/v1/reservations?surprise=1']) {
      const [with_, without] = [await shaped(url, name), await app.get(url)]
      assert.equal(codeOf(with_), codeOf(without))
      assert.equal(with_.headers['x-schema'], undefined)
    }
  })

  it('keeps a record within its size, and answers in time', async () => {
    const wide = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [`k${at}`, Array(30).fill('content').join(' + ')]),
    )
    const copies = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`k${at}`, 'content']))
    const { compileMappings } = await import('../../src/features/extras/schemas/rules.ts')
    for (const content of ['x'.repeat(5_000), 'é'.repeat(600), { deep: 'y'.repeat(60_000) }]) {
      for (const mappings of [wide, copies]) {
        const text = compileMappings(mappings)({ content }, new Map())
        const made_ = JSON.parse(text) as Record<string, unknown>
        assert.equal(Object.keys(made_).length, 50)
        assert.ok(Buffer.byteLength(text) < 128 * 1024 + 50 * 20, String(text.length))
      }
    }
  })
})

const ids = (): Record<string, string | undefined> =>
  Object.fromEntries(
    (['reservation', 'guest', 'conversation', 'review', 'listing'] as const).map((kind) => [
      kind,
      filled.active[kind][0],
    ]),
  )

const pathOf = (url: string) => {
  const [kind] = /(reservation|guest|conversation|review|listing)/.exec(url) ?? ['listing']
  return url.replace(':id', ids()[kind] ?? '')
}

describe('the reads that take X-Schema', () => {
  const expected = [
    '/v1/conversations',
    '/v1/conversations/:id',
    '/v1/conversations/:id/messages',
    '/v1/guests',
    '/v1/guests/:id',
    '/v1/listings',
    '/v1/listings/:id',
    '/v1/properties',
    '/v1/properties/:id',
    '/v1/reservations',
    '/v1/reservations/:id',
    '/v1/reviews',
    '/v1/reviews/:id',
  ]

  it('are the lists and single reads of seven kinds of records', () => {
    assert.deepEqual(routes.flatMap(({ shaped: kind, url }) => (kind ? [url] : [])).toSorted(), expected)
    assert.ok(routes.every(({ shaped: kind, method }) => !kind || method === 'GET'))
  })

  for (const url of expected) {
    it(`${url} answers in a schema of the caller, in the built-in one, and natively`, async () => {
      const { name } = await made({ ref: 'id', copy: 'updatedAt', sum: '1 + 0.5' })
      const native = await app.get(pathOf(url))
      assert.equal(native.status, 200, native.text)
      const rowsOf = ({ body }: TestAnswer) => (body['pagination'] ? [...(body['data'] ?? [])] : [body])
      assert.ok(rowsOf(native).length > 0)
      assert.deepEqual(
        rowsOf(await shaped(pathOf(url), name)),
        rowsOf(native).map((row) => ({ ref: row['id'] ?? null, copy: row['updatedAt'] ?? null, sum: 1.5 })),
      )
      const calry = await shaped(pathOf(url), 'calry')
      assert.equal((await shaped(pathOf(url), 'calry-v1')).text, calry.text)
      assert.equal(calry.headers['x-schema'], 'calry')
      for (const row of rowsOf(calry)) for (const key of Object.keys(row)) assert.match(key, /^[a-z0-9_]+$/)
      assert.deepEqual(rowsOf(calry).map(valuesOf), rowsOf(native).map(valuesOf))
      // Each answer is of one shape, and caches are told what it hangs on.
      for (const answer of [native, calry]) assert.equal(answer.headers['vary'], 'X-Schema')
      assert.equal((await shaped(pathOf(url), 'native')).text, native.text)
    })
  }

  const valuesOf = (row: TestAnswer['body']) =>
    JSON.stringify(row, (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.values(value) : value,
    )
})

describe('every other read', () => {
  it('takes no notice of X-Schema', async () => {
    const own: TestWorkspace = app.workspace
    const { name } = await made({ ref: 'id' })
    const plain = routes.filter(
      ({ method, url, shaped: kind, hidden, auth, form }) =>
        method === 'GET' && !kind && !hidden && auth !== 'none' && !form && !url.includes('/channels/'),
    )
    assert.ok(plain.length > 20)
    let compared = 0
    for (const { url } of plain) {
      const path = pathOf(url).replaceAll(/:\w+/g, () => randomUUID())
      const native = await app.get(path, { key: own.liveKey })
      const answer = await shaped(path, name)
      const text = ({ text: whole }: TestAnswer) => whole.replaceAll(/"request_id":"[^"]+"/g, '')
      // What counts requests counts these.
      if (!/usage|requests/.test(url)) assert.equal(text(answer), text(native), url)
      assert.equal(answer.status, native.status)
      assert.equal(answer.headers['x-schema'], undefined, url)
      if (native.status === 200) compared += 1
    }
    assert.ok(compared > 10, `${compared} answered`)
  })
})
