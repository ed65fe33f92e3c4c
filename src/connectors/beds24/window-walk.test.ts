import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { advance, beginWalk, endOf, moment, narrowed, watermarkOf, type WindowCursor } from './window-walk.ts'

interface Row {
  id: number
  bookingTime: string
  modifiedTime: string
}

const now = Date.parse('2026-05-01T12:00:00Z')
const pageSize = 10

/** The vendor has small pages in an order of its own; `inclusive` says if its bounds are included. */
function vendor(rows: Row[], inclusive = true) {
  const read = (place: WindowCursor) => {
    const [from, to] = [moment(place.from), moment(endOf(place))]
    const fits = (time: string) => (inclusive ? time >= from && time <= to : time > from && time < to)
    const found = rows
      .filter((row) => fits(row[place.field]))
      .toSorted((a, b) => (a.id % 7) - (b.id % 7) || a.id - b.id)
    const start = (place.page - 1) * pageSize
    return { rows: found.slice(start, start + pageSize), goesOn: found.length > start + pageSize }
  }
  const walk = (since: string | null, between: () => void = () => {}) => {
    const ids: number[] = []
    let watermark = ''
    let calls = 0
    for (let place: WindowCursor | null = beginWalk(since, now); place !== null;) {
      const answered = read(place)
      calls += 1
      assert.ok(calls < 500, 'the walk does not end')
      const smaller = narrowed(place, answered)
      if (smaller !== null) {
        place = smaller
        continue
      }
      watermark = watermarkOf(place, answered.rows)
      const { fresh, next } = advance(place, answered)
      ids.push(...fresh.map((row) => (row as Row).id))
      between()
      place = next
    }
    return { ids, watermark, calls }
  }
  return { walk }
}

const at = (seconds: number) => moment(Date.parse('2025-01-01T00:00:00Z') + seconds * 1000)
const spread = (count: number, seconds: number) =>
  Array.from({ length: count }, (_, id) => ({
    id,
    bookingTime: at(id * seconds),
    modifiedTime: at(id * seconds),
  }))
const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b)

describe('a walk by windows of time', () => {
  it('gives every row once, however they are spread and whatever bounds mean', () => {
    for (const inclusive of [true, false]) {
      for (const seconds of [0, 1, 2, 3600, 90_000]) {
        const rows = spread(95, seconds)
        const { ids } = vendor(rows, inclusive).walk(null)
        assert.deepEqual(
          sorted(ids),
          rows.map(({ id }) => id),
          `${seconds} s, inclusive ${inclusive}`,
        )
      }
    }
  })

  it('misses nothing when rows vanish behind it', () => {
    const rows = spread(80, 50_000)
    const survivors = new Set(rows.filter(({ id }) => id >= 20).map(({ id }) => id))
    const { ids } = vendor(rows).walk(
      null,
      () => void (rows[0] !== undefined && rows[0].id < 20 && rows.shift()),
    )
    assert.deepEqual(
      [...survivors].filter((id) => !ids.includes(id)),
      [],
    )
  })

  it('reads only what changed, that moment included', () => {
    const { ids } = vendor(spread(50, 3600)).walk(at(45 * 3600))
    assert.deepEqual(sorted(ids), [45, 46, 47, 48, 49])
  })

  it('starts the next one at the newest change, or before this one began', () => {
    assert.equal(vendor(spread(50, 3600)).walk(null).watermark, at(49 * 3600))
    const fresh = { id: 99, bookingTime: moment(now), modifiedTime: moment(now + 60_000) }
    assert.equal(vendor([fresh]).walk(null).watermark, '2026-05-01T11:00:00Z')
    assert.equal(vendor([]).walk(null).watermark, '2026-05-01T11:00:00Z')
  })
})
