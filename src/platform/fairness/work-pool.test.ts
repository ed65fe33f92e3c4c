import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '../log.ts'
import type { WorkerPlaces } from './turns-sql.ts'
import { startWorkPool } from './work-pool.ts'

const log = createLog({ level: 'silent' })
const later = () => new Promise((resolve) => setTimeout(resolve, 5))

test('a place that becomes free is filled at once, while others are held', async () => {
  const waiting = ['slow', 'a', 'b', 'c', 'd']
  const begun: string[] = []
  const claims: WorkerPlaces[] = []
  const slow = Promise.withResolvers<void>()
  const all = Promise.withResolvers<void>()
  const pool = startWorkPool(
    { everyMs: 60_000, log, failed: 'failed' },
    {
      places: 2,
      async claim(places) {
        claims.push(places)
        return waiting
          .splice(0, places.total - places.taken.length)
          .map((name) => ({ workspaceId: name === 'slow' ? '1' : '2', name }))
      },
      async work({ name }) {
        begun.push(name)
        if (begun.length === 5) all.resolve()
        if (name === 'slow') await slow.promise
        else await later()
        if (name === 'b') throw new Error('one that fails keeps no place')
      },
    },
  )
  await all.promise
  assert.deepEqual(begun, ['slow', 'a', 'b', 'c', 'd'])
  assert.deepEqual(
    claims.map(({ taken }) => taken.length),
    [0, 1, 1, 1],
  )
  const stopped = pool.stop()
  slow.resolve()
  await stopped
})
