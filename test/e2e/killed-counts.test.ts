/**
 * After an import, a separate run counts what the source does not. The server is killed during it, for every system at
 * once: it continues, and the report has the right numbers.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { connectors } from '../../src/connectors/index.ts'
import { until } from '../harness/until.ts'
import { gatesIn, type Gates } from './portfolio/gates.ts'
import * as moves from './portfolio/move.ts'
import { startPortfolioWorld, type PortfolioWorld } from './portfolio/world.ts'

const vendors = Object.values(connectors)
  .filter(({ manifest }) => manifest.category === 'pms')
  .map(({ manifest }) => manifest.id)
/** It gives the number of everything it hands over. */
const countsItself = ['smoobu']

let world: PortfolioWorld
let gates: Gates
before(async () => {
  world = await startPortfolioWorld(vendors, {
    listings: 4,
    reservations: 40,
    messages: 60,
    seed: 9,
    timeoutMs: 20_000,
  })
  gates = await gatesIn(world.db)
})
after(() => world.close())

interface Count {
  id: string
  workspace_id: string
  state: string
  progress: Record<string, { seen: number; done?: boolean }>
}
async function counts(): Promise<Map<string, Count>> {
  const { rows } = await sql<Count>`
    select id, workspace_id, state, progress from sync_runs where kind = 'count' order by id`.execute(
    world.db,
  )
  assert.equal(new Set(rows.map(({ workspace_id }) => workspace_id)).size, rows.length, 'one of each')
  return new Map(rows.map((row) => [row.workspace_id, row]))
}
const seenBy = ({ progress }: Count) => Object.values(progress).reduce((sum, { seen }) => sum + seen, 0)

test('a count that was killed in the middle goes on where it was, and comes to the numbers of the source', async () => {
  const counted = vendors.filter((vendor) => !countsItself.includes(vendor))
  await gates.shut(['a count goes on'], counted.length)
  const all: moves.Move[] = []
  for (const source of world.sources) all.push(await moves.begin(world, source))
  await gates.allWait()
  await world.kill(gates.open)
  const before = await counts()
  assert.equal(before.size, counted.length)
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
  const after = await counts()
  for (const [workspaceId, run] of before) {
    const same = after.get(workspaceId)
    // The run was not started over.
    assert.deepEqual([same?.id, same?.state], [run.id, 'completed'])
    for (const [entity, { seen }] of Object.entries(run.progress))
      assert.ok((same?.progress[entity]?.seen ?? 0) >= seen, entity)
  }
})
