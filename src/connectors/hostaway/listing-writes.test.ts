import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSimulator } from '../../../simulators/index.ts'
import { openBench } from '../../connector-kit/testing/bench.ts'
import { hostaway } from './index.ts'

test('half a bathroom is refused by its section, and the rest is written', async (t) => {
  const bench = await openBench(hostaway, startSimulator, { listings: 2, reservations: 0 })
  t.after(() => bench.close())
  const { listingWrites, listings } = hostaway.operations
  const page = await listings?.page(bench.context(), { cursor: null })
  const externalId = page?.records[0]?.externalId ?? ''
  const change = { title: 'House by the quay', capacity: { beds: 3, bathrooms: '1.5' } }
  const outcome = await listingWrites?.write(bench.context(), { externalId, change })
  assert.deepEqual(outcome?.applied, ['title'])
  assert.deepEqual(outcome?.errors, [
    { section: 'capacity', code: 'rejected', message: 'bathrooms must be a whole number, not 1.5' },
  ])
  const whole = { title: 'House by the quay', capacity: { beds: 3, bathrooms: '2.0' } }
  const written = await listingWrites?.write(bench.context(), { externalId, change: whole })
  assert.deepEqual(written, { applied: ['title', 'capacity'], errors: [] })
})
