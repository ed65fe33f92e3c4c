import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { JsonRow } from '../kit/testing/open-simulator.ts'
import { openAccount } from './test-account.ts'

type Made = { id: string }
type Refused = { error_details: { error_reason: string }[] }

/** A PNG with a real header, since nothing reads further. */
function png(width: number, height: number, bytes = 60_000): string {
  const image = Buffer.alloc(bytes)
  image.write('89504e470d0a1a0a0000000d49484452', 'hex')
  image.writeUInt32BE(width, 16)
  image.writeUInt32BE(height, 20)
  return image.toString('base64')
}

function jpeg(width: number, height: number): string {
  const image = Buffer.alloc(60_000)
  image.write('ffd8ffe000040000ffc4000400', 'hex')
  image.writeUInt8(0, 13)
  image.writeUInt16BE(0xffc0, 14)
  image.writeUInt16BE(17, 16)
  image.writeUInt16BE(height, 19)
  image.writeUInt16BE(width, 21)
  return image.toString('base64')
}

async function openContent(t: TestContext) {
  const account = await openAccount(t, { listings: 2, reservations: 0 })
  const id = account.own()[0]?.id ?? ''
  const photos = async () =>
    (await account.get<{ listing_photos: (JsonRow & Made)[] }>(`/listing_photos?listing_id=${id}`)).body
      .listing_photos
  const add = (more: object = {}) =>
    account.send<Made & Refused>('POST', '/listing_photos', {
      ...{ listing_id: id, content_type: 'image/png', image: png(900, 600) },
      ...more,
    })
  return { ...account, id, photos, add }
}

test('descriptions stand by locale, and a write changes what it names', async (t) => {
  const { id, get, send } = await openContent(t)
  const path = `/listing_descriptions/${id}`
  const read = async (locale: string) =>
    (await get<{ listing_description: JsonRow }>(`${path}/${locale}`)).body.listing_description
  const before = await read('en')
  assert.equal((await send('PUT', `${path}/en`, { summary: 'New', transit: 'Tram 5' })).status, 200)
  assert.deepEqual(await read('en'), { ...before, summary: 'New', transit: 'Tram 5' })
  assert.equal((await get(`${path}/da`)).status, 404)
  await send('PUT', `${path}/da`, { name: 'Huset ved søen' })
  assert.equal((await read('da')).name, 'Huset ved søen')
  for (const wrong of [{ name: 'Short' }, { title: 'x' }, { space: 'x'.repeat(5001) }]) {
    assert.equal((await send('PUT', `${path}/da`, wrong)).status, 400)
  }
  assert.equal((await send('PUT', `${path}/danish`, { notes: 'x' })).status, 400)
})

test('photos are sent, measured, put in order and deleted', async (t) => {
  const { id, photos, add, send } = await openContent(t)
  const first = await add({ sort_order: 1, caption: 'Cover' })
  assert.deepEqual(Object.keys(first.body), ['id'])
  assert.ok(first.body.id.startsWith(`${id}_`))
  const second = (await add({ content_type: 'image/jpeg', image: jpeg(640, 480) })).body.id
  const shown = await photos()
  assert.deepEqual(
    [shown[0]?.id, shown[0]?.width, shown.at(-1)?.id, shown.at(-1)?.height],
    [first.body.id, 900, second, 480],
  )
  await send('PUT', `/listing_photos/${second}`, { sort_order: 2, caption: 'Bath' })
  assert.deepEqual(
    (await photos()).map((row) => row.sort_order),
    Array.from({ length: 10 }, (_, index) => index + 1),
  )
  assert.deepEqual((await photos())[1]?.caption, 'Bath')
  assert.equal((await send('PUT', `/listing_photos/${second}`, { caption: 'x'.repeat(251) })).status, 400)
  assert.equal((await send('PUT', `/listing_photos/${second}`, { room_id: '5' })).status, 400)
  for (const wrong of [
    { image: png(900, 600, 50_000) },
    { image: 'not base 64!' },
    { content_type: 'image/jpeg' },
    { content_type: 'image/gif' },
  ]) {
    assert.equal((await add(wrong)).status, 400, JSON.stringify(wrong).slice(0, 40))
  }
  for (const photo of (await photos()).slice(1)) {
    assert.equal((await send('DELETE', `/listing_photos/${photo.id}`)).status, 200)
  }
  const last = await send<Refused>('DELETE', `/listing_photos/${first.body.id}`)
  assert.deepEqual([last.status, last.body.error_details[0]?.error_reason], [400, 'last_photo'])
})

test('a listing is published when it has all it needs, else everything that is missing is told', async (t) => {
  const { send, get, add } = await openContent(t)
  const { id } = (await send<Made>('POST', '/listings', { name: 'House by the lake' })).body
  const room = () => send<Made>('POST', '/listing_rooms', { listing_id: id, room_type: 'bedroom' })
  const put = (body: object) => send<Refused>('PUT', `/listings/${id}`, body)
  await put({ synchronization_category: 'sync_all' })
  const refused = await put({ has_availability: true })
  assert.deepEqual([refused.status, refused.body.error_details.length], [400, 4])
  assert.equal((await room()).status, 400, 'what kind of place it is comes first')
  await put({
    room_type_category: 'entire_home',
    amenity_categories: ['wifi', 'tv', 'pool', 'iron', 'kitchen'],
  })
  assert.equal((await room()).status, 200)
  await send('PUT', `/listing_descriptions/${id}/en`, {
    summary: 'A house with a garden that goes down to the lake, and a boat.',
  })
  for (let index = 0; index < 7; index++) {
    await add({ listing_id: id, image: index < 3 ? png(800, 500) : png(799, 500) })
  }
  assert.equal((await put({ has_availability: true })).status, 200)
  assert.equal((await put({ has_availability: false })).status, 400, 'unlisting has a reason')
  assert.equal((await put({ has_availability: false, deactivation_reason: 'renovation' })).status, 200)
  const { listing } = (await get<{ listing: JsonRow }>(`/listings/${id}`)).body
  assert.deepEqual([listing.has_availability, listing.deactivation_reason], [false, 'renovation'])
})

test('rooms have beds, and keep the kind that they were made with', async (t) => {
  const { id, send, get } = await openContent(t)
  const rooms = async () =>
    (await get<{ listing_rooms: (JsonRow & Made)[] }>(`/listing_rooms/?listing_id=${id}`)).body.listing_rooms
  const before = (await rooms()).length
  const body = { listing_id: id, room_type: 'kitchen' }
  assert.equal((await send('POST', '/listing_rooms', { listing_id: id })).status, 400)
  assert.equal((await send('POST', '/listing_rooms', { ...body, room_number: 1 })).status, 400)
  const room = (await send<Made>('POST', '/listing_rooms', body)).body.id
  const path = `/listing_rooms/${id}/${room}`
  assert.equal((await send('PUT', path, { room_type: 'bedroom' })).status, 400)
  await send('PUT', path, { beds: [{ type: 'sofa_bed', quantity: 1 }] })
  assert.deepEqual((await rooms()).at(-1)?.beds, [{ type: 'sofa_bed', quantity: 1 }])
  assert.equal((await send('DELETE', path)).status, 200)
  assert.equal((await rooms()).length, before)
  assert.equal((await send('DELETE', path)).status, 404)
})

test('settings are read whole and written in part', async (t) => {
  const { id, send, get } = await openContent(t)
  const check = async (path: string, name: string, good: JsonRow, bad: JsonRow[]) => {
    const read = async () => (await get<Record<string, JsonRow>>(`/${path}/${id}`)).body[name]
    const before = await read()
    assert.deepEqual((await send('PUT', `/${path}/${id}`, good)).body, {})
    assert.deepEqual(await read(), { ...before, ...good })
    for (const wrong of bad) {
      assert.equal((await send('PUT', `/${path}/${id}`, wrong)).status, 400, JSON.stringify(wrong))
    }
    assert.deepEqual(await read(), { ...before, ...good })
  }
  const expected = [{ type: 'requires_stairs', added_details: 'Forty of them' }]
  const booking = {
    listing_expectations_for_guests: expected,
    instant_booking_allowed_category: 'well_reviewed_guests',
  }
  await check(
    'booking_settings',
    'booking_setting',
    { ...booking, check_in_time_end: '27', check_out_time: 0 },
    [
      { listing_expectations_for_guests: [{ type: 'ghosts' }] },
      { listing_expectations_for_guests: [{ type: 'animals', added_details: 'x'.repeat(301) }] },
      ...[
        { instant_booking_allowed_category: 'nobody' },
        { check_in_time_start: '7' },
        { check_out_time: 24 },
      ],
      { instant_book_welcome_message: 'x'.repeat(201) },
    ],
  )
  const lead = { hours: 48, allow_request_to_book: 1 }
  await check(
    'availability_rules',
    'availability_rule',
    { booking_lead_time: lead, max_days_notice: { days: 90 } },
    [
      ...[
        { booking_lead_time: { hours: 30 } },
        { max_days_notice: { days: 20 } },
        { default_min_nights: 1126 },
      ],
      ...[{ day_of_week_check_in: [7] }, { default_max_nights: 3, default_min_nights: 4 }],
    ],
  )
  const fees = [{ fee_type: 'PASS_THROUGH_PET_FEE', amount: 25_000_000, amount_type: 'flat' }]
  await check('pricing_settings', 'pricing_setting', { default_daily_price: 120, standard_fees: fees }, [
    ...[
      { listing_currency: 'EUR', default_daily_price: 5 },
      { default_daily_price: 0 },
      { security_deposit: 100 },
    ],
    ...[{ weekly_price_factor: 0.9 }, { pricing_model: 'OTHER' }, { los_records: ['2026-07-01,2,100'] }],
    { default_pricing_rules: [{ rule_type: 'x', threshold_one: 5, price_change: -5 }] },
    { standard_fees: [{ fee_type: 'x', amount: 2.5, amount_type: 'percent' }] },
  ])
})

test('what a stay costs follows the model of its listing', async (t) => {
  const { id, send, state, control } = await openContent(t)
  const price = async (nights: number) => {
    const days = { start_date: '2026-07-06', end_date: `2026-07-0${6 + nights}` }
    const { body } = await control<Made>('POST', '/reservations', { listing_id_str: id, ...days })
    const row = state().reservations?.find((one) => one.id === body.id)
    return [row?.listing_base_price_accurate, row?.standard_fees_details]
  }
  const put = (body: object) => send('PUT', `/pricing_settings/${id}`, body)
  await put({ ...{ default_daily_price: 100, weekend_price: 150, cleaning_fee: 40, guests_included: 9 } })
  await put({ standard_fees: [{ fee_type: 'PET', amount: 5_000_000, amount_type: 'flat' }] })
  const fees = [
    { fee_type: 'PASS_THROUGH_CLEANING_FEE', amount_native: '40.00' },
    { fee_type: 'PET', amount_native: '5.00' },
  ]
  await send('PUT', `/calendars/${id}/2026-07-06/2026-07-12`, { daily_price: 80.25 })
  assert.deepEqual(await price(2), ['160.50', fees])
  await put({ pricing_model: 'LOS_RECORD', los_records: ['2026-07-06,6,90,170'] })
  assert.deepEqual((await price(2))[0], '170.00')
  await put({ pricing_model: 'RATE_PLAN', rate_plans: [{ id: 'a', name: 'Saver', price_factor: 0.5 }] })
  assert.deepEqual((await price(2))[0], '80.25')
})
