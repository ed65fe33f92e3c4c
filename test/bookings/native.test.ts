/** Bookings of listings that no PMS keeps: made, changed and cancelled here. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { freshSpace } from '../api/rows.ts'
import { startTestApp, type TestAnswer, type TestApp } from '../harness/app.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const guest = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', phone: '+44 20 7946 0000' }
const stay = { checkIn: '2026-07-01', checkOut: '2026-07-04', guest }

function codeOf(answer: TestAnswer, status: number, code: string): Record<string, unknown> {
  const error = answer.body?.['error'] as unknown as Record<string, unknown> | undefined
  assert.equal(`${answer.status} ${String(error?.['code'])}`, `${status} ${code}`, answer.text)
  return error ?? {}
}

async function space() {
  const own = await freshSpace(app)
  const listing = (values: object = {}) =>
    own.rows.listing({
      currency: 'EUR',
      default_nightly_price: '100.10',
      time_zone: 'Europe/Zagreb',
      ...values,
    })
  const send = (method: string, url: string, body?: unknown, headers: Record<string, string> = {}) =>
    app.call(method, url, { key: own.liveKey, headers, ...(body === undefined ? {} : { body }) })
  return {
    ...own,
    listing,
    send,
    book: (listingId: string, values: object = {}) =>
      send('POST', '/v1/reservations', { listingId, ...stay, ...values }),
    patch: (id: string, body: object, query = '') => send('PATCH', `/v1/reservations/${id}${query}`, body),
    cancel: (id: string, body?: object, query = '') =>
      send('POST', `/v1/reservations/${id}/cancel${query}`, body),
    days: async (listingId: string, from = '2026-07-01', to = '2026-07-10') => {
      const { body } = await own.get(`/v1/availability/${listingId}?from=${from}&to=${to}`)
      return [...(body['days'] ?? [])].map((day) => ({
        date: String(day['date']),
        left: Number(day['availableUnits']),
      }))
    },
    events: async () => {
      const { rows } = await sql<{ type: string; data: string }>`
        select type, data from events where workspace_id = ${own.id} order by sequence`.execute(app.db)
      return rows.map(({ type, data }) => ({
        type,
        data: JSON.parse(data) as Record<string, Record<string, unknown>>,
      }))
    },
    count: async (table: string) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from ${sql.table(table)} where workspace_id = ${own.id}`.execute(app.db)
      return rows[0]?.n
    },
  }
}
const taken = async (own: Awaited<ReturnType<typeof space>>, listingId: string) =>
  (await own.days(listingId)).filter(({ left }) => left === 0).map(({ date }) => date)

describe('a booking made here', () => {
  it('is there with its price, guest, conversation, nights and events', async () => {
    const own = await space()
    const listingId = await own.listing()
    await own.rows.night(listingId, '2026-07-02', { price: '149.95' })
    const made = await own.book(listingId, { adults: 2, children: 1, checkInTime: '16:30' })
    assert.equal(made.status, 201, made.text)
    const {
      id,
      confirmationCode,
      guestId,
      pricing: _,
      ...rest
    } = made.body as unknown as Record<string, string>
    assert.match(String(confirmationCode), /^DIR-[A-Z2-7]{6}$/)
    assert.deepEqual(rest, {
      listingId,
      platform: 'direct',
      status: 'confirmed',
      checkIn: '2026-07-01',
      checkOut: '2026-07-04',
      totalPrice: 350.15,
      currency: 'EUR',
    })
    const { body } = await own.get(`/v1/reservations/${id}`)
    assert.deepEqual(
      [body['source'], body['totalPrice'], body['checkInTime'], body['occupancy'], body['account']],
      ['direct', '350.15', '16:30', { adults: 2, children: 1, infants: null, pets: null, total: 3 }, null],
    )
    assert.deepEqual(body['primaryGuest'], {
      id: guestId,
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      phone: '+442079460000',
      language: null,
    })
    const threads = await own.get('/v1/conversations')
    assert.deepEqual(
      [...(threads.body['data'] ?? [])].map((row) => [row['reservationId'], row['guestId'], row['platform']]),
      [[id, guestId, 'email']],
    )
    assert.deepEqual(await taken(own, listingId), ['2026-07-01', '2026-07-02', '2026-07-03'])
    const [created, calendar, ...more] = await own.events()
    assert.equal(more.length, 0)
    assert.equal(created?.type, 'reservation.created')
    assert.equal(created?.data['object']?.['confirmationCode'], confirmationCode)
    assert.equal(calendar?.type, 'calendar.updated')
    assert.deepEqual(calendar?.data['range'], { start: '2026-07-01', end: '2026-07-03' })
  })

  it('of a tentative stay is pending, holds its nights and cannot be answered', async () => {
    const own = await space()
    const listingId = await own.listing()
    const made = await own.book(listingId, { status: 'tentative', platform: 'owner' })
    assert.deepEqual([made.body['status'], made.body['platform']], ['pending', 'owner'])
    const { body } = await own.get(`/v1/reservations/${made.body['id']}`)
    assert.equal('pendingReason' in body, false)
    codeOf(await own.book(listingId), 422, 'reservation_not_created')
  })

  it('knows the guest by contact and name, and takes the one that is named', async () => {
    const own = await space()
    const [a, b, c] = [await own.listing(), await own.listing(), await own.listing()]
    const first = await own.book(a)
    const same = await own.book(b, { guest: { ...guest, phone: '+49 30 123456' } })
    assert.equal(same.body['guestId'], first.body['guestId'])
    // Everything that shows the guest shows the number used last.
    const shown = await own.get(`/v1/reservations/${first.body['id']}`)
    assert.equal(shown.body['primaryGuest']['phone'], '+4930123456')
    const other = await own.book(c, { guest: { ...guest, firstName: 'Mary' } })
    assert.notEqual(other.body['guestId'], first.body['guestId'])
    const d = await own.listing()
    const named = await own.book(d, {
      guest: { firstName: 'Whoever' },
      guestId: Number(first.body['guestId']),
    })
    assert.equal(named.body['guestId'], first.body['guestId'])
    assert.equal(await own.count('guests'), 2)
  })

  it('without rates costs nothing, without a currency it has no price', async () => {
    const own = await space()
    const free = await own.book(await own.listing({ default_nightly_price: null }))
    assert.deepEqual([free.body['totalPrice'], free.body['currency']], [0, 'EUR'])
    const none = await own.book(await own.listing({ currency: null }))
    assert.deepEqual([none.body['totalPrice'], none.body['currency']], [null, null])
    const told = await own.book(await own.listing({ currency: null }), { currency: 'USD' })
    assert.deepEqual([told.body['totalPrice'], told.body['currency']], [300.3, 'USD'])
  })
})

describe('a booking is refused', () => {
  it('when a night is sold already, naming the nights; the day of departure is free', async () => {
    const own = await space()
    const listingId = await own.listing()
    assert.equal((await own.book(listingId)).status, 201)
    const error = codeOf(
      await own.book(listingId, { checkIn: '2026-06-29', checkOut: '2026-07-03' }),
      422,
      'reservation_not_created',
    )
    assert.deepEqual([error['reason'], error['dates']], ['nights_taken', ['2026-07-01', '2026-07-02']])
    assert.match(String(error['message']), /2026-07-01, 2026-07-02/)
    assert.equal((await own.book(listingId, { checkIn: '2026-07-04', checkOut: '2026-07-05' })).status, 201)
    assert.equal((await own.book(listingId, { checkIn: '2026-06-30', checkOut: '2026-07-01' })).status, 201)
    assert.deepEqual([await own.count('guests'), await own.count('reservations')], [1, 3])
  })

  it('without waiting for whoever stores a change of the workspace, and without keeping them waiting', async () => {
    const own = await space()
    const listingId = await own.listing()
    assert.equal((await own.book(listingId)).status, 201)
    await app.db.transaction().execute(async (tx) => {
      await sql`select from workspace_heads where workspace_id = ${own.id} for update`.execute(tx)
      codeOf(await own.book(listingId), 422, 'reservation_not_created')
    })
  })

  it('by the database itself, whatever the program checked', async () => {
    const own = await space()
    const listingId = await own.listing({ unit_count: 2 })
    const made = await own.book(listingId)
    const other = await own.rows.stay({
      listing_id: listingId,
      check_in: '2026-07-01',
      check_out: '2026-07-02',
    })
    await assert.rejects(
      sql`insert into sold_nights (workspace_id, listing_id, date, place, reservation_id)
        values (${own.id}, ${listingId}, '2026-07-01', 1, ${other})`.execute(app.db),
      /sold_nights_pkey/,
    )
    assert.equal(made.status, 201)
  })

  it('when as many stays stand as there are units', async () => {
    const own = await space()
    const listingId = await own.listing({ unit_count: 2 })
    assert.equal((await own.book(listingId)).status, 201)
    assert.deepEqual((await own.days(listingId, '2026-07-01', '2026-07-01'))[0]?.left, 1)
    assert.equal((await own.book(listingId, { checkIn: '2026-07-03', checkOut: '2026-07-06' })).status, 201)
    const error = codeOf(
      await own.book(listingId, { checkOut: '2026-07-06' }),
      422,
      'reservation_not_created',
    )
    assert.deepEqual(error['dates'], ['2026-07-03'])
    assert.equal((await own.book(listingId, { checkOut: '2026-07-03' })).status, 201)
    codeOf(await own.book(await own.listing({ unit_count: 0 })), 422, 'reservation_not_created')
  })

  it('over a stay that was read from elsewhere, but not over one that was cancelled or a request that lapsed', async () => {
    const own = await space()
    const listingId = await own.listing()
    await own.rows.stay({ listing_id: listingId, check_in: '2026-07-02', check_out: '2026-07-03' })
    // Two of them may overlap.
    await own.rows.stay({ listing_id: listingId, check_in: '2026-07-02', check_out: '2026-07-03' })
    await own.rows.stay({
      listing_id: listingId,
      check_in: '2026-07-01',
      check_out: '2026-07-02',
      status: 'cancelled',
    })
    await own.rows.stay({
      listing_id: listingId,
      check_in: '2026-07-03',
      check_out: '2026-07-04',
      status: 'pending',
      pending_reason: 'host_approval',
      respond_by: '2026-06-14T12:00:00.000Z',
    })
    const error = codeOf(await own.book(listingId), 422, 'reservation_not_created')
    assert.deepEqual(error['dates'], ['2026-07-02'])
    assert.equal((await own.book(listingId, { checkOut: '2026-07-02' })).status, 201)
    assert.equal((await own.book(listingId, { checkIn: '2026-07-03' })).status, 201)
  })

  it('never because the host closed the night', async () => {
    const own = await space()
    const listingId = await own.listing()
    await own.rows.night(listingId, '2026-07-02', { available: false, units: 0 })
    const made = await own.book(listingId)
    assert.equal(made.status, 201, made.text)
    await own.cancel(String(made.body['id']))
    assert.deepEqual(await taken(own, listingId), ['2026-07-02'], 'the night stays closed')
  })

  it('for fields that only a PMS takes, each named', async () => {
    const own = await space()
    const listingId = await own.listing()
    const fields = { totalPrice: 5, notes: 'x', unitId: '1', sendConfirmationEmail: true }
    for (const [field, value] of Object.entries(fields)) {
      const error = codeOf(await own.book(listingId, { [field]: value }), 422, 'unsupported_field')
      assert.deepEqual([error['field'], error['fields']], [field, [field]])
    }
    const all = codeOf(await own.book(listingId, fields), 422, 'unsupported_field')
    assert.deepEqual(all['fields'], Object.keys(fields))
  })

  it('for dates and counts that are none, another currency, and ids of nobody', async () => {
    const own = await space()
    const listingId = await own.listing()
    const wrong = async (values: object, field: string) =>
      assert.equal(codeOf(await own.book(listingId, values), 400, 'invalid_body')['field'], field)
    await wrong({ checkOut: '2026-07-01' }, 'checkOut')
    await wrong({ checkOut: '2029-07-01' }, 'checkOut')
    await wrong({ checkIn: '2026-02-30' }, 'checkIn')
    await wrong({ guestCount: 2, adults: 3 }, 'guestCount')
    await wrong({ adults: 0 }, 'adults')
    await wrong({ platform: 'airbnb' }, 'platform')
    await wrong({ guest: {} }, 'guest.firstName')
    await wrong({ guest: { firstName: ' ' } }, 'guest.firstName')
    await wrong({ guest: { firstName: 'Ada', lastName: ' ' } }, 'guest.lastName')
    const currency = codeOf(await own.book(listingId, { currency: 'USD' }), 422, 'reservation_not_created')
    assert.deepEqual([currency['field'], currency['reason']], ['currency', 'other_currency'])
    const other = await space()
    const theirs = await other.listing()
    assert.equal(codeOf(await own.book(theirs), 404, 'not_found')['field'], 'listingId')
    const stranger = await other.rows.guest()
    assert.equal(
      codeOf(await own.book(listingId, { guestId: stranger }), 404, 'not_found')['field'],
      'guestId',
    )
    const off = await own.listing({ active: false, inactive_reason: 'deactivated' })
    codeOf(await own.book(off), 403, 'listing_inactive')
    assert.equal(await own.count('reservations'), 0)
    assert.equal(await own.count('guests'), 0)
  })

  it('outside the account named by X-Account-Id', async () => {
    const own = await space()
    const { connectionId } = await own.rows.account('nowhere', '1')
    const [inside, outside] = [await own.listing({ connection_id: connectionId }), await own.listing()]
    const book = (listingId: string, account: string) =>
      own.send('POST', '/v1/reservations', { listingId, ...stay }, { 'x-account-id': account })
    codeOf(await book(outside, connectionId), 404, 'not_found')
    codeOf(await book(inside, '123456'), 404, 'not_found')
    const made = await book(inside, connectionId)
    assert.equal(made.status, 201, made.text)
    const cancel = (account: string) =>
      own.send('POST', `/v1/reservations/${made.body['id']}/cancel`, undefined, { 'x-account-id': account })
    codeOf(await cancel('77'), 404, 'not_found')
    assert.equal((await cancel(connectionId)).status, 200)
  })
})

describe('many at once', () => {
  it('sell a night once', async () => {
    const own = await space()
    const listingId = await own.listing()
    const answers = await Promise.all(Array.from({ length: 20 }, () => own.book(listingId)))
    assert.deepEqual(
      [201, 422].map((status) => answers.filter((answer) => answer.status === status).length),
      [1, 19],
    )
  })
})

describe('a change', () => {
  it('moves nights, counts and times, says what changed, and tells it once', async () => {
    const own = await space()
    const listingId = await own.listing()
    const { body: made } = await own.book(listingId, { guestCount: 2 })
    const id = String(made['id'])
    const answer = await own.patch(id, {
      checkIn: '2026-07-02',
      checkOut: '2026-07-06',
      checkInTime: '17:00',
      guestCount: 3,
    })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(answer.body['changed'], ['checkIn', 'checkOut', 'checkInTime', 'guestCount'])
    assert.deepEqual(await taken(own, listingId), ['2026-07-02', '2026-07-03', '2026-07-04', '2026-07-05'])
    const { body } = await own.get(`/v1/reservations/${id}`)
    assert.deepEqual(
      [
        body['checkIn'],
        body['checkOut'],
        body['checkInTime'],
        body['occupancy']['total'],
        body['totalPrice'],
      ],
      ['2026-07-02', '2026-07-06', '17:00', 3, '400.40'],
    )
    assert.equal(body['updatedAt'], answer.body['updatedAt'])
    const told = (await own.events()).slice(2)
    assert.deepEqual(
      told.map(({ type }) => type),
      ['reservation.updated', 'calendar.updated'],
    )
    assert.equal(told[0]?.data['previousAttributes']?.['checkIn'], '2026-07-01')
    assert.deepEqual(told[1]?.data['range'], { start: '2026-07-01', end: '2026-07-05' })
    assert.equal(told[1]?.data['affectedDates'], 3)
    const again = await own.patch(id, { guestCount: 3, checkIn: '2026-07-02' })
    assert.deepEqual([again.status, again.body['changed']], [200, []])
    assert.equal((await own.events()).length, 4)
  })

  it('to nights that are sold is refused and changes nothing', async () => {
    const own = await space()
    const listingId = await own.listing()
    const { body: made } = await own.book(listingId)
    await own.book(listingId, { checkIn: '2026-07-05', checkOut: '2026-07-07' })
    const error = codeOf(
      await own.patch(String(made['id']), { checkOut: '2026-07-06' }),
      422,
      'reservation_not_modified',
    )
    assert.deepEqual(error['dates'], ['2026-07-05'])
    assert.equal((await own.get(`/v1/reservations/${made['id']}`)).body['checkOut'], '2026-07-04')
    assert.equal((await own.days(listingId)).filter(({ left }) => left === 0).length, 5)
  })

  it('of the listing moves the stay and its conversation, and confirms it', async () => {
    const own = await space()
    const [from, to] = [await own.listing(), await own.listing()]
    const { body: made } = await own.book(from, { status: 'tentative' })
    const moved = await own.patch(String(made['id']), { listingId: Number(to), checkOut: '2026-07-03' })
    assert.equal(moved.status, 200, moved.text)
    assert.deepEqual(
      [moved.body['status'], moved.body['listingId'], moved.body['changed']],
      ['confirmed', to, ['listingId', 'checkOut']],
    )
    assert.deepEqual(await taken(own, from), [])
    assert.deepEqual(await taken(own, to), ['2026-07-01', '2026-07-02'])
    const threads = await own.get('/v1/conversations')
    assert.equal(threads.body['data']['0' as never]['listingId'], to)
    const off = await own.listing({ active: false, inactive_reason: 'deactivated' })
    codeOf(await own.patch(String(made['id']), { listingId: off }), 403, 'listing_inactive')
    const foreign = await (await space()).listing()
    codeOf(await own.patch(String(made['id']), { listingId: foreign }), 404, 'not_found')
  })

  it('of what is settled is refused by name', async () => {
    const own = await space()
    const { body: made } = await own.book(await own.listing())
    const id = String(made['id'])
    const values = {
      guest: {},
      guestDetails: {},
      pricing: 1,
      totalPrice: 1,
      currency: 'EUR',
      status: 'x',
      platform: 'x',
      notes: 'x',
    }
    for (const [field, value] of Object.entries(values)) {
      const error = codeOf(await own.patch(id, { guestCount: 1, [field]: value }), 422, 'unsupported_field')
      assert.deepEqual([error['field'], error['fields']], [field, [field]])
    }
    const nothing = codeOf(await own.patch(id, {}), 400, 'invalid_body')
    assert.equal(nothing['message'], '`body` must have at least 1 of its fields.')
    const fields = ['checkIn', 'checkInTime', 'checkOut', 'checkOutTime', 'guestCount', 'listingId']
    assert.deepEqual(nothing['valid_values'], fields)
    assert.deepEqual(codeOf(await own.patch(id, { nights: 1 }), 400, 'invalid_body')['valid_values'], fields)
    const late = codeOf(await own.patch(id, { checkIn: '2026-07-05' }), 400, 'invalid_body')
    assert.deepEqual(
      [late['field'], late['value_received'], late['message']],
      ['checkIn', '2026-07-05', '`checkIn` must lie before the day of departure, 2026-07-04.'],
    )
  })

  it('is no longer possible once the stay is cancelled or over, and never for one of a channel', async () => {
    const own = await space()
    const listingId = await own.listing()
    const { body: made } = await own.book(listingId)
    await own.cancel(String(made['id']))
    const cancelled = codeOf(
      await own.patch(String(made['id']), { guestCount: 1 }),
      422,
      'reservation_not_modifiable',
    )
    assert.equal(cancelled['currentStatus'], 'cancelled')
    const past = await own.rows.stay({
      listing_id: listingId,
      check_in: '2026-05-01',
      check_out: '2026-05-03',
    })
    const completed = codeOf(await own.patch(past, { guestCount: 1 }), 422, 'reservation_not_modifiable')
    assert.equal(completed['currentStatus'], 'completed')
    const onChannel = await own.rows.stay({
      listing_id: listingId,
      check_in: '2026-08-01',
      check_out: '2026-08-03',
      source: 'vrbo',
    })
    const owned = codeOf(await own.patch(onChannel, { guestCount: 1 }), 409, 'reservation_owned_by_channel')
    assert.equal(owned['owner'], 'vrbo')
    codeOf(await own.cancel(onChannel), 409, 'reservation_owned_by_channel')
  })
})

describe('a cancellation', () => {
  it('frees the nights and is told with its reason; a second one changes nothing', async () => {
    const own = await space()
    const listingId = await own.listing()
    const { body: made } = await own.book(listingId)
    const id = String(made['id'])
    const answer = await own.cancel(id, { reason: 'The roof leaks.' })
    assert.deepEqual(
      [answer.status, answer.body['status'], 'alreadyCancelled' in answer.body],
      [200, 'cancelled', false],
    )
    assert.deepEqual(await taken(own, listingId), [])
    const told = (await own.events()).slice(2)
    assert.deepEqual(
      told.map(({ type }) => type),
      ['reservation.cancelled', 'calendar.updated'],
    )
    assert.deepEqual(
      [told[0]?.data['reason'], told[0]?.data['cancelledBy'], told[0]?.data['object']?.['statusDetail']],
      ['The roof leaks.', 'host', 'cancelled_by_host'],
    )
    const again = await own.cancel(id)
    assert.deepEqual([again.status, again.body['alreadyCancelled']], [200, true])
    assert.equal((await own.events()).length, 4)
    assert.equal((await own.book(listingId)).status, 201, 'the nights can be sold again')
  })

  it('of a stay that is over is refused', async () => {
    const own = await space()
    const past = await own.rows.stay({
      listing_id: await own.listing(),
      check_in: '2026-05-01',
      check_out: '2026-05-03',
    })
    const error = codeOf(await own.cancel(past), 409, 'invalid_state')
    assert.equal(error['currentStatus'], 'completed')
  })
})

describe('a dry run', () => {
  it('shows what would be and does nothing', async () => {
    const own = await space()
    const listingId = await own.listing()
    const tried = await own.send('POST', '/v1/reservations?dry_run=true', { listingId, ...stay })
    assert.deepEqual(
      [tried.status, tried.body['dryRun'], tried.body['totalPrice'], 'id' in tried.body],
      [200, true, 300.3, false],
    )
    for (const table of ['reservations', 'guests', 'conversations', 'events', 'sold_nights']) {
      assert.equal(await own.count(table), 0, table)
    }
    const { body: made } = await own.book(listingId)
    const id = String(made['id'])
    const before = await own.get(`/v1/reservations/${id}`)
    codeOf(
      await own.send('POST', '/v1/reservations?dry_run=true', { listingId, ...stay }),
      422,
      'reservation_not_created',
    )
    const changed = await own.patch(id, { checkOut: '2026-07-09' }, '?dry_run=true')
    assert.deepEqual(
      [changed.body['dryRun'], changed.body['checkOut'], changed.body['changed']],
      [true, '2026-07-09', ['checkOut']],
    )
    const cancelled = await own.cancel(id, undefined, '?dry_run=true')
    assert.deepEqual([cancelled.body['dryRun'], cancelled.body['status']], [true, 'cancelled'])
    assert.deepEqual((await own.get(`/v1/reservations/${id}`)).body, before.body)
    assert.equal((await own.events()).length, 2)
  })
})

it('the same Idempotency-Key books once', async () => {
  const own = await space()
  const listingId = await own.listing({ unit_count: 5 })
  const key = { 'idempotency-key': 'booking-1' }
  const send = () => own.send('POST', '/v1/reservations', { listingId, ...stay }, key)
  const first = await send()
  const second = await send()
  assert.deepEqual([first.status, second.status, second.headers['idempotency-status']], [201, 201, 'cached'])
  assert.equal(first.text, second.text)
  assert.equal(await own.count('reservations'), 1)
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      own.send('POST', '/v1/reservations', { listingId, ...stay }, { 'idempotency-key': 'booking-2' }),
    ),
  )
  assert.ok(answers.every(({ status }) => status === 201 || status === 409))
  assert.equal(await own.count('reservations'), 2)
})

describe('what fails here', () => {
  it('is said to have nothing to do with the request, and nothing of it is kept', async () => {
    const own = await space()
    const listingId = await own.listing()
    const { body: made } = await own.book(listingId)
    const url = `/v1/reservations/${made['id']}`
    await sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no space left'; end $$`.execute(
      app.db,
    )
    await sql`create trigger refuse before insert on record_history execute function refuse()`.execute(app.db)
    try {
      const later = { checkIn: '2026-08-01', checkOut: '2026-08-03' }
      codeOf(await own.book(listingId, later), 502, 'reservation_create_failed')
      codeOf(await own.patch(String(made['id']), { guestCount: 4 }), 502, 'reservation_update_failed')
      codeOf(await own.cancel(String(made['id'])), 502, 'reservation_update_failed')
      await sql`
        create or replace function refuse() returns trigger language plpgsql as $$ begin
          raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100'; end $$`.execute(
        app.db,
      )
      for (const full of [
        await own.book(listingId, later),
        await own.patch(String(made['id']), { guestCount: 4 }),
        await own.cancel(String(made['id'])),
      ]) {
        codeOf(full, 503, 'service_unavailable')
        assert.ok(Number(full.headers['retry-after']) >= 1)
      }
    } finally {
      await sql`drop trigger refuse on record_history`.execute(app.db)
      await sql`drop function refuse()`.execute(app.db)
    }
    assert.equal(await own.count('reservations'), 1)
    assert.equal((await own.get(url)).body['status'], 'confirmed')
    assert.equal((await own.cancel(String(made['id']))).status, 200)
  })
})

describe('a quote', () => {
  const quote = (own: Awaited<ReturnType<typeof space>>, listingId: string, more = '') =>
    own.get(`/v1/quotes?property_id=${listingId}&check_in=2026-07-01&check_out=2026-07-04${more}`)

  it('is made from the rates held here', async () => {
    const own = await space()
    const listingId = await own.listing({ unit_count: 3 })
    await own.rows.night(listingId, '2026-07-02', { price: '149.95', units: 2 })
    const { status, body, text } = await quote(own, listingId, '&guests=2')
    assert.equal(status, 200, text)
    assert.deepEqual(
      [body['nights'], body['available'], body['availableUnits'], body['currency'], body['websiteId']],
      [3, true, 2, 'EUR', null],
    )
    assert.deepEqual([body['pricing']['total'], body['pricing']['nightlyTotal']], [350.15, 350.15])
    assert.equal('reason' in body, false)
  })

  it('says why the stay cannot be booked', async () => {
    const own = await space()
    const reasonOf = async (listingId: string, more = '') => {
      const { body } = await quote(own, listingId, more)
      return [body['available'], body['reason']]
    }
    const sold = await own.listing()
    await own.book(sold)
    assert.deepEqual(await reasonOf(sold), [false, 'taken'])
    const closed = await own.listing()
    await own.rows.night(closed, '2026-07-02', { available: false, units: 0 })
    assert.deepEqual(await reasonOf(closed), [false, 'closed'])
    assert.deepEqual(await reasonOf(await own.listing({ min_nights: 4 })), [false, 'min_nights'])
    assert.deepEqual(await reasonOf(await own.listing({ max_nights: 2 })), [false, 'max_nights'])
    const small = await own.listing({ details: { personCapacity: 2 } })
    assert.deepEqual(await reasonOf(small, '&guests=3'), [false, 'too_many_guests'])
    const petless = await own.listing({ policies: { allowsPets: false } })
    assert.deepEqual(await reasonOf(petless, '&pets=1'), [false, 'no_pets'])
    assert.deepEqual(await reasonOf(petless, '&pets=0'), [true, undefined])
    for (const policies of [{}, { allowsPets: null }, { allowsPets: true }]) {
      assert.deepEqual(await reasonOf(await own.listing({ policies }), '&pets=1'), [true, undefined])
    }
    const gates = await own.listing()
    await own.rows.night(gates, '2026-07-01')
    await own.rows.night(gates, '2026-07-04')
    const set = (column: string, date: string) =>
      sql`update calendar_days set ${sql.ref(column)} = true
        where workspace_id = ${own.id} and listing_id = ${gates} and date = ${date}`.execute(app.db)
    await set('closed_to_departure', '2026-07-01')
    assert.deepEqual(await reasonOf(gates), [true, undefined])
    await set('closed_to_departure', '2026-07-04')
    assert.deepEqual(await reasonOf(gates), [false, 'no_departure'])
    await set('closed_to_arrival', '2026-07-01')
    assert.deepEqual(await reasonOf(gates), [false, 'no_arrival'])
  })

  it('cannot be had without rates, currency or website', async () => {
    const own = await space()
    codeOf(await quote(own, await own.listing({ default_nightly_price: null })), 422, 'quote_unavailable')
    codeOf(await quote(own, await own.listing({ currency: null })), 422, 'quote_unavailable')
    const listingId = await own.listing()
    codeOf(await quote(own, listingId, '&website_id=3'), 422, 'quote_unavailable')
    const url = `/v1/quotes?property_id=${listingId}&check_in=2026-07-01`
    assert.equal(codeOf(await own.get(url), 400, 'invalid_params')['field'], 'check_out')
    const turned = await own.get(`${url}&check_out=2026-07-01`)
    assert.equal(codeOf(turned, 400, 'invalid_params')['field'], 'check_out')
    const { body } = { body: { listingId, checkIn: '2026-07-01', checkOut: '2026-07-04' } }
    codeOf(await own.post('/v1/reservations/quote', body), 422, 'pms_not_linked')
  })
})
