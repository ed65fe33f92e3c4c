import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLog } from '../../../platform/log.ts'
import type { Settled } from './settle-queries.ts'
import { createSettler } from './settler.ts'

const log = createLog({ level: 'silent' })
const result = (deliveryId: string) => ({ claimed: { deliveryId } }) as Settled
const ids = (batch: readonly Settled[]) => batch.map((settled) => settled.claimed.deliveryId)
const databaseError = (code: string) => Object.assign(new Error(code), { code })

describe('writing down results', () => {
  it('gathers while it writes', async () => {
    const batches: string[][] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const settler = createSettler(async (batch) => {
      batches.push(ids(batch))
      if (batches.length === 1) await promise
    }, log)
    const all = ['a', 'b', 'c'].map((id) => settler.add(result(id)))
    resolve()
    await Promise.all(all)
    assert.deepEqual(batches, [['a'], ['b', 'c']])
  })

  it('a row that cannot be written takes no other with it', async () => {
    const written: string[] = []
    const settler = createSettler(async (batch) => {
      if (ids(batch).includes('bad')) throw databaseError('23503')
      written.push(...ids(batch))
    }, log)
    await Promise.all(['a', 'b', 'bad', 'c'].map((id) => settler.add(result(id))))
    assert.deepEqual(written, ['a', 'b', 'c'])
  })

  it('waits for a database that is away, unless it has to stop', async () => {
    let away = true
    const settler = createSettler(async () => {
      if (!away) return
      away = false
      throw databaseError('57P01')
    }, log)
    await settler.add(result('a'))
    assert.equal(away, false)
    const stopping = createSettler(async () => Promise.reject(databaseError('57P01')), log)
    stopping.hurry()
    await stopping.add(result('b'))
  })
})
