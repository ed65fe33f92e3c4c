import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Xml } from '../../src/connector-kit/xml.ts'
import type { JsonRow } from '../kit/testing/open-simulator.ts'
import { within } from './test-account.ts'
import { openNights } from './test-nights.ts'

test('B.XML takes what is good of a request, and says what was not', async (t) => {
  const { send, night, room, rate, state } = await openNights(t)
  const date = (inner: string, at = 'value="2026-07-01"') => `<date ${at}>${inner}</date>`
  const own = (...dates: string[]) => `<version>1.0</version><room id="${room}">${dates.join('')}</room>`
  const rated = `<rate id="${rate}"/>`
  const ok = await send(
    'availability',
    own(
      date(
        `${rated}<roomstosell>2</roomstosell><price>120.50</price><closed>0</closed><minimumstay>2</minimumstay>`,
      ),
    ),
  )
  assert.deepEqual([ok.status, ok.root.name], [200, 'ok'])
  const [row] = within(await night('2026-07-01'), 'rate')
  assert.deepEqual([within(row as Xml, 'price')[0]?.text, row?.attributes.minimumstay], ['120.50', '2'])
  const partly = await send(
    'availability',
    `${own(date('<roomstosell>5</roomstosell>'))}<room id="12">${date('<roomstosell>1</roomstosell>')}</room>`,
  )
  assert.deepEqual(
    [partly.status, within(partly.root, 'error')[0]?.attributes.code],
    [200, 'ROOM_ID_INVALID'],
  )
  assert.equal((await night('2026-07-01', true)).attributes.rooms_to_sell, '5')
  const twice = await send(
    'availability',
    own(date('<roomstosell>4</roomstosell>'), date('<roomstosell>1</roomstosell>')),
  )
  assert.deepEqual(
    [twice.status, within(twice.root, 'warning')[0]?.attributes.code],
    [200, 'WARN_DUPLICATE_DATES'],
  )
  assert.equal((await night('2026-07-01', true)).attributes.rooms_to_sell, '4')
  const foreign = state('hotels').hotels?.find(({ connection }) => connection === 'pending')?.id
  const theirs = state().listings?.find(({ hotel_id }) => hotel_id === foreign)?.id
  for (const [body, status, code] of [
    ['<version>1.0</version>', 400, 'ROOM_ELEMENT_REQUIRED'],
    [`<room>${date('<roomstosell>1</roomstosell>')}</room>`, 400, 'ROOM_ID_MISSING'],
    [
      own(date('<roomstosell>1</roomstosell>', 'from="2026-07-02" to="2026-07-02"')),
      400,
      'FROM_DATE_SHOULD_BE_LESS_THAN_TO_DATE',
    ],
    [own(date('<price>10</price>')), 400, 'RATE_ELEMENT_REQUIRED'],
    [own(date('<roomstosell>1</roomstosell>', 'value="2026-05-09"')), 400, 'INVALID_UPDATE'],
  ] as const) {
    const answer = await send('availability', body)
    assert.deepEqual([answer.status, within(answer.root, 'error')[0]?.attributes.code], [status, code], body)
  }
  assert.equal(
    (
      await send(
        'availability',
        `<room id="${String(theirs)}">${date('<roomstosell>1</roomstosell>')}</room>`,
      )
    ).status,
    403,
  )
  assert.equal((await send('availability', own(date('<colour>1</colour>')))).root.name, 'fault')
  // A range excludes its last day.
  await send('availability', own(date('<roomstosell>3</roomstosell>', 'from="2026-07-01" to="2026-07-03"')))
  const left = await Promise.all(['2026-07-02', '2026-07-03'].map((day) => night(day, true)))
  assert.deepEqual(
    left.map(({ attributes }) => attributes.rooms_to_sell === '3'),
    [true, false],
  )
})

test('a person at the extranet writes past the provider', async (t) => {
  const { control, night, book, room, rate, hotel } = await openNights(t)
  const by = (body: JsonRow) =>
    control('POST', '/extranet/nights', { room_id: room, from: '2026-07-01', to: '2026-07-02', ...body })
  assert.equal((await by({ closed: true })).status, 200)
  assert.deepEqual([(await night('2026-07-01')).attributes.closed, await book()], ['1', 409])
  await by({ closed: false, rooms_to_sell: 9 })
  await by({ rate_id: rate, price: 77, minimumstay: 2 })
  const date = await night('2026-07-02')
  assert.deepEqual([date.attributes.rooms_to_sell, within(date, 'rate', 'price')[0]?.text], ['9', '77.00'])
  assert.equal(await book(), 201)
  assert.equal((await by({ price: 5 })).status, 400)
  assert.equal((await control('POST', '/extranet/nights', { room_id: 1 })).status, 400)
  await control('PATCH', `/extranet/hotels/${String(hotel.id)}`, { connection: 'pending' })
  assert.equal(await book(), 409)
  assert.equal(
    (await control('PATCH', `/extranet/hotels/${String(hotel.id)}`, { connection: 'x' })).status,
    400,
  )
})
