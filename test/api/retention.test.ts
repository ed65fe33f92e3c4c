/** Guests and histories whose time is over, and those whose is not. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import {
  maxForgottenPerLook,
  runRetentionLook,
} from '../../src/features/guests/retention/retention-worker.ts'
import { deleteOldHistory } from '../../src/features/guests/history/retention.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { freshSpace } from './rows.ts'

let app: TestApp
before(async () => void (app = await startTestApp()))
after(() => app?.close())

const day = 24 * 3_600_000
const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10)

async function space() {
  const own = await freshSpace(app)
  const listing = await own.rows.listing({ time_zone: 'Europe/Zagreb' })
  const ask = (method: string, url: string, body?: unknown) =>
    app.call(method, url, { key: own.liveKey, ...(body === undefined ? {} : { body }) })
  const guestNamed = async (name: string) => {
    const made = await ask('POST', '/v1/guests', {
      firstName: name,
      lastName: 'Retained',
      email: `${name}@old.example`,
    })
    assert.equal(made.status, 201, made.text)
    return String(made.body['id'])
  }
  let nights = 0
  const stay = (guest: string, checkOut: string, values: object = {}) => {
    nights += 1
    return own.rows.stay({
      ...{ listing_id: listing, guest_id: guest, status: 'confirmed', check_out: checkOut },
      check_in: isoDay(Date.parse(checkOut) - 2 * day),
      ...{ confirmation_code: `C${nights}`, created_at: '2020-01-01T00:00:00.000Z', ...values },
    })
  }
  const set = async (body: object) => {
    const answer = await ask('PATCH', '/v1/retention', body)
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }
  const namedNow = async (id: string) => (await own.get(`/v1/guests/${id}`)).body['displayName']
  return { ...own, listing, ask, guestNamed, stay, set, namedNow }
}

/** Until nothing is due any more. */
async function lookThrough(): Promise<number> {
  let total = 0
  for (;;) {
    const forgotten = await runRetentionLook(app.services)
    if (forgotten === null) return total
    total += forgotten
  }
}

test('nobody is forgotten unless it was asked for, and the preview says who would be', async () => {
  const { ask, guestNamed, stay, get, namedNow, set } = await space()
  const old = await guestNamed('Odile')
  await stay(old, '2024-01-10')
  const settings = await get('/v1/retention')
  assert.deepEqual(
    [settings.body['guestMonths'], settings.body['historyDays'], settings.body['nextLookAt']],
    [null, null, null],
  )
  assert.equal(await lookThrough(), 0)
  assert.equal(await namedNow(old), 'Odile')
  const due = async (query = '') => (await get(`/v1/retention/preview${query}`)).body
  assert.deepEqual((await due())['guests'], [])
  const preview = await due('?guest_months=24')
  assert.deepEqual(preview['guests'], [{ id: old, lastStayEnded: '2024-01-10' }])
  assert.deepEqual(preview['total'], 1)
  assert.deepEqual((await due('?guest_months=36'))['guests'], [])
  assert.equal(await namedNow(old), 'Odile', 'a preview forgets nobody')

  assert.equal((await set({ guestMonths: 24 }))['guestMonths'], 24)
  assert.equal(await lookThrough(), 1)
  assert.equal(await namedNow(old), 'Guest')
  assert.deepEqual((await due())['guests'], [])
  for (const body of [{}, { guestMonths: 0 }, { guestMonths: '24' }, { historyDays: 30 }, { months: 3 }]) {
    const { status, text } = await ask('PATCH', '/v1/retention', body)
    assert.ok(status === 400 || status === 422, text)
  }
})

test('a guest who stays again, whose thread goes on, or who never stayed is left alone', async () => {
  const { guestNamed, stay, rows, namedNow, set, live, get, listing } = await space()
  const now = app.clock.now().getTime()
  const names = ['Gone', 'Again', 'Talking', 'Quiet', 'Never', 'Cancelled', 'Edge', 'Past'] as const
  const ids = new Map<string, string>()
  for (const name of names) ids.set(name, await guestNamed(name))
  const of = (name: (typeof names)[number]) => ids.get(name) ?? ''
  for (const name of ['Gone', 'Again', 'Talking', 'Quiet'] as const) await stay(of(name), '2024-03-10')
  await stay(of('Again'), isoDay(now + 30 * day))
  await stay(of('Cancelled'), '2024-03-20', { status: 'cancelled' })
  // Twelve months before 15 June 2026.
  await stay(of('Edge'), '2025-06-15')
  await stay(of('Past'), '2025-06-14')
  const talk = { listing_id: listing, status: 'open' }
  await rows.conversation({
    ...talk,
    guest_id: of('Talking'),
    last_message_at: new Date(now - 5 * day).toISOString(),
  })
  await rows.conversation({
    ...{ ...talk, guest_id: of('Quiet'), created_at: '2024-02-01T00:00:00.000Z' },
    last_message_at: '2024-03-12T10:00:00.000Z',
  })
  await set({ guestMonths: 12 })
  assert.equal(await lookThrough(), 4)
  const left = await Promise.all(
    names.map(async (name) => [name, (await namedNow(of(name))) !== 'Guest'] as const),
  )
  assert.deepEqual(
    left.filter(([, isKept]) => isKept).map(([name]) => name),
    ['Again', 'Talking', 'Never', 'Edge'],
  )
  const { rows: lines } = await sql<{ actor: string; targets: string[]; details: unknown }>`
    select actor, targets, details from audit_lines
    where workspace_id = ${live.workspaceId} and action = 'retention.forgetGuest'`.execute(app.db)
  assert.deepEqual(
    lines.map(({ actor, targets }) => `${actor} ${targets.join()}`).toSorted(),
    ['Gone', 'Quiet', 'Cancelled', 'Past'].map((name) => `system guest:${ids.get(name)}`).toSorted(),
  )
  assert.deepEqual(lines[0]?.details, { months: 12 })
  const told = (await get('/v1/events?limit=100&type=guest.forgotten')).body['data'] as unknown as {
    data: { reason: string }
  }[]
  assert.deepEqual(
    told.map(({ data }) => data.reason),
    ['retention', 'retention', 'retention', 'retention'],
  )

  // A day later the next one's time is over.
  app.clock.advance(day + 1000)
  assert.equal(await lookThrough(), 1)
  assert.equal(await namedNow(of('Edge')), 'Guest')
})

test('a look forgets so many at a time and goes on from there; it ends when it is switched off', async () => {
  const { guestNamed, stay, set, live, get } = await space()
  const count = maxForgottenPerLook + 3
  for (let at = 0; at < count; at += 1) await stay(await guestNamed(`Many${at}`), '2024-01-10')
  await set({ guestMonths: 12 })
  assert.equal(await runRetentionLook(app.services), maxForgottenPerLook)
  assert.equal((await set({ guestMonths: null }))['nextLookAt'], null)
  assert.equal(await runRetentionLook(app.services), null)
  assert.equal((await get('/v1/retention/preview?guest_months=12')).body['total'], 3)
  await set({ guestMonths: 12 })
  // Two processes that look at a time.
  const both = await Promise.all([runRetentionLook(app.services), runRetentionLook(app.services)])
  assert.deepEqual(both.toSorted(), [3, null])
  // One that died in its look is followed by another.
  await sql`update retention set next_look_at = ${app.clock.now()} where workspace_id = ${live.workspaceId}`.execute(
    app.db,
  )
  assert.equal(await runRetentionLook(app.services), 0)
})

test('changes are forgotten after their time, and the past before it is refused', async () => {
  const { ask, set, listing, get, live } = await space()
  const guest = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@history.example' }
  await sql`update listings set currency = 'EUR', default_nightly_price = 90 where id = ${listing}`.execute(
    app.db,
  )
  const begun = app.clock.now().getTime()
  const body = {
    listingId: listing,
    checkIn: isoDay(begun + 200 * day),
    checkOut: isoDay(begun + 203 * day),
    guest,
  }
  const made = await ask('POST', '/v1/reservations', body)
  assert.equal(made.status, 201, made.text)
  const url = `/v1/reservations/${made.body['id']}`
  app.clock.advance(60_000)
  const early = app.clock.now()
  app.clock.advance(40 * day)
  await ask('PATCH', url, { checkOut: isoDay(begun + 204 * day) })
  app.clock.advance(60_000)
  const late = app.clock.now()
  const asOf = (at: Date) => get(`${url}?as_of=${at.toISOString()}`)
  const [then, shown] = [await asOf(early), await asOf(late)]
  assert.equal(then.status, 200, then.text)
  const config = loadConfig({}, null)
  assert.equal(await deleteOldHistory({ ...app.services, config }), 0)
  await set({ historyDays: 31 })
  app.clock.advance(2 * day)
  assert.ok((await deleteOldHistory({ ...app.services, config })) > 0)
  const lines = (await get(`${url}/history`)).body['data'] as unknown as { change: string }[]
  assert.deepEqual(
    lines.map(({ change }) => change),
    ['updated'],
  )
  const refused = await asOf(early)
  assert.equal(
    `${refused.status} ${String(refused.body['error']?.['code'])}`,
    '422 invalid_params',
    refused.text,
  )
  assert.match(refused.text, /reaches back to/)
  assert.deepEqual(JSON.parse((await asOf(late)).text), JSON.parse(shown.text))
  const { historyFrom } = (await get('/v1/retention')).body as unknown as { historyFrom: string }
  assert.equal(historyFrom, new Date(app.clock.now().getTime() - 31 * day).toISOString())
  // Not twice a day; and a longer time brings nothing back.
  assert.equal(await deleteOldHistory({ ...app.services, config }), 0)
  await set({ historyDays: 3000 })
  app.clock.advance(2 * day)
  assert.equal(await deleteOldHistory({ ...app.services, config }), 0)
  assert.equal(
    ((await get('/v1/retention')).body as unknown as { historyFrom: string }).historyFrom,
    historyFrom,
  )
  // The setting holds where a workspace says nothing.
  await set({ historyDays: null })
  app.clock.advance(60 * day)
  const usual = loadConfig({ HISTORY_RETENTION_DAYS: '31' }, null)
  assert.ok((await deleteOldHistory({ ...app.services, config: usual })) > 0)
  const { rows } = await sql`select from record_history where workspace_id = ${live.workspaceId}`.execute(
    app.db,
  )
  assert.equal(rows.length, 0)
})

test('histories of workspaces that say nothing are kept for as long as a setting says', async () => {
  const { guestNamed, ask, live } = await space()
  const id = await guestNamed('Silent')
  const old = await ask('PATCH', `/v1/guests/${id}`, { lastName: 'Later' })
  assert.equal(old.status, 200, old.text)
  const lines = async () => {
    const { rows } = await sql`select from record_history where workspace_id = ${live.workspaceId}`.execute(
      app.db,
    )
    return rows.length
  }
  const made = await lines()
  assert.ok(made > 0)
  app.clock.advance(60 * day)
  await deleteOldHistory({ ...app.services, config: loadConfig({}, null) })
  assert.equal(await lines(), made, 'no setting')
  await deleteOldHistory({ ...app.services, config: loadConfig({ HISTORY_RETENTION_DAYS: '31' }, null) })
  assert.equal(await lines(), 0)
})
