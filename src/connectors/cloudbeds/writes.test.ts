import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startSimulator } from '../../../simulators/index.ts'
import type { ListingRecord } from '../../contract/records.ts'
import { openBench, type Bench } from '../../connector-kit/testing/bench.ts'
import { freeNights } from '../../connector-kit/testing/free-nights.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { ReservationDraft } from '../../connector-kit/write-operations.ts'
import { calendar } from './calendar.ts'
import { calendarWrites } from './calendar-writes.ts'
import { formOf } from './form.ts'
import { guestWrites } from './guest-writes.ts'
import { cloudbeds } from './index.ts'
import { listings } from './listings.ts'
import { requestAnswers } from './request-answers.ts'
import { reservationWrites } from './reservation-writes.ts'
import { reservations } from './reservations.ts'

describe('Cloudbeds bookings', { concurrency: false }, () => {
  let bench: Bench<(typeof cloudbeds)['credentials']>
  let listing: ListingRecord
  before(async () => {
    bench = await openBench(cloudbeds, startSimulator, { listings: 4, reservations: 80 })
    const { records } = await listings.page(bench.context(), { cursor: null })
    assert.ok(records[0])
    listing = records[0]
  })
  after(() => bench.close())

  const draft = async (fields: Partial<ReservationDraft> = {}): Promise<ReservationDraft> => ({
    listingExternalId: listing.externalId,
    ...(await freeNights(bench.context(), cloudbeds.operations, listing, 3)),
    status: 'confirmed',
    platform: 'website',
    guest: { firstName: 'Ines', email: 'ines@example.com' },
    adults: 1,
    children: 0,
    currency: 'EUR',
    marker: 'k3j5h2g8f1d9s7a4q6w0',
    ...fields,
  })
  const read = async (externalId: string) => {
    const stay = await reservations.one?.(bench.context(), externalId)
    assert.ok(stay?.kind === 'reservation')
    return stay
  }
  const refusal = async (work: Promise<unknown> | undefined) => {
    const error = await work?.catch((thrown: unknown) => thrown)
    assert.ok(error instanceof VendorError, String(error))
    return [error.kind, error.reason]
  }

  it('are refused where one room of several is meant', async () => {
    const { reservations: rooms } = await bench.control.state()
    const second = rooms.map(({ id }) => String(id)).find((id) => id.endsWith('-2'))
    assert.ok(second)
    const first = second.split('-')[0] ?? ''
    const context = bench.context('guest')
    for (const externalId of [first, second]) {
      const target = { externalId, listingExternalId: listing.externalId }
      const group = ['rejected', 'group_booking']
      assert.deepEqual(await refusal(reservationWrites.cancel?.(context, target)), group)
      assert.deepEqual(await refusal(reservationWrites.modify?.run(context, { ...target, adults: 1 })), group)
      assert.deepEqual(await refusal(requestAnswers.accept(context, target)), group)
    }
    assert.notEqual((await read(first)).status, 'cancelled')
  })

  it('get the room asked for, and are made without it where it is taken', async () => {
    const unitExternalId = `${listing.externalId}-0`
    const booking = await draft({ unitExternalId, notes: 'Arrives late.' })
    const created = await reservationWrites.create(bench.context('guest'), booking)
    assert.deepEqual(created.errors, [])
    const stay = await read(created.externalId)
    assert.deepEqual([stay.unitExternalId, stay.source], [unitExternalId, 'website'])
    // The marker is ours, so no guest knows it as a number.
    assert.equal(stay.confirmationCode, created.externalId)
    const again = await reservationWrites.create(bench.context('guest'), {
      ...booking,
      marker: 'z'.repeat(20),
    })
    assert.deepEqual(
      again.errors.map(({ section, code }) => [section, code]),
      [['unitId', 'rejected']],
    )
    assert.equal((await read(again.externalId)).unitExternalId, null)
  })

  it('do not move onto nights without a room left', async () => {
    const full = await draft()
    for (const letter of ['a', 'b']) {
      await reservationWrites.create(bench.context('guest'), { ...full, marker: letter.repeat(20) })
    }
    const { externalId } = await reservationWrites.create(bench.context('guest'), await draft())
    const { checkIn, checkOut } = full
    const change = { externalId, listingExternalId: listing.externalId, checkIn, checkOut }
    assert.deepEqual(await refusal(reservationWrites.modify?.run(bench.context('guest'), change)), [
      'rejected',
      'dates_unavailable',
    ])
  })

  it('need an email address', async () => {
    const creating = reservationWrites.create(
      bench.context('guest'),
      await draft({ guest: { firstName: 'Ines' } }),
    )
    assert.deepEqual(await refusal(creating), ['rejected', undefined])
  })

  it('have a guest whose name and addresses can be changed', async () => {
    const { externalId } = await reservationWrites.create(bench.context('guest'), await draft())
    const guest = (await read(externalId)).guest
    assert.ok(guest?.externalId)
    const change = { lastName: 'Haddad', phone: '+33140000000', language: 'fr' }
    const written = await guestWrites.update?.(bench.context('guest'), {
      externalId: guest.externalId,
      change,
    })
    assert.deepEqual(written, { applied: ['lastName', 'phone'] })
    const { firstName, lastName, phone } = (await read(externalId)).guest ?? {}
    assert.deepEqual([firstName, lastName, phone], ['Ines', 'Haddad', '+33140000000'])
  })
})

describe('Cloudbeds rates', () => {
  it('are written night for night where properties count days in different ways', async () => {
    const bench = await openBench(cloudbeds, startSimulator, { listings: 6, reservations: 0 })
    try {
      const { records } = await listings.page(bench.context(), { cursor: null })
      for (const listing of [records[0], records.at(-1)]) {
        assert.ok(listing)
        const day = (number: number) => `2027-09-0${number}`
        const price = async () =>
          (await calendar.range(bench.context(), { listing, from: day(1), to: day(8) })).map(
            ({ price }) => price,
          )
        const own = { listingExternalId: listing.externalId, unitCount: 1, currency: 'EUR' }
        const before = await price()
        const outcome = await calendarWrites.write(bench.context('calendar'), [
          { ...own, from: day(2), to: day(4), price: '151.50' },
          // Where changes overlap, the later one counts.
          { ...own, from: day(4), to: day(4), price: '99' },
          { ...own, from: day(6), to: day(7), price: '120.00' },
        ])
        assert.deepEqual(outcome, { refused: [] })
        const [first, , , , fifth, , , last] = before
        assert.deepEqual(await price(), [first, '151.5', '151.5', '99', fifth, '120', '120', last])
        const calls = bench.calls.length
        const same = [{ ...own, from: day(6), to: day(7), price: '120.00' }]
        assert.deepEqual(await calendarWrites.write(bench.context('calendar'), same), { refused: [] })
        // Nights that already have the setting are not written again.
        assert.equal(bench.calls.length, calls + 1)
      }
    } finally {
      await bench.close()
    }
  })
})

it('forms hold lists in their names', () => {
  const form = formOf({ a: 1, none: undefined, rooms: [{ roomTypeID: '9', quantity: 1 }] })
  assert.equal(decodeURIComponent(String(form)), 'a=1&rooms[0][roomTypeID]=9&rooms[0][quantity]=1')
})
