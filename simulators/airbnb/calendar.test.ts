import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '../kit/clock.ts'
import type { JsonRow } from '../kit/testing/open-simulator.ts'
import { until } from '../kit/testing/until.ts'
import { openAccount } from './test-account.ts'

type Calendar = { calendar: { days: JsonRow[] } }
const [from, to] = ['2027-10-04', '2027-10-08']

async function openCalendar(t: Parameters<typeof openAccount>[0], options = {}) {
  const account = await openAccount(t, { listings: 4, reservations: 0, ...options })
  const [home] = account.own()
  const id = home?.id ?? ''
  const days = async (start = from, end = to) =>
    (await account.get<Calendar>(`/calendars/${id}/${start}/${end}`)).body.calendar.days
  const operate = (operations: object[], path = '/calendar_operations') =>
    account.send('POST', path, { listing_id: id, operations })
  return { ...account, id, days, operate }
}

test('a calendar tells each night and is written in a range', async (t) => {
  const { id, send, days } = await openCalendar(t)
  const before = await days()
  assert.deepEqual(
    before.map(({ date }) => date),
    [0, 1, 2, 3, 4].map((more) => addDays(from, more)),
  )
  assert.ok(before.every(({ availability }) => availability === 'available'))
  const written = await send('PUT', `/calendars/${id}/${from}/2027-10-05`, {
    ...{ availability: 'unavailable', daily_price: 91.5, closed_to_arrival: true, notes: 'paint' },
  })
  assert.deepEqual([written.status, written.body], [200, {}])
  const after = await days()
  assert.deepEqual(
    after.map(({ availability }) => availability === 'unavailable'),
    [true, true, false, false, false],
  )
  assert.deepEqual([after[1]?.daily_price, after[1]?.closed_to_arrival], [91.5, true])
  await send('PUT', `/calendars/${id}/${from}/${to}`, { availability: 'default' })
  const [night] = await days()
  assert.deepEqual([night?.availability, night?.daily_price], ['available', 91.5])
})

test('many ranges are written in one call; overlaps have to be meant', async (t) => {
  const { id, send, days, operate } = await openCalendar(t)
  const operations = [
    { dates: [`${from}:2027-10-06`], daily_price: 80, min_nights: 2 },
    { dates: ['2027-10-06', to], daily_price: 120 },
  ]
  assert.equal((await operate(operations)).status, 400)
  assert.deepEqual((await operate(operations, '/calendar_operations?_allow_dates_overlap=true')).body, {
    success: true,
  })
  assert.deepEqual(
    (await days()).map(({ daily_price }) => daily_price).filter((price) => price === 80 || price === 120),
    [80, 80, 120, 120],
  )
  const long = (nights: number) => [{ dates: [`${from}:${addDays(from, nights - 1)}`], min_nights: 3 }]
  assert.equal((await operate(long(731))).status, 200)
  assert.equal((await operate(long(732))).status, 400)
  for (const wrong of [
    { available_count: 501 },
    { availability: 'open' },
    { daily_price: 0 },
    { platform: 'VRBO' },
    { colour: 1 },
    { max_nights: 1126 },
  ]) {
    assert.equal((await operate([{ dates: [from], ...wrong }])).status, 400, JSON.stringify(wrong))
  }
  assert.equal((await operate([{ dates: ['2027-02-30'] }])).status, 400)
  await send('PUT', `/listings/${id}`, { synchronization_category: null })
  assert.equal((await operate([{ dates: [from] }])).status, 403)
})

test('what is only requested is done a little later, and a block names its reason', async (t) => {
  const { days, operate } = await openCalendar(t)
  const path = '/calendar_operations_requests'
  const block = { dates: [`${from}:${to}`], availability: 'unavailable' }
  assert.equal((await operate([block], path)).status, 400)
  assert.equal((await operate([block], `${path}?_allow_dates_overlap=true`)).status, 400)
  const reason = { busy_subtype: 'OUTSIDE_RESERVATION', platform: 'VRBO' }
  assert.deepEqual((await operate([{ ...block, ...reason }], path)).body, { success: true })
  await until(async () => (await days())[0]?.availability === 'unavailable', 'the nights to be closed')
  assert.equal((await days())[0]?.busy_subtype, 'OUTSIDE_RESERVATION')
})

test('a sold night stays closed whatever is written; of several places the rest is told', async (t) => {
  const { id, control, days, operate, send } = await openCalendar(t)
  const book = () =>
    control('POST', '/reservations', { listing_id_str: id, start_date: from, end_date: '2027-10-06' })
  await book()
  const left = async () => (await days()).map(({ available_count }) => available_count)
  assert.deepEqual(await left(), [0, 0, 1, 1, 1])
  await operate([{ dates: [from], availability: 'available', available_count: 5 }])
  assert.deepEqual(await left(), [0, 0, 1, 1, 1])
  await send('PUT', `/listings/${id}`, { total_inventory_count: 4 })
  assert.deepEqual(await left(), [3, 3, 4, 4, 4])
  await operate([{ dates: [`${from}:2027-10-05`], available_count: 2 }])
  assert.deepEqual(await left(), [2, 2, 4, 4, 4])
  await book()
  assert.deepEqual(await left(), [1, 1, 4, 4, 4])
})

test('a host closes nights by hand', async (t) => {
  const { id, control, days } = await openCalendar(t)
  const hand = { from, to: from, availability: 'unavailable' }
  assert.equal((await control('POST', `/listings/${id}/calendar`, hand)).status, 200)
  assert.equal((await days())[0]?.availability, 'unavailable')
  assert.equal((await control('POST', `/listings/${id}/calendar`, { from, to, colour: 1 })).status, 400)
})
