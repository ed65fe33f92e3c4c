import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startSimulator } from '../../../simulators/index.ts'
import type { ListingRecord } from '../../contract/records.ts'
import { addDays } from '../../connector-kit/dates.ts'
import { openBench, type Bench } from '../../connector-kit/testing/bench.ts'
import { freeNights } from '../../connector-kit/testing/free-nights.ts'
import { present } from '../../connector-kit/testing/walk.ts'
import type { VendorError } from '../../connector-kit/vendor-error.ts'
import { signals } from './envelope.ts'
import { hostfully } from './index.ts'
import type { Credentials } from './manifest.ts'
import { sourceOf } from './map-lead.ts'

const { operations } = hostfully
const verdict = (status: number, apiErrorMessage: string) =>
  signals.verdictOf?.({ status, headers: {}, text: '', json: { apiErrorMessage } })

describe('Hostfully words', () => {
  it('say what is missing, whatever the status', () => {
    assert.deepEqual(verdict(200, 'Lead not found: 7'), { kind: 'not_found' })
    assert.deepEqual(verdict(400, 'Lead not found'), { kind: 'not_found' })
    assert.deepEqual(verdict(200, 'Not allowed.'), { kind: 'rejected' })
    assert.deepEqual(
      [401, 403, 429, 500].map((status) => verdict(status, 'No.')),
      [undefined, undefined, undefined, undefined],
    )
  })

  it('name who sold a stay', () => {
    const sources = [
      ['AIRBNB', 'DIRECT_AIRBNB'],
      ['BOOKINGDOTCOM', 'DIRECT_BOOKINGDOTCOM'],
      ['BOOKING_COM', null],
      [null, 'DIRECT_HOMEAWAY'],
      ['HOSTFULLY', 'ORBIRENTAL_FORM'],
      ['HOSTFULLY', 'HOSTFULLY_API'],
      ['HOSTFULLY', 'OWNER_PORTAL'],
      ['HOMETOGO', 'DIRECT_HOMETOGO'],
      [null, null],
      [null, 'IMPORT_AIRBNB'],
    ] as const
    assert.deepEqual(
      sources.map(([channel, source]) => sourceOf({ channel, source })),
      [
        ...['airbnb', 'booking.com', 'booking.com', 'vrbo', 'website', 'direct', 'owner', 'other'],
        ...['direct', 'other'],
      ],
    )
  })
})

describe('Hostfully habits', { concurrency: false }, () => {
  let bench: Bench<typeof Credentials>
  let listing: ListingRecord
  before(async () => {
    bench = await openBench(hostfully, startSimulator, { listings: 5, reservations: 120 })
    listing = present((await bench.walk().listings()).records[0])
  })
  after(() => bench.close())

  const ordersAsked = async () =>
    (await bench.control.calls()).filter(({ path }) => path.startsWith('/api/v3.3/orders'))

  it('ask for the money of a property once in a full walk, and of a changed lead anew', async () => {
    await bench.control.clearCalls()
    const { records, watermark } = await bench.walk('bookings').reservations(null)
    const stays = records.filter((record) => record.kind === 'reservation')
    assert.ok(stays.some(({ totalPrice, currency }) => totalPrice !== null && currency !== null))
    const asked = (await ordersAsked()).filter(({ path }) => path.includes('propertyUid='))
    assert.ok(asked.length <= 2 * 5, `${asked.length} calls for five properties`)
    await bench.advance(60_000)
    const { externalId } = present(stays.find(({ status }) => status === 'confirmed'))
    await bench.control.change(externalId, { adultCount: 4, order: { currency: 'USD', totalAmount: 812.35 } })
    await bench.control.clearCalls()
    const { records: news } = await bench.walk('bookings').reservations(watermark)
    const changed = news.find((record) => record.externalId === externalId)
    assert.equal(changed?.kind === 'reservation' && changed.totalPrice, '812.35')
    // One more call asks for changed orders.
    assert.ok((await ordersAsked()).length <= news.length + 1)
  })

  it('find a new price where the lead says nothing of a change', async () => {
    const { records, watermark } = await bench.walk('bookings').reservations(null)
    const since = present(watermark)
    const { externalId } = present(
      records.find((record) => record.kind === 'reservation' && record.status === 'confirmed'),
    )
    await bench.advance(600_000)
    const order = { currency: 'EUR', totalAmount: 1234.5 }
    await bench.control.change(externalId, { order, updatedUtcDateTime: '2026-01-02T00:00:00Z' })
    const { records: news, watermark: later } = await bench.walk('bookings').reservations(since)
    const repriced = news.find((record) => record.externalId === externalId)
    assert.ok(repriced?.kind === 'reservation')
    assert.deepEqual([repriced.totalPrice, repriced.currency], ['1234.5', 'EUR'])
    await bench.advance(600_000)
    await bench.walk('bookings').reservations(later)
    const again = await bench.walk('bookings').reservations(bench.context().now().toISOString())
    assert.deepEqual(again.records, [])
  })

  it('keep the rules of a night whose price is written', async () => {
    const { checkIn } = await freeNights(bench.context(), operations, listing, 2)
    const { write } = present(operations.calendarWrites)
    const night = {
      listingExternalId: listing.externalId,
      unitCount: 1,
      from: checkIn,
      to: checkIn,
      currency: null,
    }
    const refused = (await write(bench.context('calendar'), [{ ...night, minNights: 4 }])).refused
    assert.match(refused[0]?.message ?? '', /needs? a price/)
    await write(bench.context('calendar'), [
      { ...night, price: '199.5', minNights: 4, closedToArrival: true },
    ])
    await write(bench.context('calendar'), [{ ...night, price: '210' }])
    const [day] = await present(operations.calendar).range(bench.context(), {
      listing,
      from: checkIn,
      to: checkIn,
    })
    assert.deepEqual([day?.price, day?.minNights, day?.closedToArrival], ['210', 4, true])
  })

  it('send no message past a channel, and no email into one', async () => {
    const { records } = await bench.walk().conversations()
    const send = present(operations.messageWrites).send
    for (const platform of ['airbnb', null]) {
      const thread = present(records.find((record) => record.platform === platform))
      const message = { conversationExternalId: thread.externalId, platform, body: 'Welcome.', files: [] }
      assert.notEqual((await send(bench.context('guest'), message)).externalId, null)
    }
  })

  it('answer a request once, and leave the bookings of channels to them', async () => {
    const { accept } = present(operations.requestAnswers)
    const request = await bench.control.book({ type: 'BOOKING_REQUEST', status: 'NEW' })
    await accept(bench.context('guest'), { externalId: String(request.id) })
    await assert.rejects(
      accept(bench.context('guest'), { externalId: String(request.id) }),
      (error: VendorError) => error.kind === 'rejected',
    )
    assert.ok(!present(operations.reservationWrites).ownSources.includes('airbnb'))
  })

  it('close a night that nobody calls unavailable or free', async () => {
    const { checkIn } = await freeNights(bench.context(), operations, listing, 2)
    const path = `/api/v3.3/property-calendar/${listing.externalId}`
    const spoilt = { path, find: '"unavailable":false', put: '"unavailable":null' }
    await bench.control.fault('spoilt', { count: 1, ...spoilt })
    const range = { listing, from: checkIn, to: addDays(checkIn, 1) }
    const days = await present(operations.calendar).range(bench.context(), range)
    assert.deepEqual(
      days.map(({ available }) => available),
      [false, false],
    )
  })
})
