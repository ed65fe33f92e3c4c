import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { recordChecks } from '../../connector-kit/validate.ts'
import { signals } from './envelope.ts'
import { toCalendarDay } from './map-calendar.ts'
import { toConversation, toMessage } from './map-conversation.ts'
import { toReview } from './map-review.ts'
import type { VendorDay, VendorMessage, VendorReview } from './vendor.ts'

describe('a Hostaway calendar day', () => {
  const day = (fields: Partial<VendorDay>, units = 1) => {
    const record = toCalendarDay({ date: '2026-07-01', ...fields }, units)
    assert.equal(recordChecks.calendarDay.problem(record), null)
    return [record.available, record.availableUnits]
  }
  it('of a home is open or not', () => {
    assert.deepEqual(day({ isAvailable: 1 }), [true, 1])
    assert.deepEqual(day({ isAvailable: 0 }), [false, 0])
    assert.deepEqual(day({ isAvailable: null }), [false, 0])
    assert.deepEqual(day({}), [false, 0])
  })
  it('of several units counts what is left', () => {
    assert.deepEqual(day({ isAvailable: 1, availableUnitsToSell: 2 }, 4), [true, 2])
    assert.deepEqual(day({ isAvailable: 1, countAvailableUnits: 3 }, 4), [true, 3])
    assert.deepEqual(day({ isAvailable: 1, availableUnitsToSell: 0 }, 4), [false, 0])
    assert.deepEqual(day({ isAvailable: 0, availableUnitsToSell: 2 }, 4), [false, 0])
    assert.deepEqual(day({ isAvailable: 1, availableUnitsToSell: 9 }, 4), [true, 4])
  })
  it('keeps prices and restrictions', () => {
    const record = toCalendarDay(
      {
        date: '2026-07-01',
        isAvailable: 1,
        price: 99.5,
        minimumStay: 2,
        closedOnArrival: true,
        closedOnDeparture: 0,
      },
      1,
    )
    assert.deepEqual(
      [record.price, record.minNights, record.closedToArrival, record.closedToDeparture, record.maxNights],
      ['99.5', 2, true, false, null],
    )
  })
})

describe('a Hostaway message', () => {
  const message = (fields: Partial<VendorMessage>) => {
    const record = toMessage({ id: 1, date: '2026-05-01 10:00:00', body: 'Hi', ...fields }, '9')
    assert.ok(record)
    assert.equal(recordChecks.message.problem(record), null)
    return record
  }
  it('goes in or out', () => {
    assert.deepEqual(
      [message({ isIncoming: 1 }).direction, message({ isIncoming: 0 }).direction],
      ['inbound', 'outbound'],
    )
  })
  it('is automated when a rule sent it', () => {
    assert.equal(message({ communicationEvent: 'reservationCreated', isIncoming: 0 }).isAutomated, true)
    assert.equal(message({ communicationEvent: null, isIncoming: 0 }).isAutomated, false)
  })
  it('takes the best time there is, and needs one', () => {
    assert.equal(message({ date: null, insertedOn: '2026-05-01 11:00:00' }).sentAt, '2026-05-01T11:00:00Z')
    assert.throws(() => message({ date: null }), /without time/)
  })
  it('brings its attachments', () => {
    const attachments = [
      { id: 4, url: 'https://x/a.png', mimeType: 'image/png' },
      { id: 5, url: null },
    ]
    assert.deepEqual(message({ attachments }).attachments, [
      { id: '4', url: 'https://x/a.png', contentType: 'image/png' },
    ])
  })
})

describe('a Hostaway conversation', () => {
  it('has the later of its two times and the channel of its booking', () => {
    const times = { messageSentOn: '2026-05-01 10:00:00', messageReceivedOn: '2026-05-02 09:00:00' }
    const record = toConversation({
      id: 1,
      reservationId: 2,
      hasUnreadMessages: 1,
      ...times,
      Reservation: { channelId: 2005 },
    })
    assert.equal(recordChecks.conversation.problem(record), null)
    assert.deepEqual(
      [record.lastMessageAt, record.platform, record.unreadCount],
      ['2026-05-02T09:00:00Z', 'booking', 1],
    )
    assert.equal(toConversation({ id: 1 }, { channelId: 2018 }).platform, 'airbnb')
    assert.equal(toConversation({ id: 1, type: 'host-guest-email' }).platform, 'email')
    assert.equal(toConversation({ id: 1 }).platform, null)
  })
})

describe('a Hostaway review', () => {
  const written: VendorReview = {
    id: 1,
    type: 'guest-to-host',
    status: 'published',
    channelId: 2018,
    rating: 9,
  }
  const review = (fields: Partial<VendorReview>) => {
    const record = toReview({ ...written, ...fields })
    if (record !== undefined) assert.equal(recordChecks.review.problem(record), null)
    return record
  }
  it('is rated from 0 to 5', () => {
    const ratings = [{ rating: 9 }, { rating: 10 }, { rating: 0 }, { rating: null }].map(
      (fields) => review(fields)?.rating,
    )
    assert.deepEqual(ratings, ['4.5', '5', '0', null])
    assert.equal(review({ rating: null, raiting: 8 })?.rating, '4')
    assert.throws(() => review({ rating: 11 }), /outside/)
    const [category] = review({ reviewCategory: [{ category: 'cleanliness', rating: 7 }] })?.categories ?? []
    assert.deepEqual(category, { category: 'cleanliness', rating: '3.5' })
  })
  it('exists once it was written', () => {
    for (const status of ['awaiting', 'pending', 'scheduled', 'expired'])
      assert.equal(review({ status }), undefined)
    assert.equal(review({ status: 'submitted' })?.hidden, true)
    assert.equal(review({})?.hidden, false)
    assert.throws(() => review({ status: 'lost' }), /unknown review status/)
  })
  it('says who wrote it', () => {
    assert.equal(review({})?.reviewerRole, 'guest')
    assert.equal(review({ type: 'host-to-guest' })?.reviewerRole, 'host')
    assert.throws(() => review({ type: 'cat-to-host' }), /unknown review type/)
  })
})

describe('Hostaway failures', () => {
  const answer = (status: number, json: unknown) => ({ status, json, headers: {}, text: 'x' })
  it('are told in either place', () => {
    assert.equal(signals.messageOf?.({ status: 'fail', message: 'one' }), 'one')
    assert.equal(signals.messageOf?.({ status: 'fail', result: 'two' }), 'two')
    assert.equal(signals.messageOf?.([]), null)
  })
  it('are failures even with status 200', () => {
    assert.deepEqual(signals.verdictOf?.(answer(200, { status: 'fail' })), { kind: 'rejected' })
    assert.equal(signals.verdictOf?.(answer(200, { status: 'success' })), undefined)
    assert.equal(signals.verdictOf?.(answer(429, { status: 'fail' })), undefined)
  })
})
