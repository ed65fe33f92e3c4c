/** Readings of which no sample was seen; those of seen ones stand in `test/wild/ownerrez`. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sourceOf } from './channels.ts'
import { toCalendarDays } from './calendar.ts'
import { toMessage } from './conversations.ts'
import { toListing } from './listings.ts'
import { toStay } from './map-reservation.ts'
import { toReview } from './reviews.ts'
import type { VendorBooking } from './vendor.ts'

const stayOf = (changed: Partial<VendorBooking>) =>
  toStay({
    id: 1,
    property_id: 2,
    status: 'active',
    arrival: '2026-05-01',
    departure: '2026-05-05',
    ...changed,
  })

describe('OwnerRez rows in doubt', () => {
  it('are blocks by either word, and hold their nights in any other state', () => {
    for (const changed of [
      { is_block: null, type: 'block' },
      { is_block: true, status: 'canceled' },
    ])
      assert.equal(stayOf(changed).kind, 'block')
    for (const status of ['pending', 'teleported', 'toString', '', 'Active']) {
      const stay = stayOf({ status })
      assert.equal(stay.kind === 'reservation' && stay.status, 'pending')
    }
  })

  it('have no kind of charge that is not known', () => {
    const stay = stayOf({
      charges: [
        { type: 'rent', amount: 150.1 },
        { type: 'rent', amount: 0.2 },
        { type: 'x', amount: 9 },
      ],
    })
    assert.deepEqual(stay.kind === 'reservation' && stay.financials?.host, { accommodation: '150.3' })
  })

  it('come from a channel by its name, or from another', () => {
    assert.deepEqual(['Airbnb', 'HomeAway', 'Booking.com', 'My Website', 'Houfy', ''].map(sourceOf), [
      'airbnb',
      'vrbo',
      'booking.com',
      'website',
      'other',
      'direct',
    ])
  })

  it('close a night whose rule cannot be read', () => {
    const flags = [true, 'perhaps', false]
    const rows = flags.map((flag, at) => ({
      ...{ date: `2026-05-0${at + 1}`, status: 'available' },
      rules: { is_stay_disallowed: flag },
    }))
    const days = toCalendarDays(rows, '2026-05-01', '2026-05-03')
    assert.deepEqual(
      days.map(({ available }) => available),
      [false, false, true],
    )
  })

  it('have a time zone only where it is one, and texts only where the account has them', () => {
    const row = { id: 7, name: 'Mill', time_zone: 'Eastern Standard Time' }
    assert.ok(!('timeZone' in toListing(row, undefined)) && !('content' in toListing(row, undefined)))
    assert.equal(toListing({ ...row, time_zone: 'America/New_York' }, undefined).timeZone, 'America/New_York')
  })

  it('are no messages without direction or time, and no ratings out of scale', () => {
    const message = { id: 1, body: 'Hi', direction: 'incoming', sent_utc: '2026-05-01T10:00:00Z' }
    assert.equal(toMessage(message, '5')?.direction, 'inbound')
    for (const broken of [{ direction: 'sideways' }, { sent_utc: null }])
      assert.throws(() => toMessage({ ...message, ...broken }, '5'))
    assert.equal(toReview({ id: 1, rating: 9 }).rating, null)
  })
})
