/** Whose turn it is, asked of PostgreSQL: against the rule as one would say it, and in a table with a long backlog. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { sql, type RawBuilder } from 'kysely'
import { createDatabase, type Database } from '../../src/platform/db.ts'
import {
  dueRowsInTurn,
  rowsInTurn,
  freePlaces,
  type WorkerPlaces,
} from '../../src/platform/fairness/turns-sql.ts'
import { createLog } from '../../src/platform/log.ts'
import { insertWorkspace } from '../harness/app.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'

let database: TestDatabase
let db: Database

before(async () => {
  database = await createTestDatabase()
  db = createDatabase(database.url, { log: createLog({ level: 'silent' }), max: 1 })
})
after(async () => {
  await db.close()
  await database.drop()
})

interface Waiting {
  workspaceId: string
  id: number
  dueAt: number
}

/** One after the other gets a place: who has the fewest, and of those who waits longest. */
function byTheRule(waiting: readonly Waiting[], { total, taken }: WorkerPlaces): number[] {
  const held = new Map<string, number>()
  for (const { workspaceId } of taken) held.set(workspaceId, (held.get(workspaceId) ?? 0) + 1)
  const left = waiting.toSorted((a, b) => a.dueAt - b.dueAt)
  const chosen: number[] = []
  for (let free = total - taken.length; free > 0; free -= 1) {
    const least = Math.min(...left.map(({ workspaceId }) => held.get(workspaceId) ?? 0))
    const next = left.find(({ workspaceId }) => (held.get(workspaceId) ?? 0) === least)
    if (!next || least >= 3 * free) break
    left.splice(left.indexOf(next), 1)
    held.set(next.workspaceId, least + 1)
    chosen.push(next.id)
  }
  return chosen
}

async function ids(query: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from ${query} next order by turn, due_at`.execute(
    db.kysely,
  )
  return rows.map(({ id }) => id)
}

const asked = (waiting: readonly Waiting[], places: WorkerPlaces) =>
  ids(
    rowsInTurn(
      sql`(select * from unnest(${waiting.map((one) => one.workspaceId)}::bigint[], ${waiting.map(({ id }) => id)}::int[],
                                ${waiting.map(({ dueAt }) => dueAt)}::int[]) as d (workspace_id, id, due_at))`,
      places,
    ),
  )

const tasksOf = (workspaceId: string, count: number, from = 0): Waiting[] =>
  Array.from({ length: count }, (_, at) => ({ workspaceId, id: from + at, dueAt: from + at }))
const heldBy = (workspaceId: string, count: number) => Array.from({ length: count }, () => ({ workspaceId }))

describe('whose turn it is', () => {
  it('follows the rule whatever waits and is under way', async () => {
    const workspace = fc.integer({ min: 1, max: 5 }).map(String)
    await fc.assert(
      fc.asyncProperty(
        fc.array(workspace, { maxLength: 40 }),
        fc.array(workspace, { maxLength: 20 }),
        fc.integer({ min: 1, max: 30 }),
        async (of, taken, total) => {
          const waiting = of.map((workspaceId, id) => ({ workspaceId, id, dueAt: (id * 7919) % 1009 }))
          const places = { total, taken: taken.map((workspaceId) => ({ workspaceId })) }
          assert.deepEqual(await asked(waiting, places), byTheRule(waiting, places))
        },
      ),
      { seed: 36, numRuns: 200 },
    )
  })

  it('leaves a quarter of the places to others, and of two noisy ones a seventh', async () => {
    const [one, other] = [tasksOf('1', 500), tasksOf('2', 500, 500)]
    assert.equal((await asked(one, freePlaces(24))).length, 18)
    // Each new place is given away when one becomes free, so that shares even out at three sevenths.
    const taken = [...heldBy('1', 9), ...heldBy('2', 9)]
    assert.equal((await asked([...one, ...other], { total: 21, taken })).length, 0)
    assert.equal((await asked([...one, ...tasksOf('3', 1, 9_000)], { total: 21, taken })).at(0), 9_000)
  })

  it('gives who has nothing the first place that is free, however long others wait', async () => {
    const places = { total: 8, taken: [...heldBy('1', 4), ...heldBy('2', 3)] }
    const waiting = [...tasksOf('1', 1000), ...tasksOf('2', 1000, 1000), ...tasksOf('3', 2, 5_000)]
    assert.deepEqual(await asked(waiting, places), [5_000])
  })

  it('counts places of each pool by themselves', async () => {
    const rows = sql`(
      select w as workspace_id, i as id, i as due_at, p as pool
      from generate_series(1, 1) w, generate_series(1, 20) i, unnest(array['a', 'b']) p)`
    const taken = Array.from({ length: 8 }, () => ({ workspaceId: '2', pool: 'a' }))
    const { rows: found } = await sql<{ pool: string; count: number }>`
      select pool, count(*)::int as count from ${rowsInTurn(rows, { total: 8, taken }, { hasPools: true })} next
      group by pool`.execute(db.kysely)
    assert.deepEqual(found, [{ pool: 'b', count: 6 }])
  })

  it('finds a workspace behind a backlog of any length', async () => {
    await sql`create table tasks (workspace_id bigint, id int, due_at timestamptz, primary key (workspace_id, id))`.execute(
      db.kysely,
    )
    const [noisy, quiet, other, later] = await Promise.all(
      [1, 2, 3, 4].map(async () => (await insertWorkspace(db.kysely)).id),
    )
    await sql`
      insert into tasks select ${noisy}, i, timestamptz '2026-01-01' + i * interval '1 ms' from generate_series(1, 20000) i`.execute(
      db.kysely,
    )
    await sql`
      insert into tasks values (${quiet}, 1, '2026-01-02'), (${other}, 1, '2026-01-03'), (${later}, 1, '2027-01-01')`.execute(
      db.kysely,
    )
    const next = dueRowsInTurn(
      { table: 'tasks', due: 'due_at', key: { id: 'bigint' } },
      new Date('2026-02-01'),
      freePlaces(8),
    )
    const { rows } = await sql<{ workspace_id: string }>`
      select workspace_id from ${next} next order by turn, due_at`.execute(db.kysely)
    assert.deepEqual(
      rows.map(({ workspace_id: id }) => id),
      [noisy, quiet, other, noisy, noisy, noisy, noisy],
    )
  })
})
