import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startSimulator } from '../../../simulators/index.ts'
import type { ListingRecord } from '../../contract/records.ts'
import { openBench } from '../../connector-kit/testing/bench.ts'
import type { Bench } from '../../connector-kit/testing/bench.ts'
import { freeNights } from '../../connector-kit/testing/free-nights.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { ReservationDraft } from '../../connector-kit/write-operations.ts'
import { calendarWrites } from './calendar-writes.ts'
import { calendar } from './calendar.ts'
import { guestWrites } from './guest-writes.ts'
import { mews } from './index.ts'
import { listings, units } from './listings.ts'
import { reservationWrites } from './reservation-writes.ts'
import { reservations } from './reservations.ts'

describe('Mews writes', { concurrency: false }, () => {
  let bench: Bench<(typeof mews)['credentials']>
  let listing: ListingRecord
  before(async () => {
    bench = await openBench(mews, startSimulator, { listings: 4, reservations: 60 })
    const { records } = await listings.page(bench.context(), { cursor: null })
    const several = records.find(({ unitCount }) => unitCount > 1)
    assert.ok(several)
    listing = several
  })
  after(() => bench.close())

  let drafts = 0
  const draft = async (fields: Partial<ReservationDraft> = {}): Promise<ReservationDraft> => {
    drafts += 1
    return {
      listingExternalId: listing.externalId,
      ...(await freeNights(bench.context(), mews.operations, listing, 3)),
      status: 'confirmed',
      platform: 'direct',
      guest: { firstName: 'Ines', lastName: 'Marchetti', email: `ines.${drafts}@example.com` },
      adults: 2,
      children: 0,
      currency: listing.currency ?? null,
      marker: `k3j5h2g8f1d9s7a4q${String(drafts).padStart(3, '0')}`,
      ...fields,
    }
  }
  const create = (booking: ReservationDraft) => reservationWrites.create(bench.context('guest'), booking)
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

  it('hold a room that was asked for, and refuse one that is taken', async () => {
    const { records } = await units.page(bench.context(), { listing, cursor: null })
    const unitExternalId = records[0]?.externalId
    assert.ok(unitExternalId)
    const booking = await draft({ unitExternalId, status: 'tentative', notes: 'Late.' })
    const { externalId } = await create(booking)
    const stay = await read(externalId)
    assert.deepEqual([stay.unitExternalId, stay.status, stay.source], [unitExternalId, 'pending', 'direct'])
    assert.notEqual(stay.confirmationCode, booking.marker)
    const again = {
      ...(await draft({ unitExternalId })),
      checkIn: booking.checkIn,
      checkOut: booking.checkOut,
    }
    assert.deepEqual(await refusal(create(again)), ['rejected', undefined])
  })

  it('make stays cost exactly what was asked for, city tax included', async () => {
    for (const totalPrice of ['500.00', '333.34', '100.01']) {
      const { externalId } = await create(await draft({ totalPrice }))
      assert.equal(Number((await read(externalId)).totalPrice), Number(totalPrice))
    }
    const before = (await bench.control.state()).reservations.length
    assert.deepEqual(await refusal(create(await draft({ totalPrice: '100.005' }))), ['rejected', undefined])
    assert.equal((await bench.control.state()).reservations.length, before)
  })

  it('book for the guest that the hotel knows by the address, and say so', async () => {
    const first = await draft()
    await create(first)
    const same = await create(await draft({ guest: first.guest }))
    assert.deepEqual(same.errors, [])
    const other = await create(await draft({ guest: { ...first.guest, firstName: 'Paul' } }))
    assert.deepEqual(
      other.errors.map(({ section, code }) => [section, code]),
      [['guest', 'duplicate']],
    )
    assert.equal((await read(other.externalId)).guest?.firstName, 'Ines')
  })

  it('do not move stays onto nights without a room left, and keep the price of a changed party', async () => {
    const full = await draft()
    for (let room = 0; room < listing.unitCount; room += 1) {
      await create({ ...full, marker: `full${room}aaaaaaaaaaaaaaa` })
    }
    const { externalId } = await create(await draft({ totalPrice: '420.00' }))
    const target = { externalId, listingExternalId: listing.externalId }
    const { checkIn, checkOut } = full
    const moved = reservationWrites.modify?.run(bench.context('guest'), { ...target, checkIn, checkOut })
    assert.deepEqual(await refusal(moved), ['rejected', 'dates_unavailable'])
    await reservationWrites.modify?.run(bench.context('guest'), { ...target, adults: 1, children: 1 })
    const stay = await read(externalId)
    assert.deepEqual([stay.occupancy?.adults, stay.occupancy?.children], [1, 1])
    assert.equal(Number(stay.totalPrice), 420)
  })

  it('open and close some nights of a closed stretch without touching the others', async () => {
    const { checkIn, checkOut } = await freeNights(bench.context(), mews.operations, listing, 5)
    const dates = await calendar.range(bench.context(), { listing, from: checkIn, to: checkOut })
    const day = (index: number) => dates[index]?.date ?? ''
    const own = { listingExternalId: listing.externalId, unitCount: listing.unitCount, currency: null }
    await calendarWrites.write(bench.context('calendar'), [
      { ...own, from: day(0), to: day(4), available: false },
      { ...own, from: day(2), to: day(2), available: true, minNights: 3 },
      { ...own, from: day(3), to: day(3), minNights: 1 },
    ])
    const written = await calendar.range(bench.context(), { listing, from: day(0), to: day(4) })
    assert.deepEqual(
      written.map(({ available }) => available),
      [false, false, true, false, false],
    )
    assert.equal(written[2]?.minNights, 3)
  })

  it('change the names and addresses of guests', async () => {
    const context = bench.context('guest')
    const created = await guestWrites.create?.(context, { firstName: 'Noor', email: 'noor@example.com' })
    assert.ok(created)
    const change = { firstName: 'Noor', lastName: 'Haddad', language: 'fr' }
    const { externalId } = created
    assert.deepEqual(await guestWrites.update?.(context, { externalId, change }), {
      applied: ['firstName', 'lastName'],
    })
  })
})
