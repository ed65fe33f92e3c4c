/** Mapping may try a row only so often: a page of hopeless rows must not hold the process. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { Id, maybe } from '../vendor-fields.ts'
import { mapNews } from '../map-news.ts'
import { mapping, mapRows } from '../paginate.ts'
import { EssentialMissing } from './essentials.ts'
import { unreadOf } from './unread-fields.ts'

const fieldNames = Array.from({ length: 120 }, (_, at) => `f${at}`)

function world(read: (row: Record<string, unknown>) => void) {
  const Row = Type.Object({
    id: Id,
    ...Object.fromEntries(fieldNames.map((name) => [name, maybe(Type.String())])),
  })
  let tries = 0
  const units = mapping('unit', Row, (row) => {
    tries += 1
    read(row)
    return {
      externalId: String(row.id),
      listingExternalIds: ['1'],
      name: 'Loft',
      active: true,
      floor: null,
      housekeepingStatus: null,
    }
  })
  const rowOf = (id: number, more = {}) => ({
    id,
    ...Object.fromEntries(fieldNames.map((name) => [name, 'fine'])),
    ...more,
  })
  return { units, rowOf, count: () => tries }
}

describe('a row that cannot be mapped as it is', () => {
  it('is given up after few tries where no field mends it', () => {
    const { units, rowOf, count } = world((row) => {
      // The mapping fails without these two fields, so the others are never judged.
      for (const needed of ['f17', 'f90'] as const) if (row[needed] == null) throw new TypeError('needed')
      throw new Error('of a kind that nobody knows')
    })
    const { records, failures } = mapRows(
      Array.from({ length: 100 }, (_, at) => rowOf(at)),
      units,
    )
    assert.equal(records.length, 0)
    assert.equal(failures.length, 100)
    assert.match(failures[0]?.message ?? '', /nobody knows/)
    assert.ok(count() < 600, `${count()} tries of a hundred rows`)
  })

  it('is stored without the one field that hinders, wherever it stands', () => {
    for (const name of [fieldNames[0], fieldNames[63], fieldNames[119]] as string[]) {
      const { units, rowOf, count } = world((row) => {
        if (row['f5'] == null) throw new EssentialMissing('needed')
        if (row[name] === 'spoilt') throw new Error(`${name} cannot be read`)
      })
      const { records } = mapRows([rowOf(1, { [name]: 'spoilt' })], units)
      assert.deepEqual(unreadOf(records[0] ?? {}), [{ field: name, found: 'text' }])
      assert.ok(count() < 40, `${count()} tries`)
    }
  })

  it('is stored without each of several that hinder one after the other', () => {
    const spoilt = ['f7', 'f8', 'f60', 'f119']
    const { units, rowOf } = world((row) => {
      for (const name of spoilt) if (row[name] === 'spoilt') throw new Error(`${name} cannot be read`)
    })
    const { records } = mapRows([rowOf(1, Object.fromEntries(spoilt.map((name) => [name, 'spoilt'])))], units)
    assert.deepEqual(
      unreadOf(records[0] ?? {}).map(({ field }) => field),
      spoilt,
    )
  })

  it('lets others have the process between the rows of a page', async () => {
    const { units, rowOf } = world(() => {
      const end = performance.now() + 2
      while (performance.now() < end);
      throw new Error('slow, and of a kind that nobody knows')
    })
    let turns = 0
    const counting = setInterval(() => (turns += 1), 1)
    const { failures } = await mapNews(
      {} as never,
      Array.from({ length: 30 }, (_, at) => rowOf(at)),
      units,
    )
    clearInterval(counting)
    assert.equal(failures.length, 30)
    assert.ok(turns >= 3, `${turns} turns of others`)
  })
})
