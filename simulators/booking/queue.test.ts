import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorsIn, openAccount, queues, stamped, within } from './test-account.ts'

test('what is not acknowledged comes with each reading; what is acknowledged is gone', async (t) => {
  const { control, waiting, acknowledge } = await openAccount(t, { reservations: 0 })
  const booked = []
  for (let count = 0; count < 3; count++)
    booked.push(String((await control('POST', '/reservations', {})).body.id))
  assert.deepEqual(await waiting('new'), booked)
  assert.deepEqual(await waiting('new'), booked)
  assert.deepEqual(await waiting('new', '?limit=2'), booked.slice(0, 2))
  assert.deepEqual(await waiting('new', `?id=${booked[1]}`), [booked[1]])
  const some = await acknowledge('new', booked[0], booked[2])
  assert.deepEqual(
    [some.status, some.root.name, within(some.root, 'Success').length],
    [200, 'OTA_HotelResNotifRS', 1],
  )
  assert.deepEqual(await waiting('new'), [booked[1]])
  // An acknowledgement's answer may be lost, so repeating it does no harm.
  assert.equal((await acknowledge('new', booked[0])).status, 200)
  assert.deepEqual(await waiting('modify'), [])
})

test('a change takes the place of what was told before, and goes into the other queue', async (t) => {
  const { control, waiting, acknowledge } = await openAccount(t, { reservations: 0 })
  const { id } = (await control('POST', '/reservations', {})).body
  assert.deepEqual(await waiting('new'), [String(id)])
  await control('PATCH', `/reservations/${String(id)}`, { adults: 1 })
  assert.deepEqual([await waiting('new'), await waiting('modify')], [[], [String(id)]])
  const late = await acknowledge('new', id)
  assert.deepEqual(
    [late.status, errorsIn(late)[0]?.ShortText, errorsIn(late)[0]?.RecordID],
    [400, 'transaction message of the wrong type', String(id)],
  )
  // An unread cancellation is newer than what was read, so it cannot be acknowledged.
  await control('POST', `/reservations/${String(id)}/cancel`)
  assert.equal((await acknowledge('modify', id)).status, 400)
  assert.deepEqual(await waiting('modify'), [String(id)])
  assert.equal((await acknowledge('modify', id)).status, 200)
  assert.deepEqual(await waiting('modify'), [])
})

test('what could not be processed stays; a message is all success or all errors', async (t) => {
  const { control, waiting, ask, state } = await openAccount(t, { reservations: 0, listings: 14 })
  const { id } = (await control('POST', '/reservations', {})).body
  await waiting('new')
  const said = (inner: string) =>
    ask('/hotels/ota/OTA_HotelResNotif', `<OTA_HotelResNotifRS ${stamped}>${inner}</OTA_HotelResNotifRS>`)
  const error = `<Errors><Error Code="193" RecordID="${String(id)}" ShortText="Reservation not processed"/></Errors>`
  assert.equal((await said(error)).status, 200)
  assert.deepEqual(await waiting('new'), [String(id)])
  const own = `<HotelReservations><HotelReservation><ResGlobalInfo><HotelReservationIDs><HotelReservationID ResID_Value="${String(id)}"/></HotelReservationIDs></ResGlobalInfo></HotelReservation></HotelReservations>`
  for (const wrong of [
    ...[
      `<Success/>${own}${error}`,
      own,
      '<Success/>',
      '<Errors/>',
      `<Success/>${own.replaceAll('ResID_Value', 'Id')}`,
    ],
    ...[`<Success/>${own}<Extra/>`, `<Success/>${own.replace(String(id), '12')}`],
  ]) {
    assert.equal((await said(wrong)).status, 400, wrong)
  }
  assert.deepEqual(await waiting('new'), [String(id)])
  const pending = state('hotels').hotels?.find(({ connection }) => connection === 'pending')
  const foreign = state().listings?.find(({ hotel_id }) => hotel_id === pending?.id)
  const other = (await control('POST', '/reservations', { room_id: foreign?.id })).body.id
  assert.ok(!(await waiting('new')).includes(String(other)))
  const denied = await said(`<Success/>${own.replace(String(id), String(other))}`)
  assert.deepEqual([denied.status, errorsIn(denied)[0]?.Code], [403, '497'])
})

test('after half an hour the property is told by e-mail', async (t) => {
  const { control, waiting, state } = await openAccount(t, { reservations: 0 })
  const { id } = (await control('POST', '/reservations', {})).body
  await control('POST', '/clock', { advanceSeconds: 29 * 60 })
  assert.deepEqual(await waiting('new'), [String(id)])
  await control('POST', '/clock', { advanceSeconds: 61 })
  assert.deepEqual([await waiting('new'), state('emailed').emailed], [[], [id]])
})

test('a new reservation is told in whole numbers, room by room and night by night, without a card', async (t) => {
  const { control, ask, state } = await openAccount(t, { reservations: 0 })
  const rooms = state().listings ?? []
  const stay = { arrival_date: '2026-07-01', departure_date: '2026-07-04' }
  const { body } = await control('POST', '/reservations', {
    ...{ ...stay, room_id: rooms[0]?.id, number_of_rooms: 2, adults: 3, children: 1 },
    ...{ first_name: 'Ada', last_name: 'de "L" & Co', virtual_card: true },
  })
  const { root } = await ask(`/hotels/ota/${queues.new[0]}`)
  const [row] = within(root, 'HotelReservations', 'HotelReservation')
  assert.ok(row !== undefined)
  assert.deepEqual(
    [root.name, root.attributes.Version, row.attributes.ResStatus],
    ['OTA_HotelResNotifRQ', '2.001', 'Commit'],
  )
  const stays = within(row, 'RoomStays', 'RoomStay')
  const nights = stays.map((one) =>
    within(one, 'RoomRates', 'RoomRate').map(({ attributes }) => attributes.EffectiveDate),
  )
  assert.deepEqual(nights, [
    ['2026-07-01', '2026-07-02', '2026-07-03'],
    ['2026-07-01', '2026-07-02', '2026-07-03'],
  ])
  assert.equal(new Set(stays.map(({ attributes }) => attributes.IndexNumber)).size, 2)
  const counts = within(row, 'RoomStays', 'RoomStay', 'GuestCounts', 'GuestCount')
  assert.deepEqual(
    counts.map(({ attributes }) => [attributes.AgeQualifyingCode, attributes.Count]),
    [
      ['10', '2'],
      ['8', '1'],
      ['10', '1'],
    ],
  )
  const totals = within(row, 'RoomStays', 'RoomStay', 'RoomRates', 'RoomRate', 'Rates', 'Rate', 'Total')
  const amounts = totals.map(
    ({ attributes }) => Number(attributes.AmountAfterTax) / 10 ** Number(attributes.DecimalPlaces),
  )
  assert.ok(totals.every(({ attributes }) => /^\d+$/.test(attributes.AmountAfterTax ?? '')))
  assert.ok(Math.abs(amounts.reduce((sum, amount) => sum + amount, 0) - Number(body.totalprice)) < 0.01)
  const [card] = within(
    row,
    'ResGlobalInfo',
    'Guarantee',
    'GuaranteesAccepted',
    'GuaranteeAccepted',
    'PaymentCard',
  )
  assert.deepEqual(
    [card?.attributes.CardNumber, card?.attributes.EffectiveDate],
    ['0000000000000000', '2026-07-01'],
  )
  const customer = ['ResGlobalInfo', 'Profiles', 'ProfileInfo', 'Profile', 'Customer'] as const
  assert.equal(within(row, ...customer, 'PersonName', 'Surname')[0]?.text, 'de "L" & Co')
  await control('POST', `/reservations/${String(body.id)}/cancel`)
  const [called] = within(
    (await ask(`/hotels/ota/${queues.modify[0]}`)).root,
    'HotelResModifies',
    'HotelResModify',
  )
  assert.deepEqual(
    [called?.attributes.ResStatus, typeof called?.attributes.LastModifyDateTime],
    ['Cancel', 'string'],
  )
})
