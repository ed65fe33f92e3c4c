import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { recordChecks } from '../../connector-kit/validate.ts'
import { readRecord, readRows, signals } from './envelope.ts'
import { closedNight, toCalendarDay } from './calendar.ts'
import { toConversation, toMessage } from './map-conversation.ts'
import { toReview } from './map-review.ts'
import type { VendorDay } from './vendor.ts'
import type { VendorConversation, VendorPost, VendorReview } from './vendor-inbox.ts'

describe('a Guesty calendar day', () => {
  const day = (fields: Partial<VendorDay>, units = 1) => {
    const record = toCalendarDay({ date: '2026-07-01', ...fields }, units)
    assert.equal(recordChecks.calendarDay.problem(record), null)
    return [record.available, record.availableUnits]
  }
  it('of a home is open only if it says so', () => {
    assert.deepEqual(day({ status: 'available' }), [true, 1])
    assert.deepEqual(day({ status: 'available', allotment: 1 }), [true, 1])
    for (const status of ['unavailable', 'booked', 'reserved', 'brand new word', null]) {
      assert.deepEqual(day({ status }), [false, 0])
    }
    assert.deepEqual(day({}), [false, 0])
    // A multi-unit with a single sub-unit is called available even when that is taken.
    assert.deepEqual(day({ status: 'available', allotment: 0 }), [false, 0])
  })
  it('of several units counts what is left, whatever the status says', () => {
    assert.deepEqual(day({ status: 'available', allotment: 0 }, 4), [false, 0])
    assert.deepEqual(day({ status: 'available', allotment: 3 }, 4), [true, 3])
    assert.deepEqual(day({ status: 'booked', allotment: 2 }, 4), [true, 2])
    assert.deepEqual(day({ status: 'available', allotment: 9 }, 4), [true, 4])
    assert.deepEqual(day({ status: 'available' }, 4), [false, 0])
    assert.deepEqual(day({ status: 'available', allotment: 1 }, 0), [false, 0])
  })
  it('keeps prices and restrictions', () => {
    const row = { date: '2026-07-01', status: 'available', price: 99.5, minNights: 2, cta: true, ctd: false }
    const record = toCalendarDay(row, 1)
    assert.deepEqual(
      [record.price, record.minNights, record.closedToArrival, record.closedToDeparture],
      ['99.5', 2, true, false],
    )
    assert.equal(recordChecks.calendarDay.problem(closedNight('2026-07-02')), null)
  })
})

describe('a Guesty post', () => {
  const base: VendorPost = {
    _id: 'p1',
    body: 'Hi',
    module: { type: 'airbnb2' },
    from: { type: 'guest', fullName: 'Zoë Öz' },
    createdAt: '2026-05-01T10:00:00.000Z',
  }
  const message = (fields: Partial<VendorPost>) => {
    const record = toMessage({ ...base, ...fields }, 'c1')
    if (record !== undefined) assert.equal(recordChecks.message.problem(record), null)
    return record
  }
  it('goes in or out', () => {
    assert.deepEqual(
      [message({})?.direction, message({})?.channel, message({})?.senderName],
      ['inbound', 'airbnb', 'Zoë Öz'],
    )
    assert.equal(message({ from: { type: 'user' } })?.direction, 'outbound')
    assert.equal(message({ from: null, sentBy: 'host' })?.direction, 'outbound')
    assert.equal(message({ from: null, sentBy: 'guest' })?.direction, 'inbound')
    // Of somebody else: shown to a person rather than passed over.
    assert.equal(message({ from: { type: 'thirdParty' } })?.direction, 'inbound')
  })
  it('is no message when it stays inside the account', () => {
    for (const fields of [
      { module: { type: 'note' } },
      { module: { type: 'log' } },
      { module: 'note' },
      { sentBy: 'log' },
    ]) {
      assert.equal(message(fields), undefined)
    }
  })
  it('needs a time and somebody who wrote it', () => {
    assert.equal(message({ sentAt: '2026-05-01T10:00:05.000Z' })?.sentAt, '2026-05-01T10:00:05.000Z')
    assert.throws(() => message({ createdAt: null }), /without time/)
    assert.throws(() => message({ from: null }), /from nobody/)
  })
  it('brings its attachments', () => {
    const attachments = [
      { attachmentURL: 'https://x/a.jpg' },
      { url: 'https://x/b.png', mimetype: 'image/png' },
      {},
    ]
    assert.deepEqual(message({ attachments })?.attachments, [
      { url: 'https://x/a.jpg', contentType: null },
      { url: 'https://x/b.png', contentType: 'image/png' },
    ])
  })
})

describe('a Guesty conversation', () => {
  const conversation = (fields: Partial<VendorConversation>) => {
    const record = toConversation({ _id: 'c1', ...fields })
    if (record !== undefined) assert.equal(recordChecks.conversation.problem(record), null)
    return record
  }
  it('is about the newest booking of its guest', () => {
    const record = conversation({
      type: 'guest',
      meta: {
        guest: { _id: 'g1', fullName: 'Gal Levy' },
        reservations: [
          { _id: '60b337636b754a002f4a1a4f', listing: { _id: 'old' } },
          { _id: '6134a49cd450d300307794cb', listing: { _id: 'new' } },
          { _id: '6023bb96151857002f7173da' },
        ],
        integration: { platform: 'bookingCom' },
      },
      state: { read: false },
      lastMessageFrom: { user: '2026-05-01T10:00:00.000Z', nonUser: '2026-05-02T09:00:00.000Z' },
    })
    assert.deepEqual(
      [record?.reservationExternalId, record?.listingExternalId, record?.platform, record?.unreadCount],
      ['6134a49cd450d300307794cb', 'new', 'booking', 1],
    )
    assert.equal(record?.lastMessageAt, '2026-05-02T09:00:00.000Z')
    assert.equal(record?.guest?.lastName, 'Levy')
  })
  it('with the owner of a home is none', () => {
    assert.equal(conversation({ type: 'owner' }), undefined)
    assert.equal(conversation({ conversationWith: 'Owner' }), undefined)
    assert.ok(conversation({ conversationWith: 'Guest' }))
    assert.ok(conversation({ type: 'traveller' }))
  })
  it('may tell hardly anything', () => {
    const record = conversation({})
    assert.deepEqual(
      [record?.platform, record?.reservationExternalId, record?.unreadCount, record?.lastMessageAt],
      [null, null, undefined, null],
    )
    const last = { read: true, lastMessage: { date: '2026-05-01T10:00:00.000Z' } }
    assert.equal(conversation({ state: last })?.lastMessageAt, '2026-05-01T10:00:00.000Z')
  })
})

describe('a Guesty review', () => {
  const review = (
    channelId: string,
    rawReview: Record<string, unknown>,
    fields: Partial<VendorReview> = {},
  ) => {
    const record = toReview({ _id: 'r1', channelId, rawReview, createdAt: '2026-05-01', ...fields })
    if (record !== undefined) assert.equal(recordChecks.review.problem(record), null)
    return record
  }
  const airbnb = { reviewer_role: 'guest', submitted: true, overall_rating: 4, public_review: 'Fine' }

  it('of Airbnb is rated from 1 to 5 and exists once it was written', () => {
    assert.deepEqual([review('airbnb2', airbnb)?.rating, review('airbnb2', airbnb)?.hidden], ['4', false])
    assert.equal(review('airbnb2', { ...airbnb, submitted: false }), undefined)
    assert.equal(review('airbnb2', { reviewer_role: 'guest' }), undefined)
    assert.equal(review('airbnb2', { ...airbnb, hidden: true })?.hidden, true)
    assert.equal(review('airbnb2', { ...airbnb, reviewer_role: 'host' })?.reviewerRole, 'host')
    assert.throws(() => review('airbnb2', { ...airbnb, reviewer_role: 'cat' }), /unknown reviewer/)
    assert.throws(() => review('airbnb2', { ...airbnb, overall_rating: 9 }), /outside 0 to 5/)
  })
  it('of Booking.com is rated from 0 to 10, in parts', () => {
    const record = review('bookingCom', {
      reservation_id: 4954864128,
      created_timestamp: '2026-04-30 08:00:00',
      reviewer: { name: 'Marcus' },
      scoring: { review_score: 7.5, clean: 10, staff: null },
      content: { headline: 'Nice', positive: 'Quiet', negative: '', language_code: 'en' },
      reply: { text: 'Thanks' },
    })
    assert.deepEqual(
      [record?.rating, record?.publicReview, record?.guestName, record?.reservationCode, record?.submittedAt],
      ['3.75', 'Nice\n\nQuiet', 'Marcus', '4954864128', '2026-04-30T08:00:00Z'],
    )
    assert.deepEqual(record?.categories, [{ category: 'clean', rating: '5' }])
    assert.deepEqual(record?.response, { body: 'Thanks', submittedAt: null })
  })
  it('of Vrbo has its texts inside of objects', () => {
    const record = review('homeaway2', {
      reservation: {
        reservationIds: [
          { idSource: 'X', id: '1' },
          { idSource: 'SUPPLIER', id: 'HA-1' },
        ],
      },
      title: { value: 'Good' },
      body: { value: 'Came back' },
      starRatingOverall: 5,
      starRatings: [
        { category: 'OVERALL', value: 5 },
        { category: 'CLEANLINESS', value: 4 },
      ],
    })
    assert.deepEqual(
      [record?.rating, record?.publicReview, record?.reservationCode, record?.platform],
      ['5', 'Good\n\nCame back', 'HA-1', 'vrbo'],
    )
    assert.deepEqual(record?.categories, [{ category: 'cleanliness', rating: '4' }])
  })
  it('of another channel is text without a rating', () => {
    const record = review('tripAdvisor', { public_review: 'Fine', rating: 4 })
    assert.deepEqual([record?.platform, record?.publicReview, record?.rating], [null, 'Fine', null])
    assert.equal(review('tripAdvisor', {}), undefined)
  })
  it('is answered once the answer has arrived', () => {
    const reply = (status: string) => ({ status, reviewReply: status, replyAt: '2026-05-03T10:00:00.000Z' })
    const answered = (...statuses: string[]) =>
      review('airbnb2', airbnb, { reviewReplies: statuses.map(reply) })?.response
    assert.equal(answered('PENDING', 'FAILED'), null)
    assert.deepEqual(answered('COMPLETED', 'PENDING'), {
      body: 'COMPLETED',
      submittedAt: '2026-05-03T10:00:00.000Z',
    })
  })
})

describe('Guesty answers', () => {
  it('are unwrapped wherever the rows stand', () => {
    const rows = [{ _id: 'a' }]
    for (const answer of [
      rows,
      { results: rows },
      { data: rows },
      { data: { days: rows } },
      { data: { results: rows } },
    ]) {
      assert.deepEqual(readRows(answer, 'days').rows, rows)
    }
    for (const answer of [null, {}, { data: {} }, 'x', { results: {} }]) {
      assert.throws(() => readRows(answer, 'days'), /a list was expected/)
    }
    assert.deepEqual(readRecord({ data: { _id: 'a' } }), { _id: 'a' })
    assert.deepEqual(readRecord({ _id: 'a', data: { x: 1 } }), { _id: 'a', data: { x: 1 } })
    assert.throws(() => readRecord([]), /a record was expected/)
  })
  it('tell what is wrong in different places', () => {
    const words = (json: unknown) => signals.messageOf?.(json)
    assert.equal(words({ error: { code: 'UNAUTHORIZED', message: 'Unauthorized' } }), 'Unauthorized')
    assert.equal(words({ message: 'Listing not found', code: 'X' }), 'Listing not found')
    assert.equal(words({ error: 'invalid_client', error_description: 'wrong secret' }), 'wrong secret')
    assert.equal(words({ error: 'invalid_client' }), 'invalid_client')
    assert.equal(words('Forbidden'), 'Forbidden')
    assert.equal(words([]), null)
  })
})
