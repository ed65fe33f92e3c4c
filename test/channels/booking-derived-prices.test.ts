/** Prices at Booking.com that follow others: for other numbers of guests, and of rates that follow a rate. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { errorOf } from '../bookings/pms-world.ts'
import type { TestAnswer } from '../harness/app.ts'
import { base } from './booking-world.ts'
import { done, startRatesWorld, type VendorRow } from './booking-rates-world.ts'

const { world, room, other, rates, listingId, day, rate, put, night, setHotel, fault } =
  await startRatesWorld()
after(() => world.close())
const { simulator } = world

const [main] = rates
const rules = (more: object = {}) => ({
  ...{ roomId: room.id, rateId: main?.id, leadingOccupancy: 2 },
  occupancies: [{ persons: 1, percentage: -12.5, round: true }],
  ...more,
})
const set = (updates: object[], more: object = {}, key?: string) => put('derived-pricing', updates, more, key)
const held = () => {
  const { derived } = simulator.operations.state(new Set(['derived'])) as unknown as { derived: VendorRow[] }
  return derived.find(({ room_rate }) => room_rate === `${room.id}:${main?.id}`)
}
const shownRates = async () => {
  const { rooms } = done(await world.app.get(`${base}/properties/${listingId}/rooms`)) as unknown as {
    rooms: { roomId: string; rates: VendorRow[] }[]
  }
  return rooms.find(({ roomId }) => roomId === String(room.id)) ?? { rates: [] }
}
const sent = () => simulator.calls.list().filter(({ path }) => path === '/hotels/xml/derivedprices').length
const field = (answer: TestAnswer, status: number, code: string) => errorOf(answer, status, code)['field']

describe('prices for other numbers of guests', () => {
  test('follow what is set for the leading one, and say that nobody tells the rules again', async () => {
    assert.ok(room.max_persons > 2)
    const occupancies = [
      { persons: 1, percentage: -12.5, round: true },
      { persons: 3, additional: 20 },
    ]
    const answer = done(await set([rules({ occupancies })]))
    assert.deepEqual(
      [answer['applied'], answer['requested'], answer['pushed'], answer['listingId'], answer['errors']],
      ['unverified', 1, 1, listingId, []],
    )
    assert.deepEqual(answer['verification'], {
      ...{ ran: false, skippedReason: 'not_readable', matched: 0, mismatched: 0, rows: [] },
    })
    const [{ value, source } = {}] = answer['occupancy'] as VendorRow[]
    assert.deepEqual([value, source], [2, 'request'])
    assert.deepEqual(held(), {
      ...{ room_rate: `${room.id}:${main?.id}`, leading: 2 },
      rules: {
        1: { percentage: -12.5, additional: 0, round: true },
        3: { percentage: 0, additional: 20, round: false },
      },
    })
    // A price that is set afterwards is the leading one's, and the others follow it.
    done(await put('rates', [rate(40, 130)]))
    assert.deepEqual(night(40).rate['byGuests'], { 1: 114, 2: 130, 3: 150 })
  })

  test('are not sent in a dry run, and a new rule takes the place of the old ones', async () => {
    const before = sent()
    const dry = await world.send('PUT', '/v1/channels/booking/availability?dry_run=true', {
      ...{ type: 'derived-pricing', property_id: world.hotelId, updates: [rules()] },
    })
    assert.deepEqual([done(dry)['dryRun'], done(dry)['pushed'], sent()], [true, 0, before])
    const [{ rules: kept } = {}] = [held()] as VendorRow[]
    assert.equal(Object.keys(kept as VendorRow).length, 2)
    done(await set([rules()], { verify: false }))
    assert.deepEqual(held()?.['rules'], { 1: { percentage: -12.5, additional: 0, round: true } })
  })

  test('of which one is refused: the others are taken, with the id of the answer', async () => {
    const elsewhere = { ...rules(), roomId: other.id, occupancies: [{ persons: 1, additional: -5 }] }
    const [small] = (
      simulator.operations.state(new Set()) as unknown as {
        listings: { id: number; max_persons: number | null }[]
      }
    ).listings.filter(({ id }) => id === other.id)
    assert.ok(small)
    const capacity = small.max_persons
    // How large the room is is not told, and the channel takes it for one of a single guest.
    small.max_persons = null
    const answer = done(await set([rules(), elsewhere]))
    small.max_persons = capacity
    assert.deepEqual([answer['applied'], answer['pushed']], ['partial', 1])
    const [error] = answer['errors'] as VendorRow[]
    assert.deepEqual([error?.['index'], error?.['part']], [1, 'price'])
    assert.match(String(error?.['message']), /OCCUPANCY_INVALID/)
    assert.match(String(error?.['bookingRuid']), /^[\w+/]{40,}$/)
  })

  test('that cannot be meant are refused before anything is sent', async () => {
    const before = sent()
    const one = (more: object) => set([rules(more)])
    for (const [more, at] of [
      [{ leadingOccupancy: undefined }, 'leadingOccupancy'],
      [{ occupancies: undefined }, 'occupancies'],
      [{ occupancies: [{ persons: 2, percentage: 5 }] }, 'occupancies[0].persons'],
      [{ occupancies: [{ persons: 1 }] }, 'occupancies[0].percentage'],
      [{ occupancies: [{ persons: 1, percentage: 1, additional: 1 }] }, 'occupancies[0].percentage'],
      [{ occupancies: [1, 1].map((persons) => ({ persons, percentage: 5 })) }, 'occupancies[1].persons'],
      [{ leadingOccupancy: 30 }, 'leadingOccupancy'],
      [{ occupancies: [{ persons: 29, additional: 5 }] }, 'occupancies[0].persons'],
      [{ price: 100 }, 'price'],
      [{ dateRange: { start: '2030-01-01', end: '2030-01-02' } }, 'dateRange'],
    ] as const)
      assert.equal(field(await one(more), 400, 'invalid_body'), `updates[0].${at}`, at)
    assert.equal(
      field(await put('rates', [{ ...rules(), price: 90, currency: 'EUR' }]), 400, 'invalid_body'),
      'updates[0].leadingOccupancy',
    )
    assert.equal(
      field(
        await put('availability', [{ roomId: room.id, rateId: main?.id, closed: true }]),
        400,
        'invalid_body',
      ),
      'updates[0].dateRange',
    )
    errorOf(await one({ roomId: 999 }), 404, 'not_found')
    errorOf(await one({ rateId: 999 }), 404, 'not_found')
    assert.equal(sent(), before)
  })

  test('need a property with a price for the room', async () => {
    for (const pricing_type of ['OBP', 'LOS']) {
      await setHotel({ pricing_type })
      errorOf(await set([rules()]), 422, 'channel_not_supported')
    }
    await setHotel({ pricing_type: 'Standard' })
    const policy = (on: boolean) =>
      world.send('PATCH', '/v1/connect/booking/write-policy', { calendar: { rates: on } })
    await policy(false)
    errorOf(await set([rules()]), 409, 'pms_writes_off')
    await policy(true)
  })

  test('whose answer was lost may be sent again under the same key', async () => {
    fault('lost_answer', '/hotels/xml/derivedprices')
    const wanted = rules({ occupancies: [{ persons: 1, additional: -7 }] })
    errorOf(await set([wanted], {}, 'derived-lost'), 502, 'booking_error')
    assert.equal(done(await set([wanted], {}, 'derived-lost'))['pushed'], 1)
    assert.deepEqual(held()?.['rules'], { 1: { percentage: 0, additional: -7, round: false } })
  })
})

test('a rate that follows another takes neither prices nor rules, and the answer names those that do', async () => {
  const [, second] = rates
  assert.ok(second)
  second.is_child_rate = true
  const before = sent()
  for (const answer of [
    await put('rates', [{ ...rate(50, 90), rateId: second.id }]),
    await set([rules({ rateId: second.id })]),
  ]) {
    const error = errorOf(answer, 400, 'invalid_body')
    assert.match(String(error['message']), new RegExp(`follows rate ${main?.id} \\(Standard Rate\\)`))
    assert.deepEqual(error['valid_values'], [String(main?.id)])
  }
  const { rates: shown } = await shownRates()
  const told = shown.find(({ rateId }) => rateId === String(second.id))
  assert.deepEqual(
    [told?.['isChildRate'], told?.['pricingType'], told?.['parentRateId']],
    [true, 'derived', String(main?.id)],
  )
  second.is_child_rate = false
  assert.equal(sent(), before)
})

test('a rate that is the child of another and has prices of its own takes them, and is shown so', async () => {
  const [, second] = rates as ((typeof rates)[number] & { follows_price?: boolean })[]
  assert.ok(second && main)
  second.is_child_rate = true
  second.follows_price = false
  // Rates are remembered for a minute.
  world.wait(61)
  const shown = (await shownRates()).rates.find(({ rateId }) => rateId === String(second.id))
  assert.deepEqual(
    [shown?.['isChildRate'], shown?.['pricingType'], shown?.['parentRateId']],
    [false, 'standard', String(main.id)],
  )
  const priceThere = (rateId: number) => {
    const { calendar } = simulator.operations.state(new Set(['calendar'])) as unknown as {
      calendar: { room_id: number; nights: { date: string; rates: { rate_id: number; price: number }[] }[] }[]
    }
    const { nights = [] } = calendar.find(({ room_id }) => room_id === room.id) ?? {}
    const { rates: found = [] } = nights.find(({ date }) => date === day(52)) ?? {}
    return found.find(({ rate_id }) => rate_id === rateId)?.price
  }
  done(await put('rates', [rate(52, 120)]))
  const own = done(await put('rates', [{ ...rate(52, 77), rateId: second.id }]))
  assert.equal((own['verification'] as VendorRow)['mismatched'], 0)
  assert.deepEqual([priceThere(main.id), priceThere(second.id)], [120, 77])
  second.follows_price = true
  world.wait(61)
  errorOf(await put('rates', [{ ...rate(52, 78), rateId: second.id }]), 400, 'invalid_body')
  second.is_child_rate = false
})
