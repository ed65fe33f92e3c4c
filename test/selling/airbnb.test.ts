/** A home whose calendar is kept here and sold on Airbnb: what is booked, priced and closed here stands there. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { errorOf } from '../bookings/pms-world.ts'
import { until } from '../harness/until.ts'
import { startSellingWorld, type SellingWorld } from './world.ts'

let world: SellingWorld
before(async () => {
  world = await startSellingWorld()
})
after(() => world?.close())

const guest = { firstName: 'Ada' }
const stay = (listingId: string, checkIn: string, checkOut: string) => ({
  listingId,
  checkIn,
  checkOut,
  guest,
  adults: 2,
})

describe('a home that Airbnb kept', () => {
  it('takes no bookings here until it is mapped, then does, and the night closes on Airbnb', async () => {
    const { listingId, checkIn, checkOut } = world.slot()
    const home = world.homes.find(({ id }) => id === listingId)
    assert.ok(home)
    errorOf(
      await world.send('POST', '/v1/reservations', stay(listingId, checkIn, checkOut)),
      422,
      'channel_not_supported',
    )
    const before = await world.night(home.airbnbId, checkIn)
    assert.equal(before.availability, 'available')

    const mapped = await world.map({ airbnbId: home.airbnbId, listingId })
    assert.equal(mapped.status, 200, mapped.text)
    assert.deepEqual(
      [mapped.body['alreadyMapped'], mapped.body['syncEnabled'], mapped.body['previousListingId']],
      [false, true, null],
    )
    await world.inStep(listingId)
    // What Airbnb showed is what our calendar says from then on.
    assert.deepEqual(await world.night(home.airbnbId, checkIn), before)

    const booked = await world.send('POST', '/v1/reservations', stay(listingId, checkIn, checkOut))
    assert.equal(booked.status, 201, booked.text)
    const soon = await world.exposure(listingId, checkIn, checkIn)
    assert.deepEqual(
      [soon.channels[0]?.nights[0]?.wanted.available, soon.channels[0]?.nights[0]?.stays],
      [false, 1],
    )
    await world.inStep(listingId)
    assert.equal((await world.night(home.airbnbId, checkIn)).availability, 'unavailable')
    assert.equal((await world.night(home.airbnbId, checkOut)).availability, 'available')
    const closed = await world.exposure(listingId, checkIn, checkIn)
    assert.deepEqual([closed.exposedNights, closed.channels[0]?.nights[0]?.shown?.available], [0, false])

    const cancelled = await world.send('POST', `/v1/reservations/${String(booked.body['id'])}/cancel`, {})
    assert.equal(cancelled.status, 200, cancelled.text)
    await world.inStep(listingId)
    assert.equal((await world.night(home.airbnbId, checkIn)).availability, 'available')
  })

  it('is sold there for the price of the night with the markup', async () => {
    const { listingId, checkIn } = world.slot()
    const home = world.homes.find(({ id }) => id === listingId)
    assert.ok(home)
    await world.map({ airbnbId: home.airbnbId, listingId })
    await world.send('PUT', `/v1/availability/${listingId}`, { dates: [checkIn], price: 200, minNights: 3 })
    await world.inStep(listingId)
    const plain = await world.night(home.airbnbId, checkIn)
    assert.deepEqual([plain.daily_price, plain.min_nights], [200, 3])
    const answer = await world.send('PUT', `/v1/listings/${listingId}/markups`, {
      channel: 'airbnb',
      markupPercent: 12.5,
    })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body['pricesResent'], true)
    await world.inStep(listingId)
    assert.equal((await world.night(home.airbnbId, checkIn)).daily_price, 225)
    // The run that sent the price reads it back after the nights agree, so it may end a moment later.
    const idle = await until('the queue of the channel to be idle', async () => {
      const sync = await world.app.get(`/v1/listings/${listingId}/calendar-sync`)
      const [shown] = sync.body['channels'] as { channel: string; status: string; queue: { state: string } }[]
      return shown?.queue.state === 'idle' ? shown : undefined
    })
    assert.deepEqual([idle.channel, idle.status], ['airbnb', 'in_sync'])
  })
})

it('a request of a guest there is answered from here, and holds the night everywhere until then', async () => {
  const [, home] = world.homes
  assert.ok(home)
  const mapped = await world.map({ airbnbId: home.airbnbId, listingId: home.id })
  assert.equal(mapped.status, 200, mapped.text)
  await world.inStep(home.id)
  const [arrival, departure] = ['2027-06-20', '2027-06-23']
  const asked = await fetch(new URL('/_control/guests/book', world.simulator.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ listingId: home.airbnbId, arrival, departure }),
  })
  const { outcome, reservation } = (await asked.json()) as {
    outcome: string
    reservation: { confirmation_code: string }
  }
  assert.equal(outcome, 'requested')
  await world.pass(120)
  const list = await world.app.get(`/v1/reservations?listing_id=${home.id}&status=pending`)
  const [row] = list.body['data'] as { id: string; confirmationCode: string; pendingReason: string }[]
  assert.deepEqual(
    [row?.confirmationCode, row?.pendingReason],
    [reservation.confirmation_code, 'host_approval'],
  )
  const accepted = await world.send('POST', `/v1/reservations/${row?.id}/accept`, {})
  assert.equal(accepted.status, 200, accepted.text)
  await world.pass(120)
  assert.equal((await world.app.get(`/v1/reservations/${row?.id}`)).body['status'], 'confirmed')
  await world.inStep(home.id)
  assert.equal((await world.night(home.airbnbId, arrival)).availability, 'unavailable')
  const twice = stay(home.id, arrival, departure)
  errorOf(await world.send('POST', '/v1/reservations', twice), 422, 'reservation_not_created')
})
