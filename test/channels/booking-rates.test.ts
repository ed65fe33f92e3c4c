/** Rates and availability at Booking.com: set, read back, refused and lost. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { errorOf } from '../bookings/pms-world.ts'
import { base } from './booking-world.ts'
import { done, startRatesWorld, type VendorRow } from './booking-rates-world.ts'

const { world, room, rates, listingId, day, update, rate, put, night, setHotel, fault } =
  await startRatesWorld()
after(() => world.close())

describe('what is set', () => {
  test('stands at Booking.com, is read back, and shows here', async () => {
    const restrictions = { minStay: 2, maxStayArrival: 20, closedToArrival: true }
    const answer = done(await put('rates', [rate(20, 133.5, { restrictions, singlePrice: 120 })]))
    assert.deepEqual(
      [answer['applied'], answer['requested'], answer['pushed'], answer['listingId'], answer['errors']],
      ['verified', 1, 1, listingId, []],
    )
    assert.deepEqual(answer['occupancy'], [
      {
        index: 0,
        roomId: String(room.id),
        rateId: String(rates[0]?.id),
        value: room.max_persons,
        source: 'rate_plan',
      },
    ])
    assert.deepEqual(answer['verification'], { ran: true, matched: 2, mismatched: 0, rows: [] })
    const { price, byGuests, minimumstay, maximumstay_arrival, closedonarrival } = night(21).rate
    assert.deepEqual(
      [price, byGuests, minimumstay, maximumstay_arrival, closedonarrival],
      [133.5, { 1: 120 }, 2, 20, true],
    )
    const shown = done(
      await world.app.get(`${base}/listings/${listingId}/pricing?start_date=${day(21)}&number_of_days=1`),
    )
    const [asRoom] = shown['rooms'] as VendorRow[]
    assert.equal(asRoom?.['pricingModel'], 'standard')
    const [there] = asRoom?.['nights'] as { date: string; rates: VendorRow[] }[]
    assert.deepEqual(there?.rates[0]?.['prices'], [
      { guests: null, amount: 133.5 },
      { guests: 1, amount: 120 },
    ])
    await world.pass(5)
    const calendar = await world.app.get(`/v1/availability/${listingId}?from=${day(21)}&to=${day(21)}`)
    assert.equal((calendar.body['days'] as unknown as VendorRow[])[0]?.['price'], 133.5)
  })

  test('is rooms and closings by themselves', async () => {
    const answer = done(await put('availability', [update(24, { availableRooms: 1, status: 'unavailable' })]))
    assert.deepEqual([answer['applied'], (answer['price'] as VendorRow)['sent']], ['verified', 0])
    assert.deepEqual([night(24).rooms_to_sell, night(24).rate['closed']], [1, true])
    const url = `${base}/availability?property_id=${world.hotelId}&start_date=${day(24)}&number_of_days=1`
    const whole = done(await world.app.get(url))
    assert.equal((whole['rooms'] as VendorRow[]).length, 3)
    const one = done(await world.app.get(`${url}&room_id=${room.id}&room_level=false`))
    const [shown] = one['rooms'] as { nights: (VendorRow & { rates: VendorRow[] })[] }[]
    assert.deepEqual([shown?.nights[0]?.['roomsToSell'], shown?.nights[0]?.rates[0]?.['closed']], [1, true])
    errorOf(await world.app.get(`${url}&room_id=999`), 404, 'not_found')
    errorOf(await world.app.get(`${base}/availability?property_id=999`), 404, 'not_found')
  })

  test('is a price for each number of guests where the property has them so', async () => {
    await setHotel({ pricing_type: 'OBP' })
    const updates = [rate(27, 200), rate(27, 150, { occupancy: 2 }), rate(27, 120, { occupancy: 1 })]
    const answer = done(await put('rates', updates))
    assert.deepEqual(
      [answer['applied'], (answer['booking'] as VendorRow)['pricingModel']],
      ['verified', 'occupancy'],
    )
    assert.deepEqual(
      (answer['occupancy'] as VendorRow[]).map(({ value, source }) => [value, source]),
      [
        [room.max_persons, 'rate_plan'],
        [2, 'request'],
        [1, 'request'],
      ],
    )
    const prices = night(27).rate['byGuests'] as Record<number, number>
    assert.deepEqual([prices[room.max_persons], prices[2], prices[1]], [200, 150, 120])
    const stay = { room_id: room.id, arrival_date: day(27), departure_date: day(28), adults: 2 }
    assert.equal((await world.there<{ totalprice: number }>('/guest/bookings', stay)).totalprice, 150)
  })

  test('is all but the price where prices are by length of stay', async () => {
    await setHotel({ pricing_type: 'LOS' })
    const answer = done(await put('rates', [rate(30, 140, { restrictions: { minStay: 3 } })]))
    const [error] = answer['errors'] as VendorRow[]
    assert.deepEqual(
      [
        answer['applied'],
        (answer['price'] as VendorRow)['applied'],
        (answer['restrictions'] as VendorRow)['applied'],
      ],
      ['partial', 'rejected', 'verified'],
    )
    assert.deepEqual([error?.['part'], night(30).rate['minimumstay']], ['price', 3])
    const only = errorOf(await put('rates', [rate(30, 140)]), 422, 'booking_rejected')
    assert.match(String(only['message']), /length of stay/)
    await setHotel({ pricing_type: 'Standard' })
  })

  test('is told as a mismatch where something else is shown, and not looked for where nobody wants it', async () => {
    const [last, first] = [rate(33, 110), rate(33, 100)]
    const answer = done(await put('rates', [first, last]))
    assert.deepEqual([answer['applied'], night(33).rate['price']], ['verified', 110])
    const unread = done(await put('rates', [rate(33, 115)], { verify: false }))
    assert.deepEqual(
      [unread['applied'], (unread['verification'] as VendorRow)['skippedReason']],
      ['unverified', 'not_requested'],
    )
    const long = { dateRange: { start: day(40), end: day(240) } }
    const wide = done(await put('rates', [rate(40, 99, long)]))
    assert.deepEqual(
      [wide['applied'], (wide['verification'] as VendorRow)['skippedReason']],
      ['unverified', 'too_many_nights'],
    )
    fault('500', '/hotels/xml/roomrateavailability')
    const { verification } = done(await put('rates', [rate(33, 116)])) as { verification: VendorRow }
    assert.equal(verification['ran'], true, 'reading is repeated by itself')
  })

  test('is only checked in a dry run', async () => {
    const before = night(36).rate['price']
    const answer = done(
      await world.send('PUT', `${base}/availability?dry_run=true`, {
        type: 'rates',
        property_id: world.hotelId,
        updates: [rate(36, 77)],
      }),
    )
    assert.deepEqual([answer['dryRun'], answer['pushed'], night(36).rate['price']], [true, 0, before])
  })

  test('goes without the rates of the property where they cannot be read', async () => {
    fault('html', '/hotels/xml/roomrates', 8)
    const answer = done(await put('rates', [rate(38, 88)]))
    world.simulator.faults.clear()
    assert.match(String(answer['ratePlanReadError']), /./)
    assert.deepEqual(
      (answer['occupancy'] as VendorRow[]).map(({ source }) => source),
      ['room'],
    )
  })
})

describe('what Booking.com says', () => {
  test('of a night that is over is refused with the id of its answer, and of several only the wrong one', async () => {
    const error = errorOf(await put('rates', [rate(-9, 90)]), 422, 'booking_rejected')
    assert.match(String(error['booking_ruid']), /^[\w+/]{40,}$/)
    const answer = done(await put('rates', [rate(42, 90), rate(-9, 90)]))
    const [refused, ...others] = answer['errors'] as VendorRow[]
    assert.deepEqual([answer['applied'], answer['pushed'], others.length], ['partial', 1, 0])
    assert.deepEqual([refused?.['index'], refused?.['part']], [1, 'night'])
    assert.match(String(refused?.['bookingRuid']), /^[\w+/]{40,}$/)
  })

  test('a lost answer is looked for, and repeated it does no harm', async () => {
    fault('lost_answer', '/hotels/xml/availability')
    const key = 'rates-lost-1'
    assert.equal(done(await put('rates', [rate(44, 91)], {}, key))['applied'], 'verified')
    fault('lost_answer', '/hotels/xml/availability')
    errorOf(await put('rates', [rate(44, 92)], { verify: false }, 'rates-lost-2'), 502, 'booking_error')
    const again = done(await put('rates', [rate(44, 92)], { verify: false }, 'rates-lost-2'))
    assert.deepEqual([again['applied'], night(44).rate['price']], ['unverified', 92])
  })

  test('an outage before it acted, a web page and a limit have codes of their own', async () => {
    for (const [kind, status, code] of [
      ['500', 502, 'booking_error'],
      ['html', 502, 'booking_error'],
      ['429', 429, 'booking_rate_limited'],
    ] as const) {
      fault(kind, '/hotels/xml/availability', 6)
      errorOf(await put('rates', [rate(46, 93)]), status, code)
      fault(kind, '/hotels/xml/availability', 6)
      const url = `${base}/listings/${listingId}/pricing`
      errorOf(await world.send('PUT', url, { updates: [rate(46, 93)] }), status, code)
      world.simulator.faults.clear()
    }
    assert.notEqual(night(46).rate['price'], 93)
    for (const [url, path] of [
      [`${base}/availability?property_id=${world.hotelId}`, '/hotels/xml/roomrateavailability'],
      [`${base}/listings/${listingId}/pricing`, '/hotels/xml/roomrates'],
    ] as const) {
      fault('429', path, 60)
      errorOf(await world.app.get(url), 429, 'booking_rate_limited')
      world.simulator.faults.clear()
      fault('html', path, 60)
      errorOf(await world.app.get(url), 502, 'booking_error')
      world.simulator.faults.clear()
    }
  })

  test('a property that took its consent back is refused with the id of the answer, whatever is asked', async () => {
    const url = `${base}/listings/${listingId}/pricing`
    await setHotel({ connection: 'pending' })
    for (const answer of [
      await put('rates', [rate(48, 90)]),
      await world.send('PUT', url, { updates: [rate(48, 90)] }),
      await world.app.get(url),
      await world.app.get(`${base}/availability?property_id=${world.hotelId}`),
    ]) {
      const error = errorOf(answer, 422, 'booking_rejected')
      assert.match(String(error['booking_ruid']), /^[\w+/]{40,}$/)
      assert.match(String(error['message']), /Access denied/)
    }
    await setHotel({ connection: 'active' })
  })
})
