import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { planBatches, planChanges, type PushedNight } from './plan.ts'

const night = (date: string, more: Partial<PushedNight> = {}): PushedNight => ({
  listingId: '1',
  listingExternalId: 'A',
  unitCount: 1,
  currency: 'EUR',
  date,
  version: 1,
  available: null,
  price: '100',
  minNights: null,
  maxNights: null,
  ...more,
})

const ranges = (nights: PushedNight[]) => planChanges(nights).map(({ change }) => [change.from, change.to])

describe('nights to be sent', () => {
  it('become ranges where they follow each other with the same settings', () => {
    const nights = ['2026-07-02', '2026-06-30', '2026-07-01', '2026-07-05'].map((date) => night(date))
    assert.deepEqual(ranges(nights), [
      ['2026-06-30', '2026-07-02'],
      ['2026-07-05', '2026-07-05'],
    ])
  })

  it('are apart where settings or listings differ', () => {
    assert.deepEqual(
      ranges([
        night('2026-07-01'),
        night('2026-07-02', { price: '120' }),
        night('2026-07-03', { minNights: 2 }),
      ]),
      [
        ['2026-07-01', '2026-07-01'],
        ['2026-07-02', '2026-07-02'],
        ['2026-07-03', '2026-07-03'],
      ],
    )
    assert.equal(ranges([night('2026-07-01'), night('2026-07-02', { listingId: '2' })]).length, 2)
  })

  it('of a listing that is two rooms at the vendor are those of each room', () => {
    const nights = ['2026-07-01', '2026-07-02', '2026-07-03'].flatMap((date) =>
      ['B', 'A'].map((listingExternalId) => night(date, { listingExternalId })),
    )
    const planned = planChanges(nights)
    assert.deepEqual(
      planned.map(({ change: { listingExternalId, from, to } }) => [listingExternalId, from, to]),
      [
        ['A', '2026-07-01', '2026-07-03'],
        ['B', '2026-07-01', '2026-07-03'],
      ],
    )
  })

  it('carry only what was set', () => {
    const [first] = planChanges([night('2026-07-01', { available: false, price: null })])
    assert.deepEqual(first?.change, {
      listingExternalId: 'A',
      unitCount: 1,
      currency: 'EUR',
      from: '2026-07-01',
      to: '2026-07-01',
      available: false,
    })
  })

  it('go in batches as the vendor takes them', () => {
    const nights = ['1', '2'].flatMap((listingId) =>
      ['2026-07-01', '2026-07-03', '2026-07-05'].map((date) =>
        night(date, { listingId, listingExternalId: `L${listingId}` }),
      ),
    )
    const sizes = (changes: number, listings: 'one' | 'many') =>
      planBatches(nights, { changes, listings }).map((batch) => batch.length)
    assert.deepEqual(sizes(100, 'many'), [6])
    assert.deepEqual(sizes(4, 'many'), [4, 2])
    assert.deepEqual(sizes(100, 'one'), [3, 3])
    assert.deepEqual(sizes(2, 'one'), [2, 1, 2, 1])
    assert.deepEqual(sizes(1, 'one'), [1, 1, 1, 1, 1, 1])
  })

  it('are each sent once, whatever the limits', () => {
    const some = fc.record({
      listing: fc.integer({ min: 1, max: 3 }),
      room: fc.integer({ min: 1, max: 2 }),
      day: fc.integer({ min: 0, max: 40 }),
      price: fc.constantFrom('100', '120', null),
    })
    fc.assert(
      fc.property(
        fc.uniqueArray(some, {
          selector: ({ listing, room, day }) => `${listing} ${room} ${day}`,
          maxLength: 60,
        }),
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom('one' as const, 'many' as const),
        (samples, changes, listings) => {
          const nights = samples.map(({ listing, room, day, price }) =>
            night(String(Temporal.PlainDate.from('2026-06-15').add({ days: day })), {
              listingId: String(listing),
              listingExternalId: `L${listing}-${room}`,
              price,
              available: true,
            }),
          )
          const batches = planBatches(nights, { changes, listings })
          const sent = batches.flat().flatMap((planned) => planned.nights)
          assert.deepEqual(new Set(sent), new Set(nights))
          assert.equal(sent.length, nights.length)
          for (const batch of batches) {
            assert.ok(batch.length <= changes)
            const batchListings = new Set(batch.map(({ change }) => change.listingExternalId))
            assert.ok(listings === 'many' || batchListings.size === 1)
            for (const { change, nights: covered } of batch) {
              const days = Temporal.PlainDate.from(change.from).until(change.to).days + 1
              assert.equal(days, covered.length)
              for (const { listingExternalId, price = null } of covered)
                assert.deepEqual([listingExternalId, price], [change.listingExternalId, change.price ?? null])
            }
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})
