import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { JsonRow } from '../kit/testing/open-simulator.ts'
import { until } from '../kit/testing/until.ts'
import { openAccount } from './test-account.ts'
import { openApp } from './test-app.ts'

type Alteration = JsonRow & { id: string; status: string }

async function openBooking(t: TestContext) {
  const hook = await openApp(t)
  const account = await openAccount(t, { listings: 2, reservations: 0 })
  await account.control('PUT', '/webhook', { url: hook.url })
  const listing_id_str = account.own()[0]?.id
  const days = { start_date: '2026-07-01', end_date: '2026-07-04' }
  const booked = await account.control<{ id: string }>('POST', '/reservations', { listing_id_str, ...days })
  const code = booked.body.id
  const ask = async (body: object) =>
    (await account.control<Alteration>('POST', '/guests/change', { reservationId: code, ...body })).body
  const answer = (id: string, status: string) =>
    account.send('PUT', `/reservation_alterations/${id}`, { status })
  const read = async (id: string) =>
    (await account.get<{ reservation_alteration: Alteration }>(`/reservation_alterations/${id}`)).body
      .reservation_alteration
  const booking = () => account.state().reservations?.[0]
  return { ...account, hook, code, ask, answer, read, booking }
}

test('a guest asks for other days, the app is asked, and the booking changes', async (t) => {
  const { hook, ask, answer, read, booking, get, code, simulator } = await openBooking(t)
  const { id, status } = await ask({ arrival: '2026-07-02', nights: 5, adults: 3 })
  assert.equal(status, 'PENDING')
  const list = await get<{ reservation_alterations: JsonRow[] }>(
    `/reservation_alterations/?${new URLSearchParams({ 'confirmation_codes[]': code })}`,
  )
  assert.deepEqual(
    list.body.reservation_alterations.map((row) => row.id_str),
    [id],
  )
  assert.equal((await get('/reservation_alterations')).status, 400)
  assert.equal((await answer(id, 'CANCELED')).status, 400, 'only who asked may cancel')
  assert.deepEqual((await answer(id, 'ACCEPTED')).body, {})
  const [question] = hook.questions()
  assert.deepEqual([question?.method, question?.url.pathname], ['PUT', `/hooks/secret/${code}`])
  assert.deepEqual(
    [question?.body.start_date, question?.body.nights, question?.body.number_of_guests],
    ['2026-07-02', 5, 3],
  )
  const altered = await read(id)
  assert.deepEqual([altered.status, altered.initiated_by], ['ACCEPTED', 'guest'])
  assert.notEqual(altered.response_at, null)
  const row = booking()
  assert.deepEqual([row?.start_date, row?.end_date, row?.nights], ['2026-07-02', '2026-07-07', 5])
  assert.equal(row?.listing_base_price_accurate, altered.listing_base_price_accurate)
  assert.equal((await answer(id, 'DECLINED')).status, 400, 'only what is pending may change')
  await until(() => simulator.webhooks.isIdle(), 'the deliveries')
  assert.deepEqual(hook.told(), [
    'reservation_acceptance_confirmation',
    'reservation_alteration_confirmation',
  ])
})

test('nights that the booking has are its own, also where software closed them; others are not', async (t) => {
  const { ask, answer, booking, control, own } = await openBooking(t)
  const close = (from: string, to: string) =>
    control('POST', `/listings/${own()[0]?.id}/calendar`, { from, to, availability: 'unavailable' })
  await close('2026-07-01', '2026-07-03')
  const longer = await ask({ nights: 4 })
  assert.equal(longer.status, 'PENDING')
  assert.equal((await answer(longer.id, 'ACCEPTED')).status, 200)
  assert.equal(booking()?.end_date, '2026-07-05')
  await close('2026-07-05', '2026-07-05')
  const tooLong = (await ask({ nights: 5 })) as JsonRow & { error?: string }
  assert.match(String(tooLong.error), /2026-07-05 is not available/)
})

test('declined or refused, a change leaves the booking as it is', async (t) => {
  const { hook, ask, answer, read, booking } = await openBooking(t)
  const first = await ask({ nights: 6 })
  assert.equal((await answer(first.id, 'DECLINED')).status, 200)
  const second = await ask({ nights: 6 })
  hook.says.answer = () => ({ succeed: false, failure_code: 'dates_not_available' })
  assert.equal((await answer(second.id, 'ACCEPTED')).status, 400)
  assert.equal((await read(second.id)).status, 'VOID')
  assert.equal(booking()?.end_date, '2026-07-04')
})

test('nights that were sold meanwhile are not had any more', async (t) => {
  const { hook, ask, answer, read, booking, control, own } = await openBooking(t)
  const { id } = await ask({ nights: 6 })
  const days = { start_date: '2026-07-05', end_date: '2026-07-06' }
  await control('POST', '/reservations', { listing_id_str: own()[0]?.id, ...days })
  assert.equal((await answer(id, 'ACCEPTED')).status, 400)
  assert.deepEqual([(await read(id)).status, booking()?.nights, hook.questions().length], ['VOID', 3, 0])
})

test('a guest who has to pay first, and a booking that is called off', async (t) => {
  const { ask, answer, read, booking, control, code } = await openBooking(t)
  const { id } = await ask({ nights: 7, paysLater: true })
  await answer(id, 'ACCEPTED')
  assert.deepEqual([(await read(id)).status, booking()?.nights], ['AWAITING_PAYMENT', 3])
  assert.equal((await control('POST', `/alterations/${id}/pay`)).body.status, 'ACCEPTED')
  assert.equal(booking()?.nights, 7)
  const last = await ask({ nights: 2 })
  await control('POST', `/reservations/${code}/cancel`, {})
  assert.equal((await read(last.id)).status, 'VOID')
})

test('a host asks for a change, which the guest answers', async (t) => {
  const { send, control, answer, read, booking, code, own } = await openBooking(t)
  const ask = (body: object) =>
    send<{ id: string }>('POST', '/reservation_alterations', { confirmation_code: code, ...body })
  const listing_id = own()[1]?.id
  assert.equal((await ask({})).status, 400)
  assert.equal((await ask({ end_date: '2026-06-01' })).status, 400)
  const { id } = (await ask({ end_date: '2026-07-05', total_price: 777, listing_id })).body
  assert.equal((await ask({ end_date: '2026-07-09' })).status, 400, 'one at a time')
  assert.equal((await answer(id, 'ACCEPTED')).status, 400, 'only who was asked may answer')
  await control('POST', `/alterations/${id}/answer`, { accept: true })
  const row = booking()
  assert.deepEqual(
    [row?.end_date, row?.listing_base_price_accurate, row?.listing_id_str],
    ['2026-07-05', '777.00', listing_id],
  )
  const other = (await ask({ end_date: '2026-07-04' })).body.id
  assert.equal((await answer(other, 'CANCELED')).status, 200)
  assert.equal((await read(other)).status, 'CANCELED')
  assert.equal((await control('POST', `/alterations/${other}/answer`, { accept: true })).status, 400)
})
