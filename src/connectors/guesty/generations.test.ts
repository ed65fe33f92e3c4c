import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { StayRecord } from '../../contract/records.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { walkAll } from '../../connector-kit/testing/walk.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { reservations } from './reservations.ts'
import { isOfKind, openAccount } from './testing/account.ts'

type Held = { id: string; status: string; integration: { platform: string } | null }
type Account = Awaited<ReturnType<typeof openAccount>>

const held = ({ simulator }: Account) =>
  simulator.operations.state(new Set()).reservations as unknown as Held[]
const walk = (context: VendorContext, since: string | null = null) =>
  walkAll((cursor) => reservations.page(context, { cursor, since }))
const idsOf = (records: StayRecord[]) => records.map(({ externalId }) => externalId).toSorted()
const callsTo = ({ simulator }: Account, path: RegExp) =>
  simulator.calls.list().filter((call) => path.test(call.path))
const older = /^\/v1\/reservations([/?]|$)/
const newer = /^\/v1\/reservations-v3/

/** What only one of the two tells: whether it is paid, and the vendor's word for an item of the invoice. */
function common(record: StayRecord): unknown {
  const text = JSON.stringify(record, (name, value: unknown) =>
    name === 'paymentStatus' || name === 'type' ? undefined : value,
  )
  return JSON.parse(text)
}

describe('the two generations of Guesty reservations', () => {
  it('say the same of every booking', async (t) => {
    const byId = (records: StayRecord[]) =>
      new Map(records.map((record) => [record.externalId, common(record)] as const))
    const open = async (habits: Record<string, number>) => {
      const account = await openAccount(t, { listings: 14, reservations: 150, habits })
      return byId((await walk(account.open())).records)
    }
    const [byNewer, byOlder] = [await open({ legacyRetired: 1 }), await open({ newerClosed: 1 })]
    assert.ok(byNewer.size > 100)
    for (const [id, record] of byOlder) assert.deepEqual(byNewer.get(id), record)
    assert.equal(byNewer.size, byOlder.size)
  })

  it('are read by the newer, in few calls', async (t) => {
    const account = await openAccount(t, { listings: 14, reservations: 350 })
    const context = account.open()
    await walk(context)
    const counts = [
      /^\/v1\/reservations-v3\/search/,
      /guest-folio\/overview/,
      /invoice-items/,
      /guests-crud/,
    ].map((path) => callsTo(account, path).length)
    // A page is a hundred bookings, and so are the sums, items and guests that are read for it.
    assert.deepEqual(counts, [4, 4, 4, 4])
    const homes = callsTo(account, /listings/).length
    assert.ok(homes < 14, String(homes))
    await walk(context)
    assert.equal(callsTo(account, /listings/).length, homes)
    account.simulator.calls.clear()
    await walk(context)
    // The older list counts all bookings once and confirms each page.
    assert.equal(callsTo(account, older).length, 5)
  })

  it('need no older one from the day it is switched off', async (t) => {
    const account = await openAccount(t, { reservations: 30 })
    const context = account.open()
    const { watermark } = await walk(context)
    const day = Date.parse('2027-03-01T00:00:00Z')
    account.simulator.clock.advanceSeconds((day - account.simulator.clock.nowMs()) / 1000)
    account.simulator.calls.clear()
    const [row] = held(account)
    assert.deepEqual(
      idsOf((await walk(context)).records),
      held(account)
        .map(({ id }) => id)
        .toSorted(),
    )
    assert.equal((await reservations.one?.(context, row?.id ?? ''))?.externalId, row?.id)
    account.simulator.operations.deleteReservation(row?.id ?? '')
    assert.equal(await reservations.one?.(context, row?.id ?? ''), null)
    await walk(context, watermark)
    const refused = callsTo(account, older)
    assert.deepEqual(
      refused.map(({ status }) => status),
      [410],
    )
  })

  it('ask the newer once where the account was not let in, and again an hour later', async (t) => {
    const account = await openAccount(t, { reservations: 30, habits: { newerClosed: 1 } })
    const context = account.open()
    const [row] = held(account)
    for (let times = 0; times < 3; times += 1) {
      assert.equal((await walk(context)).records.length, held(account).length)
      assert.ok(await reservations.one?.(context, row?.id ?? ''))
    }
    assert.equal(callsTo(account, newer).length, 1)
    account.simulator.clock.advanceSeconds(3601)
    await walk(context)
    assert.equal(callsTo(account, newer).length, 2)
  })

  it('leave no booking out that the newer search does not give', async (t) => {
    const account = await openAccount(t, { reservations: 60 })
    const context = account.open()
    // Seen on a live account.
    const isHidden = (row: unknown) => (row as { platform?: string }).platform === 'bookingCom'
    const http = {
      ...context.http,
      get: async (path: string, options?: object) => {
        const answer = await context.http.get(path, options)
        if (!newer.test(path)) return answer
        if (Array.isArray(answer)) return answer.filter((row) => !isHidden(row))
        const { results, ...rest } = answer as { results: unknown[] }
        return { ...rest, results: results.filter((row) => !isHidden(row)) }
      },
    }
    const half = { ...context, http }
    const hidden = held(account).filter(({ integration }) => integration?.platform === 'bookingCom')
    assert.ok(hidden.length > 3)
    const { records, watermark } = await walk(half)
    assert.deepEqual(
      [...new Set(idsOf(records))],
      held(account)
        .map(({ id }) => id)
        .toSorted(),
    )
    const [victim] = hidden
    assert.ok(victim)
    assert.equal((await reservations.one?.(half, victim.id))?.externalId, victim.id)
    account.simulator.clock.advanceSeconds(60)
    account.simulator.operations.updateReservation(victim.id, { guestsCount: 5 })
    // Another client knows nothing of what the first one found out.
    const other = { ...half, http: { ...http } }
    assert.ok(idsOf((await walk(other, watermark)).records).includes(victim.id))
  })

  it('are neither empty nor gone when both are closed', async (t) => {
    const account = await openAccount(t, { habits: { legacyRetired: 1, newerClosed: 1 } })
    const [row] = held(account)
    await assert.rejects(walk(account.open()), VendorError)
    await assert.rejects(walk(account.open(), '2026-01-01T00:00:00Z'), VendorError)
    await assert.rejects(
      async () => reservations.one?.(account.open(), row?.id ?? ''),
      isOfKind('unavailable'),
    )
  })

  it('are not gone because the older endpoint vanished without a word', async (t) => {
    const account = await openAccount(t, { habits: { newerClosed: 1 } })
    const context = account.open()
    const http = {
      ...context.http,
      get: (path: string, options?: object) =>
        older.test(path)
          ? Promise.reject(new VendorError('not_found', 'no such route', { status: 404 }))
          : context.http.get(path, options),
    }
    const [row] = held(account)
    const one = async () => reservations.one?.({ ...context, http }, row?.id ?? '')
    await assert.rejects(one, isOfKind('unavailable'))
    await assert.rejects(walk({ ...context, http }), VendorError)
  })

  it('read guests one by one where the list cannot be asked for some of them', async (t) => {
    const account = await openAccount(t, { reservations: 20, habits: { legacyRetired: 1 } })
    const context = account.open()
    const http = {
      ...context.http,
      get: async (path: string, options?: object) =>
        path === '/v1/guests-crud' ? { results: [], total: 0 } : context.http.get(path, options),
    }
    const { records } = await walk({ ...context, http })
    assert.deepEqual(records, (await walk(account.open())).records)
    assert.ok(records.some((record) => record.kind === 'reservation' && record.guest?.email))
  })
})
