/** While an account is imported it is said when that will be done. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { SyncRun } from '../../src/contract/sync.ts'
import { importProgress } from '../../src/features/sync/run/import-progress.ts'
import { until } from '../harness/until.ts'
import { startWorld, type World } from './world.ts'

let world: World
before(async () => {
  world = await startWorld({ listings: 6, reservations: 150, seed: 8 })
})
after(() => world.close())

const shown = async () =>
  (await world.get<{ import: { estimatedEndAt: string | null; status: string } }>('/v1/connect/hostaway'))
    .import

test('the forecast stands in the progress, in the run and on the connect page, and goes when it is done', async () => {
  const id = await world.connect()
  const progress = () => importProgress(world.services, world.app.scope, id)
  assert.deepEqual(await progress(), { status: 'running', entities: [], estimatedEndAt: null, error: null })
  assert.equal((await shown()).estimatedEndAt, null)
  await world.startWorker()
  const forecast = await until('a forecast', async () => (await shown()).estimatedEndAt)
  assert.ok(Date.parse(forecast) >= world.app.clock.now().getTime())
  const page = await until('the page to have one', async () => (await progress())?.estimatedEndAt)
  assert.match(page, /^\d{4}-.*Z$/)
  await world.settle()
  assert.deepEqual(await shown().then(({ estimatedEndAt, status }) => [estimatedEndAt, status]), [
    null,
    'completed',
  ])
  const done = await progress()
  assert.deepEqual([done?.status, done?.estimatedEndAt, done?.error], ['completed', null, null])
  assert.ok(done?.entities.every((part) => part.done && part.seen > 0 === (part.expected !== 0)))
  const [run] = (await world.all<SyncRun>(`/v1/connections/${id}/runs`)).slice(-1)
  assert.deepEqual([run?.kind, run?.estimated_end_at], ['first_import', null])
  assert.ok((run?.upstream_calls ?? 0) > 10)
})
