import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { recordChecks } from '../../connector-kit/validate.ts'
import { inbound } from './inbound.ts'
import { toCalendarDay } from './map-calendar.ts'
import { conversationOfReservation, toMessage } from './map-conversation.ts'
import { toListing } from './map-listing.ts'
import { toReview } from './map-review.ts'
import type { VendorDay, VendorProperty } from './vendor.ts'

function listing(fields: Partial<VendorProperty>, images = [{ url: 'https://x.example/1.jpg' }]) {
  const record = toListing({ id: 'p1', name: 'Loft', ...fields }, images)
  assert.equal(recordChecks.listing.problem(record), null)
  return record
}

describe('a Hospitable property', () => {
  it('has no time zone, because an offset is none', () => {
    assert.ok(!('timeZone' in listing({ timezone: '+0200' })))
    assert.equal(listing({ timezone: 'Europe/Berlin' }).timeZone, 'Europe/Berlin')
  })

  it('takes coordinates as numbers and as text', () => {
    for (const latitude of [50.85, '50.85']) {
      assert.equal(listing({ address: { coordinates: { latitude } } }).latitude, '50.85')
    }
  })

  it('has pictures whose addresses stay the same', () => {
    const url = 'https://x.example/1.jpg?w=300&Expires=17&Signature=abc&Key-Pair-Id=K'
    assert.equal(listing({}, [{ url }]).photos?.[0]?.url, 'https://x.example/1.jpg?w=300')
    assert.equal(
      listing({}, [{ url: 'https://x.example/a b.jpg' }]).photos?.[0]?.url,
      'https://x.example/a b.jpg',
    )
  })

  it('is linked to the channels it is on, with a markup that says what it is', () => {
    const listings = [
      { platform: 'homeaway', platform_id: '12' },
      { platform: 'airbnb', platform_id: '641292503357103111' },
      { platform: 'agoda', platform_id: '3' },
    ]
    const markups = [
      { platform: 'vrbo', type: 'percent', value: 12.5 },
      { platform: 'airbnb', type: null, value: 10 },
    ]
    const record = listing({ listings, listed: false, bookings: { listing_markups: markups } })
    assert.deepEqual(record.channels, [
      { platform: 'vrbo', externalId: '12', active: false, markupPercent: '12.5' },
      { platform: 'airbnb', externalId: '641292503357103111', active: false },
    ])
    assert.equal(record.lifecycleStatus, 'unlisted')
  })
})

describe('a Hospitable night', () => {
  const day = (fields: Partial<VendorDay>) => toCalendarDay({ date: '2026-03-03', ...fields })

  it('is open only when it says so', () => {
    assert.equal(day({ status: { available: true } }).availableUnits, 1)
    for (const status of [null, { available: null }, { reason: 'AVAILABLE' }]) {
      assert.equal(day({ status }).available, false)
    }
    const closed = day({ status: { available: false, reason: 'BLOCKED', source_type: 'TURNOVER_DAY' } })
    assert.equal(closed.note, 'blocked, turnover day')
  })

  it('has a price in minor units of its own currency', () => {
    const price = (amount: number, currency: string, formatted: string) =>
      day({ price: { amount, currency, formatted } }).price
    assert.equal(price(15000, 'EUR', '€150.00'), '150')
    assert.equal(price(15000, 'JPY', '¥15,000'), '15000')
    assert.throws(() => day({ price: { amount: 15000 } }), /without currency/)
  })
})

describe('Hospitable messages and reviews', () => {
  it('tell messages of one thread apart, though they have one id', () => {
    const at = '2026-03-03T10:00:00Z'
    const [one, two] = ['Hello', 'Hello again'].map((body) =>
      toMessage({ platform_id: 1130024, sender_type: 'guest', body, created_at: at }, 'c1'),
    )
    assert.ok(one && two && one.externalId !== two.externalId)
    assert.equal(recordChecks.message.problem(one), null)
    const robot = toMessage({ sender_type: 'robot', created_at: at }, 'c1')
    assert.deepEqual([robot.direction, robot.senderType], ['outbound', 'robot'])
  })

  it('make a conversation of a reservation in which somebody wrote', () => {
    const row = { id: 'r1', conversation_id: 'c1', platform: 'direct' }
    assert.equal(conversationOfReservation(row), undefined)
    assert.throws(
      () => conversationOfReservation({ id: 'r1', last_message_at: '2026-03-03' }),
      /conversation/,
    )
    const record = conversationOfReservation({ ...row, last_message_at: '2026-03-03T11:00:00+01:00' })
    assert.deepEqual([record?.platform, record?.lastMessageAt], ['website', '2026-03-03T10:00:00Z'])
  })

  it('are rated from 1 to 5', () => {
    const rating = (value: number) => toReview({ id: 'v1', public: { rating: value } }, 'p1').rating
    assert.deepEqual([rating(5), rating(0)], ['5', null])
    assert.throws(() => rating(9), /outside/)
  })
})

describe('a Hospitable webhook', () => {
  it('is not set up without the secret that proves it', async () => {
    const context = { now: () => new Date() } as unknown as Parameters<typeof inbound.register>[0]
    await assert.rejects(inbound.register(context, { url: 'https://x.example' }), /webhookSecret/)
    const registration = await inbound.register(context, {
      url: 'https://x.example',
      secrets: { webhookSecret: 's3cret' },
    })
    assert.equal(registration.address, 'https://x.example')
  })
})
