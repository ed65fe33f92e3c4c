import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { walkAll } from '../../connector-kit/testing/walk.ts'
import { reservations } from './reservations.ts'

interface Row {
  id: number
  listingMapId: number
  status: string
  arrivalDate: string
  departureDate: string
  updatedOn: string
}

/** Simulates the vendor's list, newest change first, read by afterId; it can change between two calls. */
class VendorList {
  rows: Row[] = []
  calls = 0
  #seconds = 0
  readonly #gone: 'error' | 'empty'
  readonly #tellsCount: boolean

  constructor(
    count: number,
    { gone = 'error', tellsCount = true }: { gone?: 'error' | 'empty'; tellsCount?: boolean },
  ) {
    this.#gone = gone
    this.#tellsCount = tellsCount
    for (let id = 1; id <= count; id += 1) this.add(id)
  }

  add(id: number): void {
    const dates = { arrivalDate: '2026-07-01', departureDate: '2026-07-03' }
    this.rows.push({ id, listingMapId: 1, status: 'new', ...dates, updatedOn: this.#now(id % 3 === 0) })
  }

  change(id: number): void {
    const row = this.rows.find((candidate) => candidate.id === id)
    if (row !== undefined) row.updatedOn = this.#now(true)
  }

  remove(id: number): void {
    this.rows = this.rows.filter((row) => row.id !== id)
  }

  context(onCall: () => void = () => {}): VendorContext {
    const http = {
      get: async (_path: string, { query = {} }: { query?: Record<string, unknown> } = {}) => {
        this.calls += 1
        onCall()
        return this.#page(
          query.afterId === undefined ? undefined : Number(query.afterId),
          Number(query.limit),
        )
      },
      post: async () => assert.fail(),
      put: async () => assert.fail(),
      patch: async () => assert.fail(),
      delete: async () => assert.fail(),
    }
    return { http, now: () => new Date() }
  }

  #page(afterId: number | undefined, limit: number): unknown {
    const sorted = this.rows.toSorted((a, b) => b.updatedOn.localeCompare(a.updatedOn) || b.id - a.id)
    const at = sorted.findIndex((row) => row.id === afterId)
    if (afterId !== undefined && at < 0 && this.#gone === 'error')
      throw new VendorError('not_found', 'no such row')
    const start = afterId === undefined ? 0 : at < 0 ? sorted.length : at + 1
    const result = sorted.slice(start, start + limit).map((row) => ({ ...row }))
    return { status: 'success', result, ...(this.#tellsCount ? { count: this.rows.length } : {}) }
  }

  // Several rows share a second, as in bulk changes.
  #now(advance: boolean): string {
    if (advance) this.#seconds += 1
    return new Date(Date.parse('2026-05-01T00:00:00Z') + this.#seconds * 1000)
      .toISOString()
      .slice(0, 19)
      .replace('T', ' ')
  }
}

const walk = (context: VendorContext, since: string | null, between?: (pages: number) => Promise<void>) =>
  walkAll((cursor) => reservations.page(context, { cursor, since }), between)

const idsOf = (records: { externalId: string }[]) => records.map(({ externalId }) => Number(externalId))

describe('the walk over Hostaway reservations', () => {
  for (const count of [0, 1, 99, 100, 101, 200, 250]) {
    for (const tellsCount of [true, false]) {
      it(`gives each of ${count} rows once ${tellsCount ? 'with' : 'without'} a count`, async () => {
        const list = new VendorList(count, { tellsCount })
        const { records } = await walk(list.context(), null)
        assert.deepEqual(
          idsOf(records).toSorted((a, b) => a - b),
          list.rows.map(({ id }) => id),
        )
      })
    }
  }

  it('misses nothing while rows change, come and go', async () => {
    const action = fc.record({
      kind: fc.constantFrom('change', 'add', 'remove', 'changeEnd', 'removeEnd'),
      id: fc.integer({ min: 1, max: 260 }),
    })
    const plan = fc.array(fc.array(action, { maxLength: 4 }), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(plan, fc.constantFrom<'error' | 'empty'>('error', 'empty'), async (steps, gone) => {
        const list = new VendorList(260, { gone })
        let last: number[] = []
        let fresh = 1000
        const page = async (cursor: string | null) => {
          const answered = await reservations.page(list.context(), { cursor, since: null })
          last = idsOf(answered.records)
          return answered
        }
        const walked = await walkAll(page, async (pages) => {
          for (const { kind, id } of steps[pages - 1] ?? []) {
            if (kind === 'add') list.add((fresh += 1))
            else if (kind.startsWith('remove')) list.remove(kind === 'remove' ? id : (last.at(-1) ?? id))
            else list.change(kind === 'change' ? id : (last.at(-1) ?? id))
          }
        })
        const walkedIds = new Set(idsOf(walked.records))
        const later = new Set(idsOf((await walk(list.context(), walked.watermark)).records))
        const missed = list.rows.filter(({ id }) => !walkedIds.has(id) && !later.has(id))
        assert.deepEqual(missed, [])
      }),
      { numRuns: 60 },
    )
  })

  it('stops an incremental walk where the old begins', async () => {
    const list = new VendorList(250, {})
    const { watermark } = await walk(list.context(), null)
    list.change(7)
    list.calls = 0
    const { records } = await walk(list.context(), watermark)
    assert.ok(idsOf(records).includes(7))
    assert.ok(records.length < 10)
    assert.equal(list.calls, 1)
  })

  it('reads on when the list is not sorted as documented', async () => {
    const list = new VendorList(150, {})
    const since = list.rows.at(-1)?.updatedOn.replace(' ', 'T') + 'Z'
    const context = list.context()
    const { get } = context.http
    const shuffled = async (...call: Parameters<typeof get>) => {
      const answer = (await get(...call)) as { result: Row[] }
      return { ...answer, result: answer.result.toReversed() }
    }
    const { pages } = await walkAll((cursor) =>
      reservations.page({ ...context, http: { ...context.http, get: shuffled } }, { cursor, since }),
    )
    assert.ok(pages > 1)
  })

  it('complains when rows that were promised never come', async () => {
    const list = new VendorList(120, {})
    const context = list.context()
    const { get } = context.http
    const lying = async (...call: Parameters<typeof get>) => ({
      ...((await get(...call)) as object),
      count: 500,
    })
    await assert.rejects(
      walk({ ...context, http: { ...context.http, get: lying } }, null),
      /after 120 of 500 rows/,
    )
  })

  it('complains when it has lost its place', async () => {
    const list = new VendorList(250, {})
    const lost = walk(list.context(), null, async (pages) => {
      if (pages === 1) for (const { id } of list.rows.slice(-100)) list.remove(id)
    })
    await assert.rejects(lost, /start the walk again/)
  })
})
