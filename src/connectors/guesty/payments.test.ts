import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { StayRecord } from '../../contract/records.ts'
import { walkAll } from '../../connector-kit/testing/walk.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { paymentStatusIn } from './payments.ts'
import { reservations } from './reservations.ts'
import { isOfKind, openAccount } from './testing/account.ts'

type Account = Awaited<ReturnType<typeof openAccount>>
type Held = {
  id: string
  status: string
  source: string
  integration: { platform: string } | null
  checkOutDateLocalized: string
  money: { isFullyPaid: boolean } | null
}

const held = ({ simulator }: Account) =>
  simulator.operations.state(new Set()).reservations as unknown as Held[]
const paymentCalls = ({ simulator }: Account) =>
  simulator.calls.list().filter(({ path }) => path.startsWith('/v1/payments'))
const paid = (record: StayRecord | null | undefined) =>
  record?.kind === 'reservation' ? (record.paymentStatus ?? null) : assert.fail('no reservation')
/** Guests of other channels pay there. */
const isComing = ({ simulator }: Account, row: Held): boolean =>
  row.checkOutDateLocalized >= new Date(simulator.clock.nowMs()).toISOString().slice(0, 10) &&
  ['confirmed', 'reserved'].includes(row.status) &&
  row.integration?.platform === 'manual' &&
  row.source !== 'owner'
const walk = (context: ReturnType<Account['open']>, since: string | null = null) =>
  walkAll((cursor) => reservations.page(context, { cursor, since }))

describe('the payments of Guesty bookings', () => {
  it('are read of a booking that is looked up, and change with them', async (t) => {
    for (const habits of [{}, { legacyRetired: 1 }]) {
      const account = await openAccount(t, { reservations: 200, habits })
      const [row] = held(account).filter((one) => isComing(account, one) && one.money?.isFullyPaid === false)
      assert.ok(row)
      const one = async () => paid(await reservations.one?.(account.open(), row.id))
      assert.equal(await one(), 'pending')
      account.simulator.operations.updateReservation(row.id, { money: { totalPaid: 90, isFullyPaid: true } })
      assert.equal(await one(), 'paid')
    }
  })

  it('cost a call for each booking to come that its host collects', async (t) => {
    const account = await openAccount(t, { reservations: 200, habits: { legacyRetired: 1 } })
    const context = account.open()
    const rows = new Map(held(account).map((row) => [row.id, row]))
    const day = new Date(account.simulator.clock.nowMs()).toISOString().slice(0, 10)
    const { records, watermark } = await walk(context)
    const stays = records.filter((record) => record.kind === 'reservation')
    const coming = stays
      .filter(({ status, checkOut }) => status !== 'cancelled' && checkOut >= day)
      .filter(({ source }) => source === 'direct' || source === 'website' || source === 'other')
      .map(({ externalId }) => externalId)
    assert.ok(coming.length > 5 && coming.length < stays.length / 2, String(coming.length))
    assert.equal(paymentCalls(account).length, coming.length)
    for (const stay of stays) {
      const is = rows.get(stay.externalId)?.money?.isFullyPaid === true ? 'paid' : 'pending'
      assert.equal(paid(stay), coming.includes(stay.externalId) ? is : null, stay.externalId)
    }
    const [first = ''] = coming
    account.simulator.calls.clear()
    account.simulator.clock.advanceSeconds(120)
    account.simulator.operations.updateReservation(first, { money: { totalPaid: 5, totalRefunded: 5 } })
    const since = await walk(context, watermark)
    assert.equal(paid(since.records.find(({ externalId }) => externalId === first)), 'refunded')
  })

  it('cost nothing while the older list tells them', async (t) => {
    const account = await openAccount(t, { reservations: 60 })
    const { records } = await walk(account.open())
    assert.deepEqual(paymentCalls(account), [])
    const rows = new Map(held(account).map((row) => [row.id, row]))
    const stays = records.filter((record) => record.kind === 'reservation' && record.source !== 'owner')
    assert.ok(stays.some((stay) => paid(stay) === 'paid') && stays.some((stay) => paid(stay) === 'pending'))
    for (const stay of stays)
      assert.equal(paid(stay) === 'paid', rows.get(stay.externalId)?.money?.isFullyPaid, stay.externalId)
  })

  it('are left out where the account has none of it, after one call, and asked for again an hour later', async (t) => {
    const account = await openAccount(t, { reservations: 30, habits: { legacyRetired: 1 } })
    const context = account.open()
    let asked = 0
    const get = context.http.get.bind(context.http)
    // The memory of a client belongs to its object, so it is changed where it is.
    context.http.get = (path, options) => {
      if (path !== '/v1/payments') return get(path, options)
      asked += 1
      return Promise.reject(new VendorError('not_found', 'no such route', { status: 404 }))
    }
    const { records } = await walk(context)
    assert.equal(asked, 1)
    assert.ok(records.length > 20)
    account.simulator.clock.advanceSeconds(3601)
    await walk(context)
    assert.equal(asked, 2)
  })

  it('do not end a walk by an answer that cannot be read, but by a vendor that cannot be reached', async (t) => {
    const account = await openAccount(t, { reservations: 30, habits: { legacyRetired: 1 } })
    const failing = (error: VendorError) => {
      const context = account.open()
      const original = context.http.get.bind(context.http)
      context.http.get = (path, options) =>
        path === '/v1/payments' ? Promise.reject(error) : original(path, options)
      return walk(context)
    }
    const { records } = await failing(new VendorError('malformed', 'no JSON'))
    assert.ok(records.every((record) => record.kind !== 'reservation' || paid(record) === null))
    await assert.rejects(failing(new VendorError('unavailable', 'away')), isOfKind('unavailable'))
  })
})

describe('a summary of payments', () => {
  it('is found wherever it stands', () => {
    for (const [answer, status] of [
      [{ isFullyPaid: true, payments: [] }, 'paid'],
      [{ data: { isFullyPaid: false, totalPaid: 10 } }, 'pending'],
      [{ results: [], summary: { totalPaid: '100', balanceDue: 0 } }, 'paid'],
      [{ data: { payments: [], summary: { totalPaid: 10, balanceDue: 90.5 } } }, 'pending'],
      [{ reservation: { totalPaid: 100, totalRefunded: 100, isFullyPaid: true } }, 'refunded'],
      [{ money: { totalPaid: 100, totalRefunded: 20, isFullyPaid: true } }, 'paid'],
    ] as const)
      assert.equal(paymentStatusIn(answer), status, JSON.stringify(answer))
  })

  it('is none where it says nothing, or nothing that can be read', () => {
    for (const answer of [
      null,
      [],
      'paid',
      {},
      { payments: [{ status: 'SUCCEEDED', amount: 5 }] },
      { summary: { balanceDue: 0 } },
      { summary: { totalPaid: 'much' } },
      { summary: { isFullyPaid: 'perhaps' } },
    ])
      assert.equal(paymentStatusIn(answer), null, JSON.stringify(answer))
  })
})
