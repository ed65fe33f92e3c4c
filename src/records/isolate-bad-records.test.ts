import assert from 'node:assert/strict'
import { it } from 'node:test'
import pg from 'pg'
import type { RecordBatch } from './batch.ts'
import { RecordRefused, storeOne } from './isolate-bad-records.ts'

const store = (message: string, code: string) =>
  storeOne({} as RecordBatch, {}, () =>
    Promise.reject(Object.assign(new pg.DatabaseError(message, 0, 'error'), { code })),
  )
const broken = 'new row for relation "reservations_102334" violates check constraint "reservations_check"'

it('takes a refusal by PostgreSQL or by a worker of Citus, which has no code of its own, as the fault of the record', async () => {
  await assert.rejects(store(broken, '23514'), RecordRefused)
  await assert.rejects(store(broken, 'XX000'), RecordRefused)
})

it('does not take a lost worker for it', async () => {
  await assert.rejects(store('server closed the connection unexpectedly', 'XX000'), pg.DatabaseError)
})
