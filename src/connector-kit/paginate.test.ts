import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { decimalString } from './money.ts'
import { mapOne, mapping, mapRows, offsetPage, readCursor } from './paginate.ts'
import { walkAll } from './testing/walk.ts'
import { unreadOf, withUnread } from './tolerance/unread-fields.ts'
import { Amount, Id, list, maybe, Text } from './vendor-fields.ts'

type Row = { id: number }

/** Simulates a vendor's list that can change between pages. */
function listOf(
  rows: Row[],
  answer: (offset: number, limit: number) => { rows: Row[]; total: number | null },
) {
  return (cursor: string | null) =>
    offsetPage({ cursor, limit: 4, fetch: async ({ offset, limit }) => answer(offset, limit) }).then(
      (page) => ({
        records: page.rows as Row[],
        failures: [],
        next: page.next,
        rows,
      }),
    )
}

const numbered = (count: number): Row[] => Array.from({ length: count }, (_, index) => ({ id: index + 1 }))
const ids = (rows: Row[]) => rows.map(({ id }) => id)

describe('offsetPage', () => {
  for (const count of [0, 1, 3, 4, 5, 8, 23]) {
    for (const hasTotal of [true, false]) {
      it(`reads ${count} rows once, ${hasTotal ? 'with' : 'without'} a total`, async () => {
        const rows = numbered(count)
        const slice = (offset: number, limit: number) => ({
          rows: rows.slice(offset, offset + limit),
          total: hasTotal ? count : null,
        })
        assert.deepEqual(ids((await walkAll(listOf(rows, slice))).records), ids(rows))
      })
    }
  }

  it('leaves no gap when rows vanish during the walk', async () => {
    const rows = numbered(20)
    let pages = 0
    const shrinking = (offset: number, limit: number) => {
      pages += 1
      if (pages === 3) rows.splice(0, 2)
      return { rows: rows.slice(offset, offset + limit), total: rows.length }
    }
    const walkedIds = ids((await walkAll(listOf(rows, shrinking))).records)
    assert.deepEqual(
      ids(rows).filter((id) => !walkedIds.includes(id)),
      [],
    )
  })

  it('reads as many rows again as the list needs', async () => {
    const read = async (overlap: number): Promise<number[]> => {
      const rows = numbered(40)
      const shrinking = async ({ offset, limit }: { offset: number; limit: number }) => {
        rows.splice(0, offset === 0 ? 0 : 6)
        return { rows: rows.slice(offset, offset + limit), total: rows.length }
      }
      const { records } = await walkAll(async (cursor) => {
        const page = await offsetPage({ cursor, limit: 20, fetch: shrinking, overlap })
        return { records: page.rows as Row[], failures: [], next: page.next }
      })
      return ids(records)
    }
    assert.deepEqual(await read(6), ids(numbered(40)))
    assert.ok((await read(3)).length < 40)
  })

  it('goes on when the vendor gives less than was asked for', async () => {
    const rows = numbered(11)
    const stingy = (offset: number) => ({ rows: rows.slice(offset, offset + 2), total: 11 })
    const walkedIds = ids((await walkAll(listOf(rows, stingy))).records)
    assert.deepEqual([...new Set(walkedIds)], ids(rows))
  })

  it('complains when the list ends before what was promised', async () => {
    const rows = numbered(6)
    const broken = (offset: number, limit: number) => ({
      rows: rows.slice(offset, offset + limit),
      total: 50,
    })
    await assert.rejects(walkAll(listOf(rows, broken)), /promised/)
  })

  it('leaves out what it has read, wherever the id stands', async () => {
    const rows = numbered(9).map(({ id }) => ({ _id: `key-${id}` }))
    const idOf = (row: unknown) => (row as { _id: string })._id
    const { records } = await walkAll(async (cursor) => {
      const fetch = async ({ offset, limit }: { offset: number; limit: number }) => ({
        rows: rows.slice(offset, offset + limit),
        total: rows.length,
      })
      const page = await offsetPage({ cursor, limit: 4, fetch, idOf })
      return { records: page.rows, failures: [], next: page.next }
    })
    assert.deepEqual(records, rows)
  })

  it('ends even when the vendor repeats itself for ever', async () => {
    const same = () => ({ rows: numbered(4), total: null })
    await assert.rejects(walkAll(listOf([], same)), /did not end/)
  })
})

describe('mapRows', () => {
  const Row = Type.Object({
    id: Id,
    name: Type.String(),
    note: Text,
    size: Amount,
    tags: list(Type.String()),
  })
  const units = mapping('unit', Row, (row) => {
    if (row.name === 'unknown') throw new Error('cannot say what that is')
    if (row.name === 'none') return undefined
    const floor = decimalString(row.size)
    return {
      externalId: String(row.id),
      listingExternalIds: ['1'],
      name: row.name,
      active: true,
      floor,
      housekeepingStatus: row.note ?? null,
    }
  })

  it('keeps the good, leaves out the unwanted and reports what lacks an essential', () => {
    const rows = [
      { id: 1, name: 'a' },
      { id: 2, name: 'unknown' },
      { name: 'c' },
      null,
      { id: 4, name: 'none' },
    ]
    const { records, failures } = mapRows(rows, units)
    assert.deepEqual(
      records.map(({ externalId }) => externalId),
      ['1'],
    )
    assert.deepEqual(
      failures.map(({ externalId }) => externalId),
      ['2', 'unknown', 'unknown'],
    )
    assert.match(failures[0]?.message ?? '', /cannot say/)
  })

  it('stores a row without the side fields that cannot be read, and names them', () => {
    const { records, failures } = mapRows(
      [{ id: '7', name: 8, note: ['x'], size: 'large', tags: 'loft' }],
      units,
    )
    assert.deepEqual(failures, [])
    const [record] = records
    assert.ok(record)
    assert.deepEqual(
      { ...record },
      withUnread({ ...unitOf('7', '8'), floor: null, housekeepingStatus: null }, unreadOf(record)),
    )
    assert.deepEqual(unreadOf(record), [
      { field: 'note', found: 'list' },
      { field: 'tags', found: 'text' },
      { field: 'size', found: 'text' },
    ])
  })

  it('reads each field of a dictionary by itself', () => {
    const Dated = Type.Object({
      id: Id,
      days: maybe(Type.Record(Type.String(), Type.Object({ price: Amount, open: Type.Boolean() }))),
    })
    const dated = mapping('unit', Dated, (row) =>
      unitOf(String(row.id), Object.keys(row.days ?? {}).join(' ')),
    )
    const { records } = mapRows(
      [{ id: 1, days: { a: { open: 'Yes' }, b: 'none', c: { open: 0, price: '1.540,50' } } }],
      dated,
    )
    assert.equal(records[0]?.name, 'a c')
    assert.deepEqual(unreadOf(records[0] ?? {}), [{ field: 'days.*', found: 'text' }])
  })

  it('keeps secrets out of the excerpt', () => {
    const [failure] = mapRows([{ id: 1, name: null, apiKey: 'very-secret-value' }], units).failures
    assert.ok(failure?.excerpt && !failure.excerpt.includes('very-secret-value'))
  })

  it('throws for a single row', () => {
    assert.throws(() => mapOne({ id: 2, name: 'unknown' }, units), /cannot say/)
    assert.equal(mapOne({ id: 2, name: 'none' }, units), null)
  })
})

const unitOf = (externalId: string, name: string) => ({
  externalId,
  listingExternalIds: ['1'],
  name,
  active: true,
})

describe('readCursor', () => {
  it('starts anew without one and refuses a broken one', () => {
    assert.deepEqual(readCursor(null, { offset: 0 }), { offset: 0 })
    assert.throws(() => readCursor('{', { offset: 0 }), /start the walk again/)
  })
})
