import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cancelledAt, type KnownCancellation } from './cancelled-at.ts'

const nothing: KnownCancellation = { stored: null, seen: null, timeZone: 'America/Los_Angeles' }
const at = (told: string | null, known: Partial<Record<'stored' | 'seen', string>> = {}) =>
  cancelledAt(
    { status: 'cancelled', cancelledAt: told },
    {
      ...nothing,
      stored: known.stored === undefined ? null : new Date(known.stored),
      seen: known.seen === undefined ? null : new Date(known.seen),
    },
  )?.toISOString() ?? null

describe('when a stay was cancelled', () => {
  it('is what the source tells to the second, whatever is known here', () => {
    const known = { stored: '2026-06-15T12:00:00.000Z', seen: '2026-06-15T13:00:00.000Z' }
    assert.equal(at('2026-06-15T10:30:00Z', known), '2026-06-15T10:30:00.000Z')
  })

  it('of a day is the time known here, if it lies on that day at the property or in UTC', () => {
    for (const [time, isKept] of [
      ['2026-06-15T00:00:01.000Z', true],
      ['2026-06-15T23:59:59.000Z', true],
      // In Los Angeles it is still the 15th.
      ['2026-06-16T06:59:59.000Z', true],
      ['2026-06-16T07:00:00.000Z', false],
      ['2026-06-14T23:59:59.000Z', false],
    ] as const) {
      const expected = isKept ? time : '2026-06-15T00:00:00.000Z'
      assert.equal(at('2026-06-15', { stored: time }), expected)
      assert.equal(at('2026-06-15', { seen: time }), expected)
    }
  })

  it('stays what it was found to be first', () => {
    const known = { stored: '2026-06-15T12:00:00.000Z', seen: '2026-06-15T13:00:00.000Z' }
    assert.equal(at('2026-06-15', known), known.stored)
    assert.equal(at(null, known), known.stored)
  })

  it('is not known where the source does not tell it', () => {
    assert.equal(at(null, { seen: '2026-06-15T13:00:00.000Z' }), null)
  })

  it('is nothing of a stay that is not cancelled', () => {
    const record = { status: 'confirmed', cancelledAt: '2026-06-15' } as const
    assert.equal(cancelledAt(record, { ...nothing, stored: new Date() }), null)
  })
})
