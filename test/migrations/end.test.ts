/** The end of a migration: cutover and deactivation, twice as well, and what can be read afterwards. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { routes } from '../../src/features/routes.ts'
import { errorOf, redirectUrl } from '../connect/world.ts'
import { exported } from './lines.ts'
import { startMigrationWorld, type MigrationWorld, type ShownMigration } from './world.ts'

let world: MigrationWorld
before(async () => {
  world = await startMigrationWorld()
  await world.startWorker()
})
after(() => world.close())

const cutover = (id: string) => world.app.post(`/v1/migrations/${id}/cutover`)
const end = (id: string) => world.app.delete(`/v1/migrations/${id}`)
async function imported(): Promise<string> {
  const id = await world.moved()
  await world.settle()
  return id
}
async function secretsOf(id: string): Promise<unknown> {
  const { rows } = await sql`
    select status, credentials, session, inbound, import_wanted from connections where workspace_id = ${id}`.execute(
    world.app.db,
  )
  return rows
}
const wiped = {
  status: 'disconnected',
  credentials: null,
  session: null,
  inbound: null,
  import_wanted: null,
}
async function kinds(id: string): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from events where workspace_id = ${id} and (type like 'migration.%' or type like 'account.%')
    order by sequence`.execute(world.app.db)
  return rows.map(({ type }) => type)
}

/** Every list and what is in it, as the parent reads it. */
async function readable(id: string): Promise<Record<string, number>> {
  const lists = ['listings', 'reservations', 'guests', 'conversations']
  const totals = await Promise.all(
    lists.map(async (name) => {
      const answer = await world.app.get(`/v1/${name}?limit=100`, world.inChild(id))
      assert.equal(answer.status, 200, answer.text)
      for (const row of [...(answer.body['data'] ?? [])].slice(0, 2)) {
        const one = await world.app.get(`/v1/${name}/${String(row['id'])}`, world.inChild(id))
        assert.equal(one.status, 200, one.text)
      }
      return [name, Number(answer.body['pagination']?.['total'])] as const
    }),
  )
  return Object.fromEntries(totals)
}

describe('cutover', () => {
  test('disconnects the source for good, and everything stays readable', async () => {
    const id = await imported()
    const before = await readable(id)
    assert.ok(Object.values(before).every((total) => total > 0))
    const answer = await cutover(id)
    assert.equal(answer.status, 200, answer.text)
    const data = answer.body['data'] as unknown as ShownMigration & { disconnectedConnections: number }
    assert.equal(data.state, 'cut_over')
    assert.equal(data.disconnectedConnections, 1)
    assert.ok(data.cutoverAt)
    assert.deepEqual(await secretsOf(id), [wiped])
    assert.deepEqual(await readable(id), before)
    assert.deepEqual(await kinds(id), ['account.created', 'migration.completed', 'account.disconnected'])

    const again = await cutover(id)
    assert.equal(again.status, 200, again.text)
    const second = again.body['data'] as unknown as ShownMigration & { disconnectedConnections: number }
    assert.deepEqual(second, { ...data, disconnectedConnections: 0 })

    const calls = world.simulator.calls.list().length
    await world.pass(90_000)
    assert.equal(world.simulator.calls.list().length, calls)
    assert.deepEqual(await readable(id), before)
    const late = await world.app.post(`/v1/migrations/${id}/import`)
    assert.equal(late.status, 409, late.text)
    assert.equal(errorOf(late)['currentStatus'], 'cut_over')
  })

  test('leaves no way in: nobody is sent to a page that could not connect', async () => {
    const id = await imported()
    const answer = await cutover(id)
    const { sources } = answer.body['data'] as unknown as { sources: { message: string }[] }
    assert.deepEqual(
      sources.map(({ message }) => message),
      ['Nothing is kept that opens it, and no account can be connected to the workspace any more.'],
    )
    for (const [path, body] of [
      ['/v1/connect', {}],
      ['/v1/connect', { purpose: 'migrate' }],
      ['/v1/connect/hostaway', {}],
    ] as const) {
      const refused = await world.app.post(
        path,
        { redirectUrl: 'https://app.example.com/back', ...body },
        { headers: { 'x-workspace-id': id } },
      )
      assert.equal(refused.status, 409, `${path} ${refused.text}`)
      assert.equal(errorOf(refused)['currentStatus'], 'cut_over')
    }
  })

  test('what was booked, changed and cancelled a moment before is here, though nobody had read it', async () => {
    const id = await imported()
    await world.stopWorker()
    try {
      const before = await readable(id)
      const made = world.simulator.operations.createReservation({}) as { id: number }
      world.simulator.operations.createReservation({})
      world.simulator.operations.cancelReservation(String(made.id), {})
      const answer = await cutover(id)
      assert.equal(answer.status, 200, answer.text)
      const data = answer.body['data'] as unknown as ShownMigration & { unreadConnections: number }
      assert.equal(data.unreadConnections, 0)
      const { reservations = 0 } = before
      assert.deepEqual(
        [data.counts.reservations, (await readable(id)).reservations],
        [reservations + 2, reservations + 2],
      )
      const { rows } = await sql`
        select status from reservations where workspace_id = ${id} and external_id = ${String(made.id)}`.execute(
        world.app.db,
      )
      assert.deepEqual(rows, [{ status: 'cancelled' }])
    } finally {
      await world.startWorker()
    }
  })

  test('one that cannot be stored keeps no other from being here, and is told of', async () => {
    const id = await imported()
    await world.stopWorker()
    try {
      const [first, second] = world.state().listings
      // Nobody knows here which listing that is.
      await sql`
        update listings set connection_id = null, external_id = null, account_id = null
        where workspace_id = ${id} and external_id = ${String(first?.id)}`.execute(world.app.db)
      await sql`
        delete from listing_links where workspace_id = ${id} and external_id = ${String(first?.id)}`.execute(
        world.app.db,
      )
      const book = (listingMapId: unknown) =>
        world.simulator.operations.createReservation({ listingMapId }) as { id: number }
      const [stray, known] = [book(first?.id), book(second?.id)]
      const answer = await cutover(id)
      assert.equal(answer.status, 200, answer.text)
      assert.equal((answer.body['data'] as unknown as Record<string, unknown>)['unreadConnections'], 1)
      const { rows } = await sql`
        select external_id from reservations
        where workspace_id = ${id} and external_id in (${String(stray.id)}, ${String(known.id)})`.execute(
        world.app.db,
      )
      assert.deepEqual(rows, [{ external_id: String(known.id) }])
      const aside = await sql`
        select from sync_failures where workspace_id = ${id} and external_id = ${String(stray.id)}`.execute(
        world.app.db,
      )
      assert.equal(aside.rows.length, 1)
    } finally {
      await world.startWorker()
    }
  })

  test('a source that refuses keeps nobody from leaving, and the answer says that it was not read', async () => {
    const id = await imported()
    await world.stopWorker()
    world.simulator.faults.add({ kind: 'token_expired', seconds: 600 })
    try {
      const answer = await cutover(id)
      assert.equal(answer.status, 200, answer.text)
      const data = answer.body['data'] as unknown as Record<string, unknown>
      assert.deepEqual(
        [data['state'], data['disconnectedConnections'], data['unreadConnections']],
        ['cut_over', 1, 1],
      )
    } finally {
      world.simulator.faults.clear()
      await world.startWorker()
    }
  })

  test('pressed twice at once disconnects once', async () => {
    const id = await imported()
    const answers = await Promise.all([cutover(id), cutover(id)])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
    const counted = answers.map(
      ({ body }) => (body['data'] as unknown as { disconnectedConnections: number }).disconnectedConnections,
    )
    assert.deepEqual(counted.toSorted(), [0, 1])
    assert.equal((await kinds(id)).filter((type) => type === 'account.disconnected').length, 1)
  })

  test('is refused before the import has ended, and names the state', async () => {
    await world.stopWorker()
    const { sessionId, workspaceId } = await world.begin()
    const states = [await cutover(workspaceId)]
    await world.send(sessionId)
    states.push(await cutover(workspaceId))
    for (const answer of states) {
      assert.equal(answer.status, 409, answer.text)
      assert.equal(errorOf(answer)['code'], 'invalid_state')
    }
    assert.deepEqual(
      states.map((answer) => errorOf(answer)['currentStatus']),
      ['awaiting_connection', 'importing'],
    )
    await world.startWorker()
    await world.settle()
  })

  test('leaves no way to connect an account again, by whatever door', async () => {
    const id = await imported()
    const { sessionId, workspaceId } = await world.begin()
    const open = await world.app.post('/v1/connect', { redirectUrl, purpose: 'migrate' }, world.inChild(id))
    await cutover(id)
    const { credentials } = world.simulator
    const refused = [
      await world.app.post('/v1/connect', { redirectUrl, purpose: 'migrate' }, world.inChild(id)),
      await world.app.post('/v1/connect/hostaway', { credentials }, world.inChild(id)),
      await world.app.post('/v1/connect/hostaway/credentials', { credentials }, world.inChild(id)),
      await world.send(String(open.body['sessionId'])),
    ]
    for (const answer of refused) {
      assert.equal(answer.status, 409, answer.text)
      assert.equal(errorOf(answer)['code'], 'invalid_state')
    }
    assert.deepEqual(await secretsOf(id), [wiped])
    assert.equal((await world.migration(workspaceId)).state, 'awaiting_connection')
    assert.equal((await world.send(sessionId)).status, 200)
    await world.settle()
  })
})

describe('deactivation', () => {
  test('is possible in every state, keeps what was imported, and is done once', async () => {
    const id = await imported()
    const before = await readable(id)
    const [first, second] = [await end(id), await end(id)]
    assert.equal(first.status, 200, first.text)
    assert.deepEqual(second.body, first.body)
    const { state, cutoverAt } = await world.migration(id)
    assert.equal(state, 'deactivated')
    assert.ok(cutoverAt)
    assert.deepEqual(await secretsOf(id), [wiped])
    assert.deepEqual(await readable(id), before)
    const cut = await cutover(id)
    assert.equal(cut.status, 200, cut.text)
    assert.equal((cut.body['data'] as unknown as ShownMigration).state, 'deactivated')

    const waiting = await world.begin()
    assert.equal((await end(waiting.workspaceId)).status, 200)
    assert.equal((await world.send(waiting.sessionId)).status, 409)
    const other = await imported()
    await cutover(other)
    assert.equal((await end(other)).status, 200)
    assert.equal((await world.migration(other)).state, 'deactivated')
  })

  test('of an import that runs says that it ended', async () => {
    await world.stopWorker()
    const id = await world.moved()
    await world.startWorker()
    await world.stopWorker()
    await end(id)
    await world.startWorker()
    await world.settle()
    const told = await kinds(id)
    assert.ok(!told.includes('migration.completed') || !told.includes('migration.failed'), told.join())
    assert.equal(told.at(-1), 'account.disconnected')
    assert.deepEqual(await secretsOf(id), [wiped])
    const { rows } = await sql`
      select from sync_runs where workspace_id = ${id} and finished_at is null`.execute(world.app.db)
    assert.deepEqual(rows, [])
  })

  test('of a workspace that was half filled from a file: it is not whole, and no ids of the file are left', async () => {
    const { header, records } = await exported(world.app, await imported())
    const { workspaceId: id } = await world.begin()
    const send = (line: number, lines: unknown[]) =>
      world.app.post(`/v1/migrations/${id}/records`, { line, records: lines })
    const sent = await send(1, [header, ...records.slice(0, 5)])
    assert.equal(sent.status, 200, sent.text)
    const kept = async () =>
      (await sql`select from imported_ids where workspace_id = ${id}`.execute(world.app.db)).rows.length
    assert.ok((await kept()) > 0)
    assert.equal((await end(id)).status, 200)
    assert.equal(await kept(), 0)
    const { body } = await world.app.get(`/v1/migrations/${id}/report`)
    const { clean, issues } = body['data'] as unknown as { clean: boolean; issues: { code: string }[] }
    assert.deepEqual([clean, issues[0]?.code], [false, 'import_not_complete'])
    assert.equal((await send(7, records.slice(5, 6))).status, 409)
  })
})

test('every list can be read of a workspace that ended', async () => {
  const id = await imported()
  await end(id)
  const lists = routes.filter(
    (route) =>
      route.method === 'GET' &&
      !route.url.includes(':') &&
      route.auth !== 'none' &&
      !route.sandboxOnly &&
      'cursor' in (route.query?.properties ?? {}),
  )
  assert.ok(lists.length > 8)
  for (const { url } of lists) {
    const answer = await world.app.get(url, world.inChild(id))
    assert.equal(answer.status, 200, `${url}: ${answer.text}`)
  }
})
