/** Recommended prices of a home that a PMS keeps: they go there like every other price, or are refused like one. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { startCalendarWorld, type CalendarWorld } from '../calendar/world.ts'

let w: CalendarWorld
let dates: string[]
before(async () => {
  w = await startCalendarWorld()
  const { db, workspace } = w.world.app
  await sql`
    update listings set currency = 'EUR', default_nightly_price = 100 where workspace_id = ${workspace.id}`.execute(
    db,
  )
  const { body } = await w.world.app.get(`/v1/listings/${w.ids.A}/pricing`)
  dates = [...(body['recommendations'] ?? [])].map((rec) => String(rec['date'])).slice(3, 6)
  assert.equal(dates.length, 3)
})
after(() => w.close())

const decide = () => w.world.app.post(`/v1/listings/${w.ids.A}/pricing`, { dates, action: 'apply' })
const bulk = async () => {
  const { body } = await w.world.app.post('/v1/listings/pricing/bulk', {
    action: 'apply',
    items: [{ listingId: w.ids.A, dates }],
  })
  return [body['succeeded'], body['failed'][0]?.['errorCode'], body['failed'][0]?.['error']] as unknown[]
}

async function assertRefused(status: number, code: string): Promise<void> {
  const answer = await decide()
  assert.deepEqual([answer.status, answer.body['error']?.['code']], [status, code])
  const [succeeded, errorCode, error] = await bulk()
  assert.deepEqual([succeeded, errorCode], [0, 'calendar_update_failed'])
  assert.match(String(error), new RegExp(`^${code}: `))
  assert.deepEqual(w.vendor.written, [])
}

it('are refused where the PMS takes no prices, the policy forbids them, or the account is cut', async () => {
  const { db, workspace } = w.world.app
  w.vendor.fields = { available: true, price: false, minNights: true, maxNights: true }
  await assertRefused(422, 'pms_write_unsupported')
  w.vendor.fields = { available: true, price: true, minNights: true, maxNights: true }
  const setRates = (rates: boolean) =>
    sql`update connections set write_policy = jsonb_set(write_policy, '{calendar,rates}', ${JSON.stringify(rates)}::jsonb)
      where workspace_id = ${workspace.id}`.execute(db)
  await setRates(false)
  await assertRefused(409, 'pms_writes_off')
  await setRates(true)
  const setStatus = (status: string) =>
    sql`update connections set status = ${status} where workspace_id = ${workspace.id}`.execute(db)
  await setStatus('disconnected')
  await assertRefused(409, 'no_connection')
  await setStatus('error')
  await assertRefused(403, 'connection_reauth_required')
  await setStatus('active')
})

it('are sent to the PMS once, and stand there', async () => {
  const { body } = await w.world.app.get(`/v1/listings/${w.ids.A}/pricing`)
  const wanted = [...(body['recommendations'] ?? [])]
    .filter((rec) => dates.includes(String(rec['date'])))
    .map((rec) => Number(rec['recommendedPrice']))
  assert.deepEqual((await decide()).body, { ok: true, applied: 3 })
  await w.rest()
  const shown = async () =>
    (await w.days(w.ids.A, dates[0] ?? '', dates.at(-1)))
      .filter(({ date }) => dates.includes(date))
      .map(({ price }) => price)
  assert.deepEqual(await shown(), wanted)
  const sent = w.vendor.written.length
  assert.ok(sent > 0)
  assert.deepEqual((await decide()).body, { ok: true, applied: 0 })
  await w.rest()
  assert.equal(w.vendor.written.length, sent)
  assert.deepEqual(await shown(), wanted)
})
