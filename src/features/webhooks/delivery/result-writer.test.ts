import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import pg from 'pg'
import { createLog } from '../../../platform/log.ts'
import type { SettledAttempt } from './settle-queries.ts'
import { createResultWriter } from './result-writer.ts'

const log = createLog({ level: 'silent' })
const result = (deliveryId: string) => ({ claimed: { deliveryId } }) as SettledAttempt
const ids = (batch: readonly SettledAttempt[]) => batch.map((settled) => settled.claimed.deliveryId)
const databaseError = (code: string, message = code) =>
  Object.assign(new pg.DatabaseError(message, 0, 'error'), { code })

/** Citus passes it on without the code. */
const onWorker =
  'insert or update on table "kv_spaces_102213" violates foreign key constraint "kv_spaces_workspace_id_fkey_102213"'

describe('writing down results', () => {
  it('gathers while it writes', async () => {
    const batches: string[][] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const settler = createResultWriter(async (batch) => {
      batches.push(ids(batch))
      if (batches.length === 1) await promise
    }, log)
    const all = ['a', 'b', 'c'].map((id) => settler.add(result(id)))
    resolve()
    await Promise.all(all)
    assert.deepEqual(batches, [['a'], ['b', 'c']])
  })

  it('gathers what nothing waits for a moment longer', async () => {
    const batches: string[][] = []
    const settler = createResultWriter(async (batch) => void batches.push(ids(batch)), log)
    const accepted = (deliveryId: string, orderKey: string | null = null) =>
      ({ outcome: 'accepted', claimed: { deliveryId, orderKey, event: { purpose: null } } }) as SettledAttempt
    await Promise.all(['a', 'b'].map((id) => settler.add(accepted(id))))
    const begun = [settler.add(accepted('c')), settler.add(accepted('d', 'reservation:1'))]
    assert.deepEqual(batches, [
      ['a', 'b'],
      ['c', 'd'],
    ])
    await Promise.all(begun)
    const last = settler.add(accepted('e'))
    settler.hurry()
    assert.deepEqual(batches.at(-1), ['e'])
    await last
  })

  it('a row that cannot be written takes no other with it', async () => {
    const written: string[] = []
    const settler = createResultWriter(async (batch) => {
      if (ids(batch).includes('bad')) throw databaseError('23503')
      if (ids(batch).includes('bad on a worker')) throw databaseError('XX000', onWorker)
      written.push(...ids(batch))
    }, log)
    await Promise.all(['a', 'b', 'bad', 'c', 'bad on a worker'].map((id) => settler.add(result(id))))
    assert.deepEqual(written, ['a', 'b', 'c'])
  })

  it('waits for a database that is away, unless it has to stop', async () => {
    let away = true
    const settler = createResultWriter(async () => {
      if (!away) return
      away = false
      throw databaseError('57P01')
    }, log)
    await settler.add(result('a'))
    assert.equal(away, false)
    const stopping = createResultWriter(async () => Promise.reject(databaseError('57P01')), log)
    stopping.hurry()
    await stopping.add(result('b'))
  })
})
