import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { walkAll } from '../../connector-kit/testing/walk.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { reservations } from './reservations.ts'

interface Row {
  _id: string
  listingId: string
  status: string
  confirmedAt: string
  checkInDateLocalized: string
  checkOutDateLocalized: string
  lastUpdatedAt: string | null
}

interface Habits {
  /** Whether the answer counts the list, the page, or nothing. */
  count?: 'list' | 'page' | 'none'
  /** The vendor gives no more than this at once, whatever was asked for. */
  mostRows?: number
  ignoresSort?: boolean
  ignoresFilters?: boolean
}

/** The vendor's list, filtered and sorted by the time of the last change; it can change between two calls. */
class VendorList {
  rows: Row[] = []
  calls = 0
  #ms = Date.parse('2026-05-01T00:00:00Z')
  readonly #habits: Habits

  constructor(count: number, habits: Habits = {}) {
    this.#habits = habits
    for (let id = 1; id <= count; id += 1) this.add(id)
  }

  add(id: number): void {
    this.rows.push({
      _id: idOf(id),
      listingId: 'home',
      status: 'confirmed',
      confirmedAt: '2026-04-01T00:00:00.000Z',
      checkInDateLocalized: '2026-07-01',
      checkOutDateLocalized: '2026-07-03',
      // Several rows share a moment, as in bulk changes.
      lastUpdatedAt: this.#now(id % 3 === 0),
    })
  }

  change(id: number): void {
    const row = this.rows.find((candidate) => candidate._id === idOf(id))
    if (row !== undefined) row.lastUpdatedAt = this.#now(true)
  }

  remove(id: number): void {
    this.rows = this.rows.filter((row) => row._id !== idOf(id))
  }

  context(): VendorContext {
    const http = {
      get: async (path: string, { query = {} }: { query?: Record<string, unknown> } = {}) => {
        // An account that was not let into the newer interface.
        if (path !== '/v1/reservations') throw new VendorError('rejected', path, { status: 403 })
        return query.limit === 1 ? this.#head() : this.#page(query)
      },
      post: async () => assert.fail(),
      put: async () => assert.fail(),
      patch: async () => assert.fail(),
      delete: async () => assert.fail(),
    }
    return { http, now: () => new Date() }
  }

  #head(): unknown {
    const newest = this.rows.toSorted((a, b) => ((a.lastUpdatedAt ?? '') < (b.lastUpdatedAt ?? '') ? 1 : -1))
    return { results: newest.slice(0, 1), count: this.rows.length }
  }

  #page(query: Record<string, unknown>): unknown {
    this.calls += 1
    const { count = 'list', mostRows = 100, ignoresSort, ignoresFilters } = this.#habits
    assert.equal(query.sort, 'lastUpdatedAt')
    const filters = JSON.parse(String(query.filters ?? '[]')) as { operator: string; value: string }[]
    const found = this.rows.filter(({ lastUpdatedAt }) =>
      filters.every(({ operator, value }) => {
        assert.equal(operator, '$gt')
        return ignoresFilters === true || (lastUpdatedAt !== null && lastUpdatedAt > value)
      }),
    )
    const key = (row: Row) => `${row.lastUpdatedAt ?? ''} ${row._id}`
    const sorted = ignoresSort === true ? found : found.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
    const limit = Math.min(Number(query.limit), mostRows)
    const results = sorted.slice(Number(query.skip), Number(query.skip) + limit).map((row) => ({ ...row }))
    const told = { list: { count: found.length }, page: { count: results.length }, none: {} }[count]
    return { results, limit, skip: query.skip, ...told }
  }

  #now(advance: boolean): string {
    if (advance) this.#ms += 7
    return new Date(this.#ms).toISOString()
  }
}

const idOf = (id: number): string => id.toString(16).padStart(24, '0')
const walk = (context: VendorContext, since: string | null, between?: (pages: number) => Promise<void>) =>
  walkAll((cursor) => reservations.page(context, { cursor, since }), between)
const idsOf = (records: { externalId: string }[]) => records.map(({ externalId }) => externalId)
const heldIds = (list: VendorList) => list.rows.map(({ _id }) => _id)

describe('the walk over the older list of Guesty reservations', () => {
  for (const size of [0, 1, 99, 100, 101, 200, 250]) {
    for (const count of ['list', 'page', 'none'] as const) {
      it(`gives each of ${size} rows once, counting ${count}`, async () => {
        const list = new VendorList(size, { count })
        const { records, failures } = await walk(list.context(), null)
        assert.deepEqual(failures, [])
        assert.deepEqual(idsOf(records).toSorted(), heldIds(list))
      })
    }
  }

  it('gives each row once when all of them changed in one moment, or have no time at all', async () => {
    for (const time of ['2026-05-01T00:00:00.000Z', null]) {
      const list = new VendorList(320)
      for (const row of list.rows) row.lastUpdatedAt = time
      assert.deepEqual(idsOf((await walk(list.context(), null)).records).toSorted(), heldIds(list))
    }
    const mixed = new VendorList(320)
    mixed.rows.slice(0, 150).forEach((row) => (row.lastUpdatedAt = null))
    assert.deepEqual(idsOf((await walk(mixed.context(), null)).records).toSorted(), heldIds(mixed))
  })

  it('goes on when the vendor gives less than was asked for', async () => {
    const list = new VendorList(120, { mostRows: 25 })
    assert.deepEqual(idsOf((await walk(list.context(), null)).records).toSorted(), heldIds(list))
  })

  it('reads everything of a list that is not sorted or not filtered as asked for', async () => {
    for (const habits of [
      { ignoresSort: true },
      { ignoresFilters: true },
      { ignoresSort: true, ignoresFilters: true },
    ]) {
      const list = new VendorList(350, habits)
      // In no order at all.
      list.rows.sort((a, b) => (a._id.slice(-2) < b._id.slice(-2) ? 1 : -1))
      const { records } = await walk(list.context(), null)
      assert.deepEqual(
        [...new Set(idsOf(records))].toSorted(),
        heldIds(list).toSorted(),
        JSON.stringify(habits),
      )
    }
  })

  it('misses nothing while rows change, come and go', async () => {
    const action = fc.record({
      kind: fc.constantFrom('change', 'add', 'remove', 'changeEnd', 'removeEnd'),
      id: fc.integer({ min: 1, max: 260 }),
    })
    const plan = fc.array(fc.array(action, { maxLength: 8 }), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(plan, fc.constantFrom('list', 'page', 'none'), async (steps, count) => {
        const list = new VendorList(260, { count })
        let last: number[] = []
        let fresh = 1000
        const page = async (cursor: string | null) => {
          const answered = await reservations.page(list.context(), { cursor, since: null })
          last = idsOf(answered.records).map((id) => Number.parseInt(id, 16))
          return answered
        }
        const walked = await walkAll(page, async (pages) => {
          for (const { kind, id } of steps[pages - 1] ?? []) {
            if (kind === 'add') list.add((fresh += 1))
            else if (kind.startsWith('remove')) list.remove(kind === 'remove' ? id : (last.at(-1) ?? id))
            else list.change(kind === 'change' ? id : (last.at(-1) ?? id))
          }
        })
        const seen = new Set(idsOf(walked.records))
        const later = new Set(idsOf((await walk(list.context(), walked.watermark)).records))
        const missed = heldIds(list).filter((id) => !seen.has(id) && !later.has(id))
        assert.deepEqual(missed, [])
      }),
      { numRuns: 60 },
    )
  })

  it('starts an incremental walk at the newest change, that moment included', async () => {
    const list = new VendorList(250)
    const { watermark } = await walk(list.context(), null)
    list.change(7)
    list.calls = 0
    const { records, watermark: next } = await walk(list.context(), watermark)
    assert.ok(idsOf(records).includes(idOf(7)))
    assert.ok(records.length < 10)
    assert.equal(list.calls, 1)
    assert.equal((await walk(list.context(), next)).records.length, 1)
  })

  it('promises the whole list once, and nothing for an incremental walk', async () => {
    const list = new VendorList(150)
    const first = await reservations.page(list.context(), { cursor: null, since: null })
    assert.equal(first.expected, 150)
    const second = await reservations.page(list.context(), { cursor: first.next, since: null })
    assert.equal(second.expected, undefined)
    const since = '2026-05-01T00:00:00Z'
    assert.equal((await reservations.page(list.context(), { cursor: null, since })).expected, undefined)
  })
})
