import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startSimulator } from '../../../simulators/index.ts'
import { openBench } from '../../connector-kit/testing/bench.ts'
import { walkAll } from '../../connector-kit/testing/walk.ts'
import { lodgify } from './index.ts'
import { beginWalk, watermarkOf } from '../../connector-kit/change-walk.ts'
import { advance, partsOf } from './reservation-walk.ts'

const now = new Date('2026-05-11T09:30:00Z')
const row = (updated_at: unknown) => ({ id: 1, updated_at })

describe('the walk over Lodgify bookings', () => {
  it('reads everything, then what has changed since it began', () => {
    const place = beginWalk(now, null)
    const changed = '2026-05-11T09:25:00.000Z'
    assert.deepEqual(partsOf(place, null), [
      { list: 'bookings', changedSince: null },
      { list: 'enquiries', changedSince: null },
      { list: 'bookings', changedSince: changed },
      { list: 'enquiries', changedSince: changed },
    ])
    const since = '2026-05-10T00:00:00Z'
    assert.deepEqual(partsOf(beginWalk(now, since), since), [
      { list: 'bookings', changedSince: since },
      { list: 'enquiries', changedSince: since },
    ])
  })

  it('ends at the newest change, but never later than it began', () => {
    const after = (rows: unknown[], since: string | null = null) =>
      watermarkOf(advance(beginWalk(now, since), rows, null))
    assert.equal(
      after([row('2026-05-01T08:00:00+00:00'), row('2026-05-02T08:00:00')]),
      '2026-05-02T08:00:00Z',
    )
    assert.equal(after([row('2026-05-11T09:29:00Z')]), '2026-05-11T09:25:00.000Z')
    assert.equal(after([], '2026-05-01T08:00:00Z'), '2026-05-01T08:00:00Z')
    assert.equal(after([row('soon'), row(5), null, 'text']), null)
  })

  // The vendor documents no order, so it must not matter.
  for (const bookingOrder of [0, 1, 2]) {
    it(`finds everything in order ${bookingOrder} while rows change and vanish`, async () => {
      const start: typeof startSimulator = (vendor, options) =>
        startSimulator(vendor, { ...options, habits: { bookingOrder } })
      const bench = await openBench(lodgify, start, { listings: 9, reservations: 300 })
      try {
        const { reservations } = lodgify.operations
        const held = async () => (await bench.control.state()).reservations.map(({ id }) => String(id))
        const ids = (await held()).filter((id) => !id.startsWith('E'))
        let step = 0
        const walked = await walkAll(
          (cursor) => reservations!.page(bench.context(), { cursor, since: null }),
          async () => {
            step += 1
            if (step > 5) return
            await bench.advance(2000)
            for (const part of [0.1, 0.5, 0.9]) {
              const id = ids[Math.floor(ids.length * part) + step]
              if (id !== undefined) await bench.control.change(id, { notes: `step ${step}` })
            }
            await bench.control.erase(ids[step * 10] ?? '')
          },
        )
        assert.ok(step > 5)
        const walkedIds = new Set(walked.records.map(({ externalId }) => externalId))
        assert.deepEqual(
          (await held()).filter((id) => !walkedIds.has(id)),
          [],
        )
      } finally {
        await bench.close()
      }
    })
  }

  it('finds an enquiry that was thrown away by asking for it', async () => {
    const bench = await openBench(lodgify, startSimulator, { listings: 2, reservations: 20 })
    try {
      const { one } = lodgify.operations.reservations!
      const all = () => bench.walk().reservations()
      const id = (await all()).records.find(({ externalId }) => externalId.startsWith('E'))?.externalId ?? ''
      await bench.control.change(id, { is_deleted: true })
      assert.ok(!(await all()).records.some(({ externalId }) => externalId === id))
      const record = await one!(bench.context(), id)
      assert.ok(record?.kind === 'inquiry' && record.status === 'declined')
      assert.equal(await one!(bench.context(), 'E1'), null)
    } finally {
      await bench.close()
    }
  })

  it('never asks for a list without saying that everything is wanted', async () => {
    const bench = await openBench(lodgify, startSimulator, { listings: 2, reservations: 10 })
    try {
      await bench.walk().reservations()
      const calls = (await bench.control.calls()) as unknown as { path: string; query: string }[]
      const lists = calls.filter(({ path }) => path === '/v2/reservations/bookings')
      assert.ok(lists.length > 0)
      for (const { query } of lists) assert.match(query, /stayFilter=All&trash=All/)
    } finally {
      await bench.close()
    }
  })
})
