import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Xml } from '../../src/connector-kit/xml.ts'
import type { JsonRow } from '../kit/testing/open-simulator.ts'
import { errorsIn, within } from './test-account.ts'
import { openNights } from './test-nights.ts'

const avail = (at: string, inner = '', more = '') =>
  `<AvailStatusMessages><AvailStatusMessage LocatorID="7" ${more}><StatusApplicationControl Start="2026-07-01" End="2026-07-02" ${at}/>${inner}</AvailStatusMessage></AvailStatusMessages>`
const amounts = (at: string, inner: string) =>
  `<RateAmountMessages><RateAmountMessage LocatorID="8"><StatusApplicationControl Start="2026-07-01" End="2026-07-02" ${at}/><Rates><Rate><BaseByGuestAmts>${inner}</BaseByGuestAmts></Rate></Rates></RateAmountMessage></RateAmountMessages>`

test('rooms to sell are set for days with both ends, answered when read, and less after each booking', async (t) => {
  const { send, night, book, room, control, state } = await openNights(t)
  const { status, root } = await send(
    'OTA_HotelAvailNotif',
    avail(`InvTypeCode="${room}"`, '', 'BookingLimit="1"'),
  )
  assert.deepEqual([status, root.name, within(root, 'Success').length], [200, 'OTA_HotelAvailNotifRS', 1])
  const left = async (day: string) => (await night(day, true)).attributes.rooms_to_sell
  assert.deepEqual([await left('2026-07-01'), await left('2026-07-02')], ['1', '1'])
  assert.notEqual(await left('2026-07-03'), '1')
  assert.equal(await book(), 201)
  const after = (await night('2026-07-01')).attributes
  assert.deepEqual([after.rooms_to_sell, after.booked, after.cancelled], ['0', '1', '0'])
  assert.equal(await book(), 409)
  // Cancelled rooms are not sold again before somebody writes them.
  await control('POST', `/reservations/${String(state().reservations?.[0]?.id)}/cancel`)
  const called = (await night('2026-07-01')).attributes
  assert.deepEqual([called.rooms_to_sell, called.booked, called.cancelled], ['0', '0', '1'])
  assert.equal(await book(), 409)
})

test('a room, a rate, an arrival, a departure and a length of stay close each by itself', async (t) => {
  const { send, night, book, room, rate } = await openNights(t)
  const at = `InvTypeCode="${room}" RatePlanCode="${rate}"`
  await send('OTA_HotelAvailNotif', avail(`InvTypeCode="${room}"`, '', 'BookingLimit="99"'))
  const rule = (inner: string, where = at) => send('OTA_HotelAvailNotif', avail(where, inner))
  const closed = '<RestrictionStatus Status="Close"/>'
  for (const [inner, undo, where] of [
    [closed, closed.replace('Close', 'Open'), `InvTypeCode="${room}"`],
    [closed, closed.replace('Close', 'Open'), at],
    [
      '<RestrictionStatus Status="Close" Restriction="Arrival"/>',
      '<RestrictionStatus Status="Open" Restriction="Arrival"/>',
      at,
    ],
    ...[3, 4].map((nights) => [
      `<LengthsOfStay><LengthOfStay Time="${nights}" MinMaxMessageType="SetMinLOS"/></LengthsOfStay>`,
      '<LengthsOfStay><LengthOfStay Time="0" MinMaxMessageType="SetMinLOS"/></LengthsOfStay>',
      at,
    ]),
    [
      '<LengthsOfStay ArrivalDateBased="1"><LengthOfStay Time="1" MinMaxMessageType="SetMaxLOS"/></LengthsOfStay>',
      '<LengthsOfStay ArrivalDateBased="1"><LengthOfStay Time="0" MinMaxMessageType="SetMaxLOS"/></LengthsOfStay>',
      at,
    ],
  ] as const) {
    assert.equal((await rule(inner ?? '', where)).status, 200, inner)
    assert.equal(await book(), 409, inner)
    assert.equal((await rule(undo ?? '', where)).status, 200)
    assert.equal(await book(), 201, undo)
  }
  await rule('<RestrictionStatus Status="Close" Restriction="Departure"/>')
  assert.equal(await book({ arrival_date: '2026-06-30', departure_date: '2026-07-02' }), 409)
  await rule(closed, `InvTypeCode="${room}"`)
  assert.equal((await night('2026-07-01')).attributes.closed, '1')
  const [told] = within(await night('2026-07-01'), 'rate')
  assert.deepEqual([told?.attributes.closed, told?.attributes.closedondeparture], ['0', '1'])
})

test('prices are whole numbers, of the right tax and currency, and are answered when read', async (t) => {
  const { send, night, hotel, room, rate } = await openNights(t, {
    pricing_type: 'Standard',
    tax_included: true,
  })
  const at = `InvTypeCode="${room}" RatePlanCode="${rate}"`
  const good = `AmountAfterTax="13350" DecimalPlaces="2" CurrencyCode="${String(hotel.currency)}"`
  const price = (attributes: string, where = at) =>
    send('OTA_HotelRateAmountNotif', amounts(where, `<BaseByGuestAmt ${attributes}/>`))
  assert.equal((await price(good)).status, 200)
  assert.equal((await price(`NumberOfGuests="1" ${good.replace('13350', '9900')}`)).status, 200)
  const [row] = within(await night('2026-07-02'), 'rate')
  const told = within(row as Xml, 'price').map(({ attributes, text }) => [attributes.guests, Number(text)])
  assert.deepEqual(told, [
    [undefined, 133.5],
    ['1', 99],
  ])
  for (const wrong of [
    good.replace('AmountAfterTax', 'AmountBeforeTax'),
    good.replace('13350', '133.50'),
    good.replace('DecimalPlaces="2"', 'DecimalPlaces="4"'),
    good.replace(/CurrencyCode="\w+"/, 'CurrencyCode="XTS"'),
    good.replace('13350', '0'),
    `NumberOfGuests="2" ${good}`,
    good.replace('AmountAfterTax', 'Amount'),
  ]) {
    const answer = await price(wrong)
    assert.equal(answer.status, 400, wrong)
    assert.deepEqual([errorsIn(answer)[0]?.RecordID, within(answer.root, 'Success').length], ['8', 0])
  }
  assert.equal((await price(good, `InvTypeCode="${room}"`)).status, 400)
})

test('where prices go by the number of guests there is one for each', async (t) => {
  const { send, night, hotel, room, rate } = await openNights(t, { pricing_type: 'OBP' })
  const tax = hotel.tax_included === true ? 'AmountAfterTax' : 'AmountBeforeTax'
  const one = (guests: string, amount: number) =>
    `<BaseByGuestAmt ${guests} ${tax}="${amount}" DecimalPlaces="2" CurrencyCode="${String(hotel.currency)}"/>`
  const put = (inner: string) =>
    send('OTA_HotelRateAmountNotif', amounts(`InvTypeCode="${room}" RatePlanCode="${rate}"`, inner))
  assert.equal((await put(one('NumberOfGuests="1"', 8000) + one('NumberOfGuests="2"', 10_000))).status, 200)
  const [row] = within(await night('2026-07-01'), 'rate')
  const told = within(row as Xml, 'price').map(({ attributes, text }) => [attributes.guests, Number(text)])
  assert.deepEqual(told.slice(0, 2), [
    ['1', 80],
    ['2', 100],
  ])
  assert.equal((await put(one('', 8000))).status, 400)
  assert.equal((await put(one('NumberOfGuests="30"', 8000))).status, 400)
  const bxml = await send(
    'availability',
    `<room id="${room}"><date value="2026-07-01"><rate id="${rate}"/><price>99.00</price></date></room>`,
  )
  assert.deepEqual(
    [bxml.status, within(bxml.root, 'error')[0]?.attributes.code],
    [400, 'PRICE_PASSED_FOR_OBP_RATE'],
  )
})

test('a hotel that sells by length of stay takes prices and does nothing with them', async (t) => {
  const { send, night, hotel, room, rate } = await openNights(t, { pricing_type: 'LOS' })
  const tax = hotel.tax_included === true ? 'AmountAfterTax' : 'AmountBeforeTax'
  const before = JSON.stringify(await night('2026-07-01'))
  const said = `<BaseByGuestAmt ${tax}="1" DecimalPlaces="2" CurrencyCode="${String(hotel.currency)}"/>`
  const answer = await send(
    'OTA_HotelRateAmountNotif',
    amounts(`InvTypeCode="${room}" RatePlanCode="${rate}"`, said),
  )
  assert.equal(answer.status, 200)
  assert.equal(JSON.stringify(await night('2026-07-01')), before)
})

test('a message of OTA is taken as a whole or not at all', async (t) => {
  const { send, night, room, rate, state, hotel } = await openNights(t)
  const message = (start: string, end: string, at: string, limit = 'BookingLimit="3"') =>
    `<AvailStatusMessage ${limit}><StatusApplicationControl Start="${start}" End="${end}" ${at}/></AvailStatusMessage>`
  const own = `InvTypeCode="${room}"`
  const good = message('2026-07-01', '2026-07-02', own)
  const { listings = [], rates = [] } = state('rates')
  const hotels = state('hotels').hotels ?? []
  const inHotel = (fits: (one: JsonRow) => boolean) =>
    listings.find(({ hotel_id }) =>
      hotels.some((one) => one.id === hotel_id && one.id !== hotel.id && fits(one)),
    )?.id
  const readonly = rates.find((one) => one.readonly === true)
  const derived = listings.find(({ hotel_id }) => hotel_id === readonly?.hotel_id)?.id
  for (const [bad, status] of [
    [message('2026-07-01', '2026-07-02', 'InvTypeCode="12"'), 400],
    [message('2026-07-02', '2026-07-01', own), 400],
    [message('2026-05-09', '2026-05-12', own), 400],
    [message('2026-07-01', '2026-07-02', `${own} RatePlanCode="${rate}"`), 400],
    [message('2026-07-01', '2026-07-02', own, 'BookingLimit="256"'), 400],
    [message('2026-07-01', '2026-07-02', own, ''), 400],
    [message('2026-07-01', '2026-07-02', own, 'Colour="red"'), 400],
    [message('2026-09-01', '2026-09-02', own), 400],
    [
      message(
        '2026-07-01',
        '2026-07-02',
        `InvTypeCode="${String(inHotel((one) => one.connection === 'active'))}"`,
      ),
      400,
    ],
    [
      message(
        '2026-07-01',
        '2026-07-02',
        `InvTypeCode="${String(inHotel((one) => one.connection === 'pending'))}"`,
      ),
      403,
    ],
    [
      `<AvailStatusMessage><StatusApplicationControl Start="2026-07-01" End="2026-07-02" InvTypeCode="${String(derived)}" RatePlanCode="${String(readonly?.id)}"/><RestrictionStatus Status="Close"/></AvailStatusMessage>`,
      400,
    ],
  ] as const) {
    const answer = await send(
      'OTA_HotelAvailNotif',
      `<AvailStatusMessages>${good}${bad}</AvailStatusMessages>`,
    )
    assert.equal(answer.status, status, bad)
    assert.equal(errorsIn(answer)[0]?.Status, 'NotProcessed')
    assert.notEqual((await night('2026-07-01', true)).attributes.rooms_to_sell, '3', bad)
  }
  assert.equal(
    (await send('OTA_HotelAvailNotif', `<AvailStatusMessages>${good}</AvailStatusMessages>`, '1.0')).status,
    400,
  )
  const yesterday = message('2026-05-10', '2026-05-10', own)
  assert.equal(
    (await send('OTA_HotelAvailNotif', `<AvailStatusMessages>${yesterday}</AvailStatusMessages>`)).status,
    200,
  )
})
