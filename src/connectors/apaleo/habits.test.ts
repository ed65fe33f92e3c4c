import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startSimulator } from '../../../simulators/index.ts'
import { listIn, readable } from '../../connector-kit/answers.ts'
import { addDays } from '../../connector-kit/dates.ts'
import { openBench, type Bench } from '../../connector-kit/testing/bench.ts'
import { failureOf, present } from '../../connector-kit/testing/walk.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { ReservationDraft } from '../../connector-kit/write-operations.ts'
import { apaleo } from './index.ts'
import { VendorMaintenance } from './vendor.ts'

describe('Apaleo’s bookings', { concurrency: false }, () => {
  const { create, modify, cancel, findMarked } = present(apaleo.operations.reservationWrites)
  let bench: Bench<typeof apaleo.credentials>
  let listingExternalId = ''
  before(async () => {
    bench = await openBench(apaleo, startSimulator, { listings: 3, reservations: 20 })
    const { records } = await bench.walk().listings()
    listingExternalId = present(records.find(({ unitCount }) => unitCount > 2)).externalId
  })
  after(() => bench.close())

  const draftOf = (fields: Partial<ReservationDraft>): ReservationDraft => ({
    ...{ listingExternalId, checkIn: '2028-03-01', checkOut: '2028-03-04', status: 'confirmed' },
    ...{ platform: 'direct', guest: { firstName: 'Ines', lastName: 'Marchetti' } },
    ...{ adults: 2, children: 0, currency: 'EUR', marker: 'lwtest00000000000001', ...fields },
  })
  const count = async () => (await bench.control.state()).reservations.length

  it('are one however often a key comes, and are not found by the beginning of another marker', async () => {
    const [context, before] = [bench.context('guest'), await count()]
    const first = await create(context, draftOf({}))
    assert.deepEqual(await create(context, draftOf({})), first)
    assert.equal(await count(), before + 1)
    const search = { ...draftOf({ marker: 'lwtest0000000000000' }), since: context.now() }
    assert.deepEqual(await findMarked(context, search), [])
  })

  it('stand beside nights whose rules stay when a price is written', async () => {
    const { write } = present(apaleo.operations.calendarWrites)
    const context = bench.context('calendar')
    const [from, to] = ['2028-05-02', '2028-05-02']
    const night = { listingExternalId, unitCount: 4, from, to, currency: 'EUR' }
    await write(context, [{ ...night, minNights: 4, closedToArrival: true }])
    await write(context, [{ ...night, price: '87.5' }])
    const { refused } = await write(context, [{ ...night, price: '1', currency: 'CHF' }])
    assert.match(refused[0]?.message ?? '', /another currency/)
    const listing = { externalId: listingExternalId, unitCount: 4 }
    const [day] = await present(apaleo.operations.calendar).range(context, { listing, from, to })
    assert.deepEqual([day?.price, day?.minNights, day?.closedToArrival], ['87.5', 4, true])
  })

  it('keep their nights, with a unit or without, while the rest is closed once and opened again', async () => {
    const { write } = present(apaleo.operations.calendarWrites)
    const context = bench.context('calendar')
    const [from, to] = ['2028-07-03', '2028-07-05']
    const stay = { checkIn: from, checkOut: '2028-07-05' }
    const { externalId: roomed } = await create(context, draftOf({ ...stay, marker: 'lwtest00000000000003' }))
    await create(context, draftOf({ ...stay, marker: 'lwtest00000000000004' }))
    await bench.control.change(roomed, { unitId: `${listingExternalId}-102` })
    const listing = { externalId: listingExternalId, unitCount: 4 }
    const left = async () =>
      (await present(apaleo.operations.calendar).range(context, { listing, from, to })).map(
        (day) => day.availableUnits,
      )
    const entries = async () => {
      const query = { from: `${from}T00:00:00Z`, to: `${to}T23:00:00Z` }
      const answer = await context.http.get('/operations/v1/maintenances', { query })
      return answer === undefined ? [] : readable(VendorMaintenance, listIn(answer, 'maintenances'))
    }
    const nights = { listingExternalId, unitCount: 4, from, to, currency: 'EUR' }
    assert.deepEqual(await left(), [2, 2, 4])
    await bench.control.fault(
      'late_500',
      { count: 1 },
      { method: 'POST', path: '/operations/v1/maintenances/bulk' },
    )
    const lost = await failureOf(write(context, [{ ...nights, available: false }]))
    assert.equal(lost.kind, 'unavailable')
    assert.deepEqual(await write(context, [{ ...nights, available: false }]), { refused: [] })
    assert.deepEqual([await left(), (await entries()).length], [[0, 0, 0], 8])
    assert.deepEqual(await write(context, [{ ...nights, to: from, available: true }]), { refused: [] })
    assert.deepEqual([await left(), (await entries()).length], [[2, 0, 0], 6])
  })

  it('that come while nights are closed keep their unit, and every other one is closed', async () => {
    const { write } = present(apaleo.operations.calendarWrites)
    const context = bench.context('calendar')
    const [from, to] = ['2028-09-04', '2028-09-06']
    const { http } = context
    const post: typeof http.post = async (path, options) => {
      const body = JSON.stringify(options?.body)
      if (body.includes(`"${listingExternalId}-103","from":"${to}`))
        throw new VendorError('rejected', 'the unit is not available')
      return http.post(path, options)
    }
    const racing = { ...context, http: { get: http.get.bind(http), post } as typeof http }
    const night = { listingExternalId, unitCount: 4, from, to, currency: 'EUR' }
    const { refused } = await write(racing, [{ ...night, available: false }])
    assert.match(refused[0]?.message ?? '', /not available/)
    const listing = { externalId: listingExternalId, unitCount: 4 }
    const days = await present(apaleo.operations.calendar).range(context, { listing, from, to })
    assert.deepEqual(
      days.map(({ availableUnits }) => availableUnits),
      [0, 0, 1],
    )
  })

  it('have nothing to do with nights that staff closed, which stay closed', async () => {
    const { write } = present(apaleo.operations.calendarWrites)
    const context = bench.context('calendar')
    const listing = present((await bench.walk().listings()).records.find(({ unitCount }) => unitCount === 1))
    const day = addDays(context.now().toISOString().slice(0, 10), 41)
    const range = { from: day, to: addDays(day, 2) }
    const isOpen = async () =>
      (await present(apaleo.operations.calendar).range(context, { listing, ...range })).map(
        ({ available }) => available,
      )
    assert.deepEqual(await isOpen(), [false, false, false])
    const nights = { listingExternalId: listing.externalId, unitCount: 1, ...range, currency: 'EUR' }
    await write(context, [{ ...nights, available: false }])
    await write(context, [{ ...nights, available: true }])
    assert.deepEqual(await isOpen(), [false, false, false])
  })

  it('keep the agreed price of a night that stays, and read what is allowed before they are changed', async () => {
    const context = bench.context('guest')
    const marker = 'lwtest00000000000002'
    const { externalId } = await create(context, draftOf({ marker, totalPrice: '100.01' }))
    const target = { externalId, listingExternalId }
    await present(modify).run(context, { ...target, checkIn: '2028-03-01', checkOut: '2028-03-03' })
    const stay = await present(apaleo.operations.reservations?.one)(context, externalId)
    assert.equal(stay?.kind === 'reservation' && stay.totalPrice, '66.68')
    await bench.control.change(externalId, { status: 'InHouse' })
    const refused = await failureOf(present(cancel)(context, target))
    assert.deepEqual([refused.kind, /not allowed/.test(refused.message)], ['rejected', true])
  })
})
