/**
 * After an import, a separate run counts what the source does not. The server is killed during it, for half of the systems
 * at once: it continues, and the report has the right numbers.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { connectors } from '../../src/connectors/index.ts'
import { until } from '../harness/until.ts'
import { gatesIn } from './portfolio/gates.ts'
import * as moves from './portfolio/move.ts'
import { startPortfolioWorld, type PortfolioWorld } from './portfolio/world.ts'

/** These give the numbers of everything they hand over, or of all but one list: there is no middle of their count. */
const countedAtOnce = ['smoobu', 'track']

const vendors = Object.values(connectors)
  .filter(({ manifest }) => manifest.category === 'pms' && !countedAtOnce.includes(manifest.id))
  .map(({ manifest }) => manifest.id)
/** Each count that is held keeps a connection, of which the workers of a server have 14. */
const most = 8
const groups = Array.from({ length: Math.ceil(vendors.length / most) }, (_, index) =>
  vendors.slice(index * most, (index + 1) * most),
)

interface Count {
  id: string
  workspace_id: string
  state: string
  progress: Record<string, { seen: number; done?: boolean }>
}
async function countsIn({ db }: PortfolioWorld): Promise<Map<string, Count>> {
  const { rows } = await sql<Count>`
    select id, workspace_id, state, progress from sync_runs where kind = 'count' order by id`.execute(db)
  assert.equal(new Set(rows.map(({ workspace_id }) => workspace_id)).size, rows.length, 'one of each')
  return new Map(rows.map((row) => [row.workspace_id, row]))
}
const seenBy = ({ progress }: Count) => Object.values(progress).reduce((sum, { seen }) => sum + seen, 0)

for (const group of groups)
  test(`a count that was killed in the middle goes on where it was, and comes to the numbers of the source: ${group.join(', ')}`, async () => {
    const world = await startPortfolioWorld(group, {
      listings: 4,
      reservations: 40,
      messages: 60,
      seed: 9,
      timeoutMs: 20_000,
    })
    try {
      await killAndCompare(world, group.length)
    } finally {
      await world.close()
    }
  })

async function killAndCompare(world: PortfolioWorld, expected: number): Promise<void> {
  const gates = await gatesIn(world.db)
  await gates.shut(['a count goes on'], expected)
  const all: moves.Move[] = []
  for (const source of world.sources) all.push(await moves.begin(world, source))
  await gates.allWait()
  await world.kill(gates.open)
  const before = await countsIn(world)
  assert.equal(before.size, expected)
  for (const run of before.values()) {
    assert.ok(seenBy(run) > 0, JSON.stringify(run))
    assert.equal(run.state, 'running')
  }
  for (const move of all) {
    const { vendor } = move.source
    const report = await until(`${vendor} to be counted`, async () => {
      const found = await moves.reportOf(world, move)
      return found.issues.some(({ code }) => code === 'source_count_unknown') ? null : found
    })
    const { counts: theirs } = await moves.equal(world, move, 'after the count')
    for (const { entity, source, stored, leftOut, result, missing } of report.counts) {
      assert.ok(['equal', 'not_carried'].includes(result), `${vendor} ${entity}: ${result}`)
      if (result === 'equal')
        assert.deepEqual([missing, source], [0, stored + leftOut], `${vendor} ${entity}`)
      const there = { ...theirs, reservations: (theirs.reservations ?? 0) + (theirs.inquiries ?? 0) }[entity]
      if (there !== undefined && result === 'equal') assert.equal(stored, there, `${vendor} ${entity}`)
    }
    assert.equal(await moves.timesTold(world, move), 1)
  }
  const after = await countsIn(world)
  for (const [workspaceId, run] of before) {
    const same = after.get(workspaceId)
    // The run was not started over.
    assert.deepEqual([same?.id, same?.state], [run.id, 'completed'])
    for (const [entity, { seen }] of Object.entries(run.progress))
      assert.ok((same?.progress[entity]?.seen ?? 0) >= seen, entity)
  }
}
