import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startSimulator } from '../../../simulators/index.ts'
import type { ListingRecord, ReservationRecord } from '../../contract/records.ts'
import { addDays } from '../../connector-kit/dates.ts'
import { openBench, type Bench } from '../../connector-kit/testing/bench.ts'
import { freeNights } from '../../connector-kit/testing/free-nights.ts'
import { present } from '../../connector-kit/testing/walk.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { signals } from './envelope.ts'
import { hostex } from './index.ts'
import type { Credentials } from './manifest.ts'
import { reservationCodeOf } from './map-reservation.ts'

const { operations } = hostex
const verdict = (body: object, headers: Record<string, string> = {}) =>
  signals.verdictOf?.({ status: 200, headers, text: '', json: body })

describe('Hostex answers', () => {
  it('tell in the body what HTTP does not', () => {
    assert.equal(verdict({ error_code: 200 }), undefined)
    assert.equal(verdict({ error_code: 0 }), undefined)
    assert.equal(verdict({ error_code: '200' }), undefined)
    const kinds = [400, 401, 403, 404, 420, 429, 500, 503].map((error_code) => verdict({ error_code })?.kind)
    assert.deepEqual(kinds, [
      'rejected',
      'credentials',
      'rejected',
      'not_found',
      'reauth',
      'rate_limited',
      'unavailable',
      'unavailable',
    ])
    const readOnly = { error_code: 401, error_msg: 'Not authorized for this action.' }
    assert.deepEqual(verdict(readOnly), { kind: 'rejected' })
    const throttled = { error_code: 429, error_msg: 'Too many requests. Try again in 60 seconds.' }
    assert.deepEqual(verdict(throttled), { kind: 'rate_limited', retryAfterMs: 60_000 })
  })

  it('name the reservation in the code of each stay', () => {
    const codes = ['0-1234567-abcdef', '0-1234567_1-abcdef', '5-6AGWILD02', '0-A_12-b_c'].map(
      reservationCodeOf,
    )
    assert.deepEqual(codes, ['0-1234567-abcdef', '0-1234567-abcdef', '5-6AGWILD02', '0-A-b_c'])
  })
})

describe('Hostex habits of writing', { concurrency: false }, () => {
  let bench: Bench<typeof Credentials>
  let listing: ListingRecord
  before(async () => {
    bench = await openBench(hostex, startSimulator, { listings: 7, reservations: 60 })
    listing = present((await bench.walk().listings()).records[0])
  })
  after(() => bench.close())

  const nightsOf = async (channel_type: string, listing_id: string, from: string, to: string) => {
    const body = { start_date: from, end_date: to, listings: [{ channel_type, listing_id }] }
    const answer = await bench.context('guest').http.post('/v3/listings/calendar', { body, safe: true })
    const { data } = answer as { data: { listings: { calendar: { price: number }[] }[] } }
    return present(data.listings[0]).calendar.map(({ price }) => price)
  }
  const airbnbOf = async () => {
    const linked = present((await bench.walk().channelLinks()).records[0])
    return present(linked.links.find(({ platform }) => platform === 'airbnb')).externalId
  }
  const change = (from: string, to: string, price: string) => ({
    ...{ listingExternalId: listing.externalId, unitCount: 1, from, to, price, currency: null },
  })

  it('keeps the distance between the prices of channels', async () => {
    const { checkIn } = await freeNights(bench.context(), operations, listing, 3)
    const to = addDays(checkIn, 2)
    const id = await airbnbOf()
    const before = await nightsOf('airbnb', id, checkIn, to)
    const { refused } = await present(operations.calendarWrites).write(bench.context('calendar'), [
      change(checkIn, to, '200'),
    ])
    assert.deepEqual(refused, [])
    const days = await present(operations.calendar).range(bench.context(), { listing, from: checkIn, to })
    assert.deepEqual(
      days.map(({ price }) => price),
      ['200', '200', '200'],
    )
    for (const [index, price] of (await nightsOf('airbnb', id, checkIn, to)).entries()) {
      assert.ok(price >= 218 && price <= 222, `${before[index]} became ${price}`)
    }
  })

  it('writes no amount that the vendor would cut', async () => {
    const { checkIn } = await freeNights(bench.context(), operations, listing, 1)
    const outcome = await present(operations.calendarWrites).write(bench.context('calendar'), [
      change(checkIn, checkIn, '200.50'),
    ])
    assert.match(outcome.refused[0]?.message ?? '', /whole amounts/)
  })

  it('leaves bookings of channels to their channel', async () => {
    const { records } = await bench.walk('bookings').reservations(null)
    const isOfChannel = (record: (typeof records)[number]): record is ReservationRecord =>
      record.kind === 'reservation' && record.source === 'airbnb' && record.status === 'confirmed'
    const { externalId, listingExternalId } = present(records.find(isOfChannel))
    const cancel = present(operations.reservationWrites?.cancel)
    await assert.rejects(
      cancel(bench.context('guest'), { externalId, listingExternalId }),
      (error: VendorError) => error.kind === 'rejected',
    )
  })

  it('shows the nights of a sold-out channel listing as closed', async () => {
    const { checkIn } = await freeNights(bench.context(), operations, listing, 2)
    const soldOut = { path: '/v3/listings/calendar', find: '"inventory":1', put: '"inventory":0' }
    await bench.control.fault('spoilt', { count: 1, ...soldOut })
    const days = await present(operations.calendar).range(bench.context(), {
      listing,
      from: checkIn,
      to: checkIn,
    })
    assert.deepEqual(
      days.map(({ available }) => available),
      [false],
    )
  })
})
