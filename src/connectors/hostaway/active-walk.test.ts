import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { walkAll } from '../../connector-kit/testing/walk.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { conversations } from './conversations.ts'

type Query = Record<string, unknown>

/** Bookings have one conversation each, newest activity first; `after` is how the vendor treats `afterId`. */
function account(count: number, after: 'goes on' | 'refuses' | 'ignores' = 'goes on') {
  const bookings = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    latestActivityOn: stamp(count - index),
  }))
  const queries: Query[] = []
  const list = (query: Query): unknown[] => {
    queries.push(query)
    assert.equal(query.sortOrder, 'latestActivityDesc')
    const sorted = bookings.toSorted((a, b) => (a.latestActivityOn < b.latestActivityOn ? 1 : -1))
    const at = sorted.findIndex(({ id }) => String(id) === query.afterId)
    if (query.afterId !== undefined && (after === 'refuses' || at < 0))
      throw new VendorError('rejected', 'unknown afterId', { status: 400 })
    const start = query.afterId !== undefined && after === 'goes on' ? at + 1 : Number(query.offset ?? 0)
    return sorted.slice(start, start + Number(query.limit))
  }
  const get = async (path: string, { query = {} }: { query?: Query } = {}) => {
    const [, id] = /reservations\/(\d+)\/conversations/.exec(path) ?? []
    const result = id === undefined ? list(query) : [{ id: Number(id) + 1000, reservationId: Number(id) }]
    return { status: 'success', result }
  }
  const none = async () => assert.fail()
  const context: VendorContext = {
    http: { get, post: none, put: none, patch: none, delete: none },
    now: () => new Date(),
  }
  return { bookings, queries, context }
}

const stamp = (minute: number) =>
  new Date(Date.UTC(2026, 4, 1, 0, minute)).toISOString().slice(0, 19).replace('T', ' ')
const since = '2026-04-30T00:00:00Z'
const walk = (context: VendorContext, between?: (pages: number) => Promise<void>) =>
  walkAll((cursor) => conversations.page(context, { cursor, since }), between)
const idsOf = (records: { externalId: string }[]) => new Set(records.map(({ externalId }) => externalId))

describe('the walk over recent Hostaway conversations', () => {
  for (const count of [0, 1, 19, 20, 21, 65]) {
    it(`goes on after the last of ${count} rows, never by position`, async () => {
      const { context, queries } = account(count)
      assert.equal((await walk(context)).records.length, count)
      assert.ok(queries.every(({ offset }) => offset === undefined))
    })
  }

  for (const after of ['refuses', 'ignores'] as const) {
    it(`goes by position where the vendor ${after} rows to go on after`, async () => {
      const { context, queries } = account(65, after)
      assert.equal(idsOf((await walk(context)).records).size, 65)
      assert.ok(queries.some(({ offset }) => offset !== undefined))
    })
  }

  it('misses none when rows move to the top or vanish under it', async () => {
    const { context, bookings } = account(65)
    let minute = 100
    const { records } = await walk(context, async (pages) => {
      const row = bookings.find(({ id }) => id === pages * 20)
      // This row is the one that the next page continues after.
      if (pages === 1 && row !== undefined) row.latestActivityOn = stamp((minute += 1))
      if (pages === 2 && row !== undefined) bookings.splice(bookings.indexOf(row), 1)
    })
    const found = idsOf(records)
    assert.deepEqual(
      bookings.filter(({ id }) => !found.has(String(id + 1000))),
      [],
    )
  })
})
