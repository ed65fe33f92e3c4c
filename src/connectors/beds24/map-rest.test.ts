import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { recordChecks } from '../../connector-kit/validate.ts'
import { toCalendarDays } from './map-calendar.ts'
import { toConversation, toMessage } from './map-conversation.ts'
import { toListing, toUnit } from './map-listing.ts'
import { toAirbnbReview, toBookingReview } from './map-review.ts'
import type { VendorListing, VendorRange } from './vendor.ts'

const range = (fields: Partial<VendorRange>): VendorRange => ({
  from: '2026-05-02',
  to: '2026-05-02',
  ...fields,
})

describe('a Beds24 calendar', () => {
  const day = (fields: Partial<VendorRange>, unitCount = 2) => {
    const [record] = toCalendarDays([range(fields)], { from: '2026-05-02', to: '2026-05-02', unitCount })
    assert.equal(recordChecks.calendarDay.problem(record), null)
    return record
  }

  it('is written out day by day, and closed where it says nothing', () => {
    const ranges = [
      range({ from: '2026-04-30', to: '2026-05-02', numAvail: 1 }),
      range({ from: '2026-05-04', to: '2026-05-09', numAvail: 2 }),
    ]
    const days = toCalendarDays(ranges, { from: '2026-05-01', to: '2026-05-05', unitCount: 2 })
    assert.deepEqual(
      days.map(({ date, availableUnits }) => `${date.slice(8)}:${availableUnits}`),
      ['01:1', '02:1', '03:0', '04:2', '05:2'],
    )
  })

  it('never sells more than there is', () => {
    assert.deepEqual(
      [5, 1, 0, -1, null].map((numAvail) => day({ numAvail })?.availableUnits),
      [2, 1, 0, 0, 0],
    )
  })

  it('reads overrides', () => {
    const closings = [
      'none',
      'exception',
      'blackout',
      'noCheckIn',
      'noCheckOut',
      'noCheckInOrCheckOut',
      'newWord',
      false,
      null,
    ]
    const read = closings.map((override) => {
      const record = day({ numAvail: 1, override })
      return [record?.available, record?.closedToArrival, record?.closedToDeparture].map(Number).join('')
    })
    assert.deepEqual(read, ['100', '100', '011', '110', '101', '111', '011', '011', '100'])
  })

  it('has no price where the multiplier makes it doubtful', () => {
    assert.equal(day({ price1: 90.5, multiplier: 1 })?.price, '90.5')
    assert.equal(day({ price1: 90.5 })?.price, '90.5')
    assert.equal(day({ price1: 90.5, multiplier: 1.2 })?.price, null)
  })
})

describe('a Beds24 room type', () => {
  const listing = (fields: Partial<VendorListing['room']>, rooms = 1) => {
    const property = { id: 5, name: 'Mill', currency: 'EUR', featureCodes: [['WIFI']] }
    const record = toListing({ id: 70, room: { id: 70, name: 'Double', ...fields }, property, rooms })
    assert.equal(recordChecks.listing.problem(record), null)
    return record
  }

  it('is a home, or a hotel when it has several units', () => {
    assert.deepEqual([listing({ qty: 1 }).model, listing({}).unitCount], ['home', 1])
    assert.deepEqual([listing({ qty: 4 }).model, listing({ qty: 4 }).unitCount], ['hotel', 4])
  })

  it('is called like its property, and by its own name too where there are several', () => {
    assert.deepEqual([listing({}).name, listing({}, 2).name], ['Mill', 'Mill – Double'])
  })

  it('has amenities of single codes; groups describe rooms', () => {
    const { amenities } = listing({ featureCodes: [['WIFI'], ['POOL'], ['BEDROOM', 'BED_QUEEN']] })
    assert.deepEqual(
      amenities?.map(({ amenityKey }) => amenityKey),
      ['wifi', 'pool'],
    )
  })

  it('has no time zone, and texts in English where there are any', () => {
    const texts = ['de', 'en'].map((language) => ({
      language,
      roomDescription: `<p>${language} &amp; more</p>`,
    }))
    const record = listing({ texts })
    assert.ok(!('timeZone' in record))
    assert.equal(record.content?.space, 'en & more')
  })

  it('has units with ids of their own', () => {
    assert.equal(toUnit({ id: 1, name: '' }, { id: 70 }).externalId, '70-1')
    assert.equal(toUnit({ id: 1, name: '' }, { id: 70 }).name, 'Unit 1')
  })
})

describe('Beds24 messages', () => {
  const row = {
    id: 1,
    bookingId: 9,
    roomId: 70,
    message: 'Hi',
    source: 'guest',
    time: '2026-05-01T10:00:00Z',
  }

  it('go the way their source says, and notes nowhere', () => {
    assert.equal(toMessage({ ...row, source: 'internalNote' }), undefined)
    const ways = ['guest', 'host', 'system'].map((source) => {
      const message = toMessage({ ...row, source })
      assert.equal(recordChecks.message.problem(message), null)
      return [message?.direction, message?.isAutomated]
    })
    assert.deepEqual(ways, [
      ['inbound', false],
      ['outbound', false],
      ['outbound', true],
    ])
    assert.throws(() => toMessage({ ...row, source: 'robot' }), /without a known source/)
  })

  it('make a conversation of their booking', () => {
    const messages = [row, { ...row, id: 2, read: false, time: '2026-05-01T12:00:00Z' }]
    const record = toConversation({
      id: '9',
      messages,
      booking: { id: 9, roomId: 70, status: 'new', apiSourceId: 19 },
    })
    assert.equal(recordChecks.conversation.problem(record), null)
    assert.deepEqual(
      [record.platform, record.reservationExternalId, record.lastMessageAt, record.unreadCount],
      ['booking', '9', '2026-05-01T12:00:00Z', 1],
    )
  })
})

describe('Beds24 reviews', () => {
  it('of Airbnb are rated up to five', () => {
    const row = {
      id: '1234567890123456789',
      reviewer_role: 'guest',
      overall_rating: 4,
      submitted_at: '2026-05-01T10:00:00Z',
    }
    const record = toAirbnbReview(row, '70')
    assert.equal(recordChecks.review.problem(record), null)
    assert.deepEqual([record?.rating, record?.externalId], ['4', 'airbnb-1234567890123456789'])
    assert.equal(toAirbnbReview({ ...row, submitted: false }, '70'), undefined)
    assert.throws(() => toAirbnbReview({ ...row, overall_rating: 9 }, '70'), /outside/)
  })

  it('of Booking.com are rated up to ten', () => {
    const scoring = { review_score: 9.5, clean: 7.5, value: null }
    const record = toBookingReview(
      { review_id: 'x', scoring, created_timestamp: '2026-05-13 12:16:33' },
      null,
    )
    assert.equal(recordChecks.review.problem(record), null)
    assert.deepEqual([record.rating, record.categories], ['4.75', [{ category: 'clean', rating: '3.75' }]])
    assert.equal(record.submittedAt, '2026-05-13T12:16:33Z')
  })
})
