/** The watch after a cutover: only where it is asked for, taken back, and ended with the workspace. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Migration } from '../../src/contract/migration.ts'
import { lockClaim } from '../../src/features/accounts/connections/claim-queries.ts'
import { storedSession } from '../../src/upstream/session.ts'
import { until } from '../harness/until.ts'
import { keeps, refusal, startWatchWorld, type WatchWorld } from './watch-world.ts'

let world: WatchWorld
before(async () => {
  world = await startWatchWorld()
})
after(() => world.close())

const isRefused = async (id: string, why = /./) => {
  const { status, code, message } = refusal(await world.rollback(id))
  assert.deepEqual([status, code], [409, 'invalid_state'])
  assert.match(message, why)
}

test('a rollback connects the old system as it was and reads on; twice is once, and without a watch there is none', async () => {
  const id = await world.imported()
  await isRefused(id)
  assert.equal((await world.cutover(id, { watch: true })).status, 200)
  const listed = async () => Number((await world.shown(id)).counts.reservations)
  const before = await listed()
  const created = (await world.eventsOf(id, 'account.created')).length
  world.book()
  const answers = await Promise.all([world.rollback(id), world.rollback(id)])
  const data = answers.map(
    ({ body }) => body['data'] as unknown as Migration & { reconnectedConnections: number },
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
  assert.deepEqual(data.map((one) => one.reconnectedConnections).toSorted(), [0, 1])
  const { state, cutoverAt, watch, connections } = await world.shown(id)
  assert.deepEqual([state, cutoverAt, watch?.state], ['imported', null, 'rolled_back'])
  assert.equal(connections[0]?.status, 'active')
  const kept = await world.secrets(id)
  assert.deepEqual([keeps(kept.watch), keeps(kept.connection)], [false, true])

  await world.read()
  assert.equal(await listed(), before + 1)
  assert.equal((await world.eventsOf(id, 'migration.completed')).length, 1)
  assert.equal((await world.eventsOf(id, 'account.created')).length, created + 1)
  assert.equal(await world.look(), 0)
  assert.equal((await world.shown(id)).state, 'imported')

  const again = await world.cutover(id, { watch: true })
  assert.equal(again.status, 200, again.text)
  assert.equal((await world.shown(id)).watch?.state, 'watching')
  assert.equal((await world.rollback(id)).status, 200)
  // Without a watch this time: the access is gone at once, and asking later brings nothing back.
  for (const body of [undefined, {}, { watch: true }]) {
    assert.equal((await world.cutover(id, body)).status, 200)
    assert.equal((await world.shown(id)).watch, undefined)
    const { watch, connection } = await world.secrets(id)
    assert.deepEqual([watch, keeps(connection)], [[], false])
    await isRefused(id, /without a watch/)
  }
})

test('a rollback works with made-up accounts', async () => {
  const key = world.app.sandboxKey
  const { sessionId, workspaceId: id } = await world.begin({}, { key })
  const signedIn = await world.send(sessionId, { accountId: 'sandbox', apiKey: 'sandbox' })
  assert.equal(signedIn.status, 200, signedIn.text)
  await world.startWorker()
  await world.settle()
  await world.stopWorker()
  const cut = await world.app.post(`/v1/migrations/${id}/cutover`, { watch: true }, { key })
  assert.equal(cut.status, 200, cut.text)
  assert.equal(await world.look(), 1)
  const back = await world.app.post(`/v1/migrations/${id}/rollback`, undefined, { key })
  assert.equal(back.status, 200, back.text)
  assert.equal((back.body['data'] as unknown as Migration).state, 'imported')
})

test('an account that only one workspace may have is not taken back from the one that has it by now', async () => {
  const id = await world.imported()
  assert.equal((await world.cutover(id, { watch: true })).status, 200)
  const { connectors } = world.services
  const other = await world.app.addWorkspace()
  const { rows } = await sql<{ provider: string; externalAccountId: string }>`
    insert into connections (workspace_id, id, provider, external_account_id, write_policy)
    select ${other.id}, id, provider, external_account_id, write_policy from connections where workspace_id = ${id}
    returning provider, external_account_id as "externalAccountId"`.execute(world.app.db)
  const account = rows[0] ?? assert.fail('no account')
  const { provider } = account
  const known = connectors[provider]
  assert.ok(known)
  connectors[provider] = { ...known, sharedAccess: 'one for all' }
  await isRefused(id, /connected in another workspace/)
  assert.equal((await world.shown(id)).watch?.state, 'watching')
  const { db } = world.app
  await sql`update connections set status = 'disconnected' where workspace_id = ${other.id}`.execute(db)
  const { asked } = await db.transaction().execute(async (tx) => {
    await lockClaim(tx, account)
    const rollback = world.rollback(id)
    await until('the rollback to wait', async () => {
      const waiting = await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(db)
      return waiting.rows.length > 0
    })
    // Whoever connects the account asks next whether the workspace takes accounts.
    await sql`select from workspaces where id = ${id} for share nowait`.execute(tx)
    return { asked: rollback }
  })
  const back = await asked
  connectors[provider] = known
  assert.equal(back.status, 200, back.text)
})

test('the end of the workspace is that of the watch', async () => {
  const id = await world.imported()
  assert.equal((await world.cutover(id, { watch: true })).status, 200)
  assert.equal(keeps((await world.secrets(id)).watch), true)
  const answer = await world.app.delete(`/v1/migrations/${id}`)
  assert.equal(answer.status, 200, answer.text)
  const { watch, connection } = await world.secrets(id)
  assert.equal(keeps(watch) || keeps(connection), false)
  assert.equal((await world.shown(id)).watch?.state, 'ended')
  await isRefused(id)
})

/** What is kept of the account's tokens, wherever that is. */
async function sessionOf(id: string) {
  const connectionId = (await world.shown(id)).connections[0]?.id ?? assert.fail('no connection')
  return storedSession({ ...world.services, scope: { workspaceId: id }, connectionId })
}

test('a token that is renewed while a rollback is made is kept, and so is one while a cutover is', async () => {
  const id = await world.imported()
  assert.equal((await world.cutover(id, { watch: true })).status, 200)
  const session = await sessionOf(id)
  const { hostaway = assert.fail('no connector') } = world.services.connectors
  const reservations = hostaway.operations.reservations ?? assert.fail('no stays')
  let asked = 0
  let before: string | null = null
  world.services.connectors = {
    ...world.services.connectors,
    hostaway: {
      ...hostaway,
      operations: {
        ...hostaway.operations,
        reservations: {
          ...reservations,
          async page(context, walk) {
            asked += 1
            await reservations.page(context, walk)
            assert.equal((await world.rollback(id)).status, 200)
            before = await session.load()
            world.simulator.faults.add({ kind: 'token_expired', count: 1 })
            return reservations.page(context, walk)
          },
        },
      },
    },
  }
  await world.look()
  world.services.connectors = { ...world.services.connectors, hostaway }
  world.simulator.faults.clear()
  assert.equal(asked, 1)
  assert.ok(before)
  assert.notEqual(await session.load(), before)
  assert.equal((await world.secrets(id)).connection[0]?.session, true)

  // The other way round: somebody who renews it does not know of the cutover yet.
  await world.read()
  assert.equal((await world.cutover(id, { watch: true })).status, 200)
  await session.save('renewed')
  assert.equal((await world.rollback(id)).status, 200)
  assert.equal(await session.load(), 'renewed')
  // Once nothing opens it any more nothing is kept.
  assert.equal((await world.cutover(id)).status, 200)
  await session.save('late')
  assert.equal(await session.load(), null)
})

test('a cutover and a rollback say of each account what becomes of it; what was connected comes back', async () => {
  interface Source {
    provider: string
    access?: string
    connected?: boolean
    message: string
  }
  const sourcesOf = (answer: Awaited<ReturnType<typeof world.cutover>>) => {
    assert.equal(answer.status, 200, answer.text)
    return (answer.body['data'] as unknown as { sources: Source[] }).sources
  }
  const without = await world.moved({ scope: ['listings'] })
  const refused = await world.imported()
  await sql`
    update connections set status = 'error', action_reason = 'reauth_required', action_message = 'Sign in again.'
    where workspace_id = ${refused}`.execute(world.app.db)
  await sql`
    insert into connections (workspace_id, id, provider, external_account_id, status, write_policy, connected_at, disconnected_at, updated_at)
    select workspace_id, 800000, 'smoobu', 'gone', 'disconnected', write_policy, now(), now(), now()
    from connections where workspace_id = ${refused}`.execute(world.app.db)
  for (const [id, access] of [
    [without, 'kept'],
    [refused, 'watched'],
  ] as const) {
    for (const again of [false, true]) {
      const sources = sourcesOf(await world.cutover(id, { watch: true }))
      const accesses = sources.map((one) => [one.provider, one.access])
      const gone = id === refused ? [['smoobu', 'wiped']] : []
      assert.deepEqual(accesses, [['hostaway', access], ...gone], String(again))
      if (id === refused) assert.match(sources[1]?.message ?? '', /sign in/)
    }
    assert.deepEqual(
      (await world.shown(id)).watch?.sources.map((one) => one.watched),
      [access === 'watched'],
    )
    assert.equal(await world.look(), access === 'watched' ? 1 : 0)
    for (const again of [false, true]) {
      const sources = sourcesOf(await world.rollback(id))
      const connected = sources.map((one) => [one.provider, one.connected])
      const gone = id === refused ? [['smoobu', false]] : []
      assert.deepEqual(connected, [['hostaway', true], ...gone], String(again))
      if (id === refused) assert.match(sources[1]?.message ?? '', /not connected when the cutover/)
    }
  }
  assert.deepEqual(
    sourcesOf(await world.cutover(without)).map(({ access }) => access),
    ['wiped'],
  )
})
