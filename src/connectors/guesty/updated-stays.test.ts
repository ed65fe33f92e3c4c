import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { walkAll } from '../../connector-kit/testing/walk.ts'
import { describeWarning, warningsOf } from '../../connector-kit/tolerance/unread-fields.ts'
import { differingFields } from './compare-generations.ts'
import { reservations } from './reservations.ts'
import { openAccount } from './testing/account.ts'

type Held = { id: string; checkOutDateLocalized: string }
type Account = Awaited<ReturnType<typeof openAccount>>

const walk = (context: VendorContext, since: string | null = null) =>
  walkAll((cursor) => reservations.page(context, { cursor, since }))
const callsTo = ({ simulator }: Account, path: RegExp) =>
  simulator.calls.list().filter((call) => path.test(call.path))
const older = /^\/v1\/reservations([/?]|$)/
const search = /^\/v1\/reservations-v3\/search/

async function withChanges(
  t: Parameters<typeof openAccount>[0],
  habits: Record<string, number>,
  changes = 2,
) {
  const account = await openAccount(t, { listings: 10, reservations: 160, habits })
  const context = account.open()
  await walk(context)
  account.simulator.clock.advanceSeconds(3600)
  const since = new Date(account.simulator.clock.nowMs()).toISOString()
  account.simulator.clock.advanceSeconds(60)
  const held = account.simulator.operations.state(new Set()).reservations as unknown as Held[]
  const coming = held.toSorted((one, other) =>
    one.checkOutDateLocalized < other.checkOutDateLocalized ? 1 : -1,
  )
  const ids = coming.slice(0, changes).map(({ id }) => id)
  for (const id of ids) account.simulator.operations.updateReservation(id, { guestsCount: 5 })
  account.simulator.clock.advanceSeconds(120)
  account.simulator.calls.clear()
  return { account, context, since, ids: ids.toSorted() }
}

/** Answers of one path are changed on their way. */
function withAnswers(
  context: VendorContext,
  path: RegExp,
  change: (row: Record<string, unknown>) => object[],
) {
  const get = async (asked: string, options?: object) => {
    const answer = await context.http.get(asked, options)
    if (!path.test(asked)) return answer
    if (Array.isArray(answer)) return answer.flatMap(change)
    const { results, ...rest } = answer as { results: Record<string, unknown>[] }
    return { ...rest, results: results.flatMap(change) }
  }
  return { ...context, http: { ...context.http, get } }
}

const externalIds = (records: { externalId: string }[]) =>
  records.map(({ externalId }) => externalId).toSorted()

describe('changed Guesty reservations', () => {
  it('are named by the newer search, in few calls', async (t) => {
    for (const habits of [{}, { legacyRetired: 1 }]) {
      const { account, context, since, ids } = await withChanges(t, habits)
      const { records } = await walk(context, since)
      assert.deepEqual(externalIds(records), ids)
      assert.deepEqual(warningsOf(records), [])
      assert.equal(callsTo(account, search).length, 1)
      // Each booking whose host collects costs one more.
      const calls = account.simulator.calls.list().filter(({ path }) => !path.startsWith('/v1/payments'))
      assert.ok(calls.length <= 8, String(calls.length))
    }
  })

  it('are all found when more of them changed than fit on a page', async (t) => {
    const { context, since, ids } = await withChanges(t, {}, 130)
    assert.deepEqual(externalIds((await walk(context, since)).records), ids)
  })

  it('are found where the search does not take the filter', async (t) => {
    for (const habits of [{ noUpdatedFilter: 1 }, { noUpdatedFilter: 1, legacyRetired: 1 }]) {
      const { account, context, since, ids } = await withChanges(t, habits)
      for (let times = 0; times < 2; times += 1) {
        const found = externalIds((await walk(context, since)).records)
        for (const id of ids) assert.ok(found.includes(id))
      }
      const refused = callsTo(account, search).filter(({ status }) => status === 400)
      assert.equal(refused.length, 1)
    }
  })

  it('are read from the older list where the newer interface leaves them out', async (t) => {
    const { context, since, ids } = await withChanges(t, {})
    const hidden = (row: Record<string, unknown>) =>
      [row._id, row.reservationId].includes(ids[0]) ? [] : [row]
    const half = withAnswers(context, /reservations-v3/, hidden)
    assert.deepEqual(externalIds((await walk(half, since)).records), ids)
  })

  it('go on without the older list on the day it is switched off', async (t) => {
    const { account, context, ids } = await withChanges(t, {})
    account.simulator.clock.advanceSeconds(
      (Date.parse('2027-03-01T00:00:00Z') - account.simulator.clock.nowMs()) / 1000,
    )
    const since = new Date(account.simulator.clock.nowMs()).toISOString()
    account.simulator.operations.updateReservation(ids[0] ?? '', { guestsCount: 2 })
    for (let times = 0; times < 3; times += 1)
      assert.deepEqual(externalIds((await walk(context, since)).records), [ids[0]])
    assert.deepEqual(
      callsTo(account, older).map(({ status }) => status),
      [410],
    )
  })
})

describe('the comparison of the two generations', () => {
  it('names each field that differs, and no value', async (t) => {
    const { context, since, ids } = await withChanges(t, {})
    const other = withAnswers(context, older, (row) =>
      row._id === ids[0] ? [{ ...row, guestsCount: 9, guest: { firstName: 'Other' } }] : [row],
    )
    const { records } = await walk(other, since)
    const [warning, ...others] = warningsOf(records)
    assert.deepEqual(others, [])
    assert.equal(warning?.externalId, ids[0])
    const text = describeWarning(warning?.unread ?? [])
    assert.match(text, /^two interfaces of the vendor differ in .*guest\.firstName/)
    assert.doesNotMatch(text, /Other/)
  })

  it('compares a whole walk page by page', async (t) => {
    const account = await openAccount(t, { listings: 10, reservations: 150 })
    account.simulator.clock.advanceSeconds(3600)
    const context = account.open()
    assert.deepEqual(warningsOf((await walk(context)).records), [])
    const other = withAnswers(context, older, (row) => [{ ...row, confirmationCode: 'OTHER' }])
    const { records } = await walk(other)
    // Inquiries have no code.
    assert.ok(warningsOf(records).length > 100)
  })

  it('passes over what only one of them can say', () => {
    const record = { kind: 'reservation', externalId: 'a', lines: [{ amount: '1', type: 'af' }] }
    const same = { ...record, paymentStatus: 'paid', guest: null, lines: [{ amount: '1', type: 'fare' }] }
    const differing = { ...record, lines: [{ amount: '2' }], status: 'confirmed' }
    const compare = differingFields as unknown as (newer: object, older: object) => string[]
    assert.deepEqual(compare(record, same), [])
    assert.deepEqual(compare(record, differing), ['lines[].amount', 'status'])
    assert.deepEqual(compare(record, { ...record, lines: [] }), ['lines'])
  })
})
