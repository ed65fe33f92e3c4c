/**
 * Cutover, rollback and deletion lose their answer because the server is killed before or after storing it. Repeated
 * with or without the key, each is done once.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { CutoverReply, DeactivatedReply, RollbackReply } from '../../src/contract/migration.ts'
import { until } from '../harness/until.ts'
import { gatesIn, type Gates, type GatePlace } from './portfolio/gates.ts'
import * as moves from './portfolio/move.ts'
import { startPortfolioWorld, type PortfolioWorld } from './portfolio/world.ts'

let world: PortfolioWorld
let gates: Gates
before(async () => {
  const small = { listings: 2, reservations: 6, messages: 6, seed: 7, timeoutMs: 5000 }
  world = await startPortfolioWorld(['hostaway'], small)
  gates = await gatesIn(world.db)
})
after(() => world.close())

const acts = {
  cutover: { method: 'POST', path: '/cutover', body: { watch: true } },
  rollback: { method: 'POST', path: '/rollback', body: undefined },
  end: { method: 'DELETE', path: '', body: undefined },
} as const
type Act = keyof typeof acts
type Reply = Partial<CutoverReply['data'] & RollbackReply['data'] & DeactivatedReply['data']>

const ask = (workspaceId: string, act: Act, key?: string) => {
  const { method, path, body } = acts[act]
  const url = `/v1/migrations/${workspaceId}${path}`
  return world.call<{ data: Reply; error?: { code: string } }>(
    method,
    url,
    body,
    key === undefined ? {} : { key },
  )
}

/** The request answers that it still runs until the killed server's lease on the key ends. */
async function askedAgain(workspaceId: string, act: Act, key?: string): Promise<Reply> {
  const { body } = await until(`${act} to be answered`, async () => {
    const answer = await ask(workspaceId, act, key)
    if (answer.status === 409) {
      assert.equal(answer.body.error?.code, 'idempotency_key_in_use', JSON.stringify(answer.body))
      return null
    }
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer
  })
  return body.data
}

async function told(workspaceId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ type: string; times: number }>`
    select type, count(*)::int as times from events
    where workspace_id = ${workspaceId} and type like 'account.%' group by type`.execute(world.db)
  return Object.fromEntries(rows.map(({ type, times }) => [type, times]))
}

/** Counts the stored credentials of the old system with the connection and with the watch. */
async function kept(workspaceId: string): Promise<[number, number]> {
  const { rows } = await sql<{ connections: number; watches: number }>`
    select (select count(credentials)::int from connections where workspace_id = ${workspaceId}) as connections,
      (select count(credentials)::int from migration_watches where workspace_id = ${workspaceId}) as watches`.execute(
    world.db,
  )
  return [rows[0]?.connections ?? 0, rows[0]?.watches ?? 0]
}

const done = {
  cutover: {
    state: 'cut_over',
    kept: [0, 1],
    told: { 'account.created': 1, 'account.disconnected': 1 },
    times: ({ disconnectedConnections }: Reply) => disconnectedConnections,
  },
  rollback: {
    state: 'imported',
    kept: [1, 0],
    told: { 'account.created': 2, 'account.disconnected': 1 },
    times: ({ reconnectedConnections }: Reply) => reconnectedConnections,
  },
  end: {
    state: 'deactivated',
    kept: [0, 0],
    told: { 'account.created': 2, 'account.disconnected': 2 },
    times: ({ deactivated }: Reply) => Number(deactivated),
  },
} as const

for (const place of ['an end is noted', 'an end is committed'] as const satisfies readonly GatePlace[])
  test(`killed where ${place}, each is done once when it is asked for again`, async () => {
    const [source] = world.sources
    assert.ok(source)
    const [keyed, bare] = [await moves.begin(world, source), await moves.begin(world, source)]
    for (const move of [keyed, bare])
      await until('the import', async () => (await moves.migrationOf(world, move)).state === 'imported')
    const isKept = place === 'an end is committed'
    for (const act of Object.keys(acts) as Act[]) {
      const key = `${act} ${keyed.workspaceId}`
      await gates.shut([place], 2)
      const lost = Promise.allSettled([ask(keyed.workspaceId, act, key), ask(bare.workspaceId, act)])
      await gates.allWait()
      await world.kill(gates.open)
      assert.deepEqual(
        (await lost).map(({ status }) => status),
        ['rejected', 'rejected'],
      )
      const expected = done[act]
      for (const { workspaceId } of [keyed, bare]) {
        const { state } = (await moves.migrationOf(world, { source, workspaceId })) as { state: string }
        assert.equal(state === expected.state, isKept, `${act} was ${isKept ? '' : 'not '}done: ${state}`)
      }
      const first = await askedAgain(keyed.workspaceId, act, key)
      assert.equal(expected.times(first), 1, `${act} with its key`)
      assert.deepEqual(await askedAgain(keyed.workspaceId, act, key), first)
      const again = await askedAgain(bare.workspaceId, act)
      assert.equal(expected.times(again), isKept && act !== 'end' ? 0 : 1, `${act} without a key`)
      for (const { workspaceId } of [keyed, bare]) {
        const { state } = (await moves.migrationOf(world, { source, workspaceId })) as { state: string }
        assert.equal(state, expected.state)
        assert.deepEqual(await told(workspaceId), expected.told, act)
        assert.deepEqual(await kept(workspaceId), expected.kept, act)
      }
    }
  })
