/** The routes of Plum Guide against a simulated host: one writer of nights, rules of a home, bookings, and where bookings are told. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startSelling } from '../../src/features/calendar/selling/worker.ts'
import { startVendorWorld, type VendorWorld } from '../bookings/vendor-world.ts'
import type { TestAnswer } from '../harness/app.ts'
import { askEveryMs, until } from '../harness/until.ts'
import { unlimited } from '../sync/world.ts'
import { seldom } from '../selling/world.ts'

const base = '/v1/channels/plumguide'
let world: VendorWorld
let selling: ReturnType<typeof startSelling>
/** Kept by Plum Guide, and a listing of ours that is sold there. */
let [kept, keptId, home, homeId, accountId] = ['', '', '', '', '']

const days = (date: string, count: number) => String(Temporal.PlainDate.from(date).add({ days: count }))
const today = () => world.app.clock.now().toISOString().slice(0, 10)
const get = (path: string) => world.app.get(`${base}${path}`)
const send = (method: string, path: string, body?: object, key?: string) =>
  world.send(method, `${base}${path}`, body, key)
const control = (path: string, body: object, method = 'POST') =>
  fetch(world.simulator.control + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const refused = (answer: TestAnswer, status: number, code: string, field?: string) => {
  const error = answer.body['error'] as unknown as { code: string; field?: string; fix?: string }
  assert.deepEqual([answer.status, error.code], [status, code], answer.text)
  if (field !== undefined) assert.equal(error.field, field, answer.text)
  assert.ok(error.fix)
}
const becomes = (what: string, isSo: () => Promise<boolean> | boolean) =>
  until(
    what,
    async () => {
      world.wait(1)
      return isSo()
    },
    seldom,
  )
const atPlum = (id: string, date: string) => {
  const [night] = world.simulator.operations.nights?.(id, { from: date, to: date }) ?? []
  assert.ok(night)
  return night
}
const nightsOf = async (listing: string) => {
  const answer = await get(`/availability?listing_id=${listing}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as unknown as {
    from: string
    to: string
    source: string
    data: { date: string; available: boolean; sold: boolean; minNights: number | null }[]
  }
}
/** Free nights in a row, at least `ahead` days from now. */
const free = async (listing: string, ahead: number, count: number) => {
  const { data } = await nightsOf(listing)
  const from = days(today(), ahead)
  const first = data.findIndex(
    ({ date }, index) => date >= from && data.slice(index, index + count).every(({ available }) => available),
  )
  assert.ok(first >= 0)
  return data.slice(first, first + count).map(({ date }) => date)
}

before(async () => {
  world = await startVendorWorld('plumguide', { listings: 3, writePolicy: {} })
  selling = startSelling(world.app.services, { budget: unlimited, askEveryMs })
  const { rows } = await sql<{ account: string; externalId: string; listingId: string; currency: string }>`
    select c.external_account_id as account, k.external_id as "externalId", k.listing_id as "listingId", l.currency
    from listing_links k
    join connections c on c.workspace_id = k.workspace_id and c.id = k.connection_id
    join listings l on l.workspace_id = k.workspace_id and l.id = k.listing_id
    where k.workspace_id = ${world.app.workspace.id} order by k.external_id`.execute(world.app.db)
  const [, own, other] = rows
  assert.ok(own && other)
  accountId = own.account
  ;[kept, keptId, homeId] = [own.listingId, own.externalId, other.externalId]
  const made = await world.app.post('/v1/listings', {
    name: 'Garden flat',
    currency: other.currency,
    defaultDailyPrice: 210,
  })
  assert.equal(made.status, 201, made.text)
  home = String(made.body['id'])
  const at = `/v1/connections/${encodeURIComponent(`plumguide:${accountId}`)}`
  const mapped = await world.send('POST', `${at}/mappings`, {
    mappings: [{ unitId: homeId, listingId: home }],
  })
  assert.equal(mapped.status, 200, mapped.text)
})
after(async () => {
  await selling?.stop()
  await world?.close()
})

describe('nights of Plum Guide', { concurrency: false }, () => {
  it('lists the homes with how far they are approved', async () => {
    const listings = async () => {
      const answer = await get('/listings')
      assert.equal(answer.status, 200, answer.text)
      return answer.body['data'] as unknown as {
        id: string
        plumguideId: string
        status: string
        writes: boolean
        accountId: string
      }[]
    }
    const found = await listings()
    assert.deepEqual(
      found.find(({ id }) => id === home) && [
        found.find(({ id }) => id === home)?.plumguideId,
        found.find(({ id }) => id === home)?.writes,
        found.find(({ id }) => id === kept)?.writes,
      ],
      [homeId, true, false],
    )
    assert.ok(found.every((row) => row.status === 'approved' && row.accountId === accountId))
    const answer = await get(`/listings?listing_id=${home}`)
    assert.deepEqual(
      (answer.body['data'] as unknown as { id: string }[]).map(({ id }) => id),
      [home],
    )
  })

  it('shows 24 months, and which calendar they are of', async () => {
    const [ours, theirs] = [await nightsOf(home), await nightsOf(kept)]
    assert.deepEqual([ours.source, theirs.source], ['our_calendar', 'plumguide_calendar'])
    assert.deepEqual([ours.from, ours.data[0]?.date], [today(), today()])
    assert.equal(ours.data.at(-1)?.date, ours.to)
    assert.ok(ours.data.length >= 730 && ours.data.length <= 731)
    refused(await get('/availability'), 400, 'invalid_params', 'listing_id')
    refused(await get('/availability?listing_id=999999999'), 404, 'not_found')
  })

  for (const method of ['POST', 'PUT'])
    it(`closes nights by our calendar, and opens them, with ${method}`, async () => {
      const nights = await free(home, 40, 3)
      const [first, , last] = nights
      assert.ok(first && last)
      const key = `block-${method}`
      const body = { action: 'block', listing_id: home, start_date: first, end_date: last, note: 'Painters' }
      const dry = await send(method, '/availability?dry_run=true', body)
      assert.deepEqual([dry.status, dry.body['dryRun']], [200, true], dry.text)
      assert.deepEqual(await free(home, 40, 3), nights)
      const answer = await send(method, '/availability', body, key)
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(answer.body, {
        ...{ listingId: home, action: 'block', dates: nights, updated: 3, heldDates: [], restrictions: null },
      })
      // The same key gives the same answer, and the nights stand in our own calendar.
      assert.deepEqual((await send(method, '/availability', body, key)).body, answer.body)
      const own = await world.app.get(`/v1/availability/${home}?from=${first}&to=${last}`)
      assert.equal(own.text.match(/"available":false/g)?.length, 3)
      await becomes('Plum Guide to close them', () => nights.every((date) => atPlum(homeId, date).left === 0))
      const opened = await send(method, '/availability', {
        action: 'unblock',
        listing_id: Number(home),
        dates: nights,
      })
      assert.deepEqual([opened.status, opened.body['updated']], [200, 3], opened.text)
      await becomes('Plum Guide to open them', () => nights.every((date) => atPlum(homeId, date).left === 1))
    })

  it('does the same where Plum Guide keeps the home', async () => {
    const [night] = await free(kept, 60, 1)
    assert.ok(night)
    const body = { listing_id: kept, dates: [night] }
    const closed = await send('POST', '/availability', { action: 'block', ...body })
    assert.equal(closed.status, 200, closed.text)
    await becomes('the home to be closed', () => atPlum(keptId, night).left === 0)
    refused(
      await send('POST', '/availability', { action: 'block', ...body, note: 'x' }),
      422,
      'unsupported_field',
      'note',
    )
    const priced = await send('PUT', '/pricing', { ...body, price: 321 })
    assert.equal(priced.status, 200, priced.text)
    await becomes('the price to stand there', () => atPlum(keptId, night).price === 321)
    await send('POST', '/availability', { action: 'unblock', ...body })
    await becomes('the home to be open', () => atPlum(keptId, night).left === 1)
  })

  it('keeps a sold night closed whoever opens it', async () => {
    const [night] = await free(home, 90, 1)
    assert.ok(night)
    const stay = await world.send('POST', '/v1/reservations', {
      listingId: home,
      checkIn: night,
      checkOut: days(night, 1),
      guest: { firstName: 'Ida', lastName: 'Strand' },
    })
    assert.equal(stay.status, 201, stay.text)
    const opened = await send('POST', '/availability', {
      ...{ action: 'unblock', listing_id: home, dates: [night] },
    })
    assert.deepEqual([opened.body['updated'], opened.body['heldDates']], [0, [night]], opened.text)
    const shown = (await nightsOf(home)).data.find(({ date }) => date === night)
    assert.deepEqual([shown?.available, shown?.sold], [false, true])
    await becomes('Plum Guide to close it', () => atPlum(homeId, night).left === 0)
  })

  it('sets prices in whole units, and says by name what cannot be set', async () => {
    const nights = await free(home, 120, 2)
    const [first, last] = nights
    const body = { listing_id: home, start_date: first, end_date: last }
    const set = await send('PUT', '/pricing', { ...body, price: 275 })
    assert.deepEqual([set.status, set.body['updated'], set.body['price']], [200, 2, 275], set.text)
    await becomes('the prices to stand there', () =>
      nights.every((date) => atPlum(homeId, date).price === 275),
    )
    const read = await get(`/pricing?listing_id=${home}`)
    const prices = read.body['data'] as unknown as { date: string; price: number }[]
    assert.deepEqual(
      nights.map((night) => prices.find(({ date }) => date === night)?.price),
      [275, 275],
    )
    refused(await get('/pricing'), 400, 'invalid_params', 'listing_id')
    for (const field of ['base_price', 'weekend_price', 'cleaning_fee', 'currency', 'los_discounts'])
      refused(
        await send('PUT', '/pricing', { ...body, price: 275, [field]: 1 }),
        422,
        'unsupported_field',
        field,
      )
    refused(await send('PUT', '/pricing', { ...body, price: 275.5 }), 400, 'invalid_body', 'price')
    refused(await send('PUT', '/pricing', body), 400, 'invalid_body', 'price')
    await sql`update channel_links set markup_percent = 12
      where workspace_id = ${world.app.workspace.id} and listing_id = ${home} and platform = 'plumguide'`.execute(
      world.app.db,
    )
    const { rows } = await sql`select from channel_links
      where workspace_id = ${world.app.workspace.id} and listing_id = ${home} and markup_percent = 12`.execute(
      world.app.db,
    )
    if (rows.length > 0) {
      refused(await send('PUT', '/pricing', { ...body, price: 275 }), 409, 'invalid_state', 'price')
      await sql`update channel_links set markup_percent = null
        where workspace_id = ${world.app.workspace.id} and listing_id = ${home}`.execute(world.app.db)
    }
  })

  it('sets the shortest stay, the booking window and the days of change-over of a home', async () => {
    const restrictions = { minNights: 4, bookingWindowDays: 300, changeOverDays: ['saturday'] }
    const dry = await send('PUT', '/availability?dry_run=true', { listing_id: home, restrictions })
    assert.deepEqual([dry.status, dry.body['restrictions']], [200, restrictions], dry.text)
    const set = await send('PUT', '/availability', { listing_id: home, restrictions })
    assert.equal(set.status, 200, set.text)
    assert.deepEqual(set.body['restrictions'], restrictions)
    const part = await send('PUT', '/availability', {
      listing_id: home,
      restrictions: { changeOverDays: [] },
    })
    assert.deepEqual(part.body['restrictions'], { ...restrictions, changeOverDays: [] })
    for (const field of ['maxNights', 'closedToArrival', 'closedToDeparture'])
      refused(
        await send('PUT', '/availability', { listing_id: home, restrictions: { [field]: 3 } }),
        422,
        'unsupported_field',
        `restrictions.${field}`,
      )
    const night = days(today(), 50)
    refused(
      await send('PUT', '/availability', { listing_id: home, restrictions, dates: [night] }),
      400,
      'invalid_body',
      'dates',
    )
  })

  it('refuses what it does not understand', async () => {
    const night = days(today(), 50)
    const body = { action: 'block', listing_id: home, dates: [night] }
    for (const method of ['POST', 'PUT']) {
      refused(
        await send(method, '/availability', { ...body, action: 'Block' }),
        400,
        'invalid_action',
        'action',
      )
      const { action: _, ...without } = body
      refused(await send(method, '/availability', without), 400, 'invalid_body', 'action')
      refused(await send(method, '/availability', { ...body, start_date: night }), 400, 'invalid_body')
      refused(
        await send(method, '/availability', { action: 'block', listing_id: home, start_date: night }),
        400,
        'invalid_body',
        'end_date',
      )
      const backwards = {
        ...{ action: 'block', listing_id: home, start_date: night, end_date: days(night, -1) },
      }
      refused(await send(method, '/availability', backwards), 400, 'invalid_body', 'end_date')
      refused(await send(method, '/availability', { ...body, listing_id: '999999999' }), 404, 'not_found')
      refused(await send(method, '/availability', { ...body, surprise: 1 }), 400, 'invalid_body', 'surprise')
    }
  })
})

describe('bookings of Plum Guide', { concurrency: false }, () => {
  it('are told in its words, by listing and by code', async () => {
    const [night] = await free(home, 150, 1)
    assert.ok(night)
    await control(`/listings/${homeId}`, { instantBook: true }, 'PATCH')
    const booked = (await (
      await control('/guests/book', { listingId: homeId, arrival: night, departure: days(night, 1) })
    ).json()) as { outcome: string; id: string }
    assert.equal(booked.outcome, 'booked')
    await world.pass(3700)
    const rows = async (query: string) => {
      const answer = await get(`/bookings${query}`)
      assert.equal(answer.status, 200, answer.text)
      return answer.body['data'] as unknown as {
        bookingCode: string
        status: string
        checkIn: string
        listingId: string
      }[]
    }
    const [one, other] = await rows(`?booking_code=${booked.id}`)
    assert.deepEqual(
      [one?.bookingCode, one?.status, one?.checkIn, one?.listingId, other],
      [booked.id, 'confirmed', night, home, undefined],
    )
    const [ofHome, ofKept] = [await rows(`?listing_id=${home}`), await rows(`?listing_id=${kept}`)]
    assert.ok(ofHome.some(({ bookingCode }) => bookingCode === booked.id))
    assert.ok(!ofKept.some(({ bookingCode }) => bookingCode === booked.id))
    assert.ok(ofHome.every(({ listingId }) => listingId === home))
    refused(await get('/bookings'), 400, 'invalid_params', 'listing_id')
    refused(await get('/bookings?listing_id=999999999'), 404, 'not_found')
  })
})

describe('where Plum Guide tells bookings', { concurrency: false }, () => {
  const hook = async () => {
    const answer = await get('/webhooks')
    assert.equal(answer.status, 200, answer.text)
    const [only] = answer.body['data'] as unknown as {
      isActive: boolean
      ours: boolean
      endpoints: { bookings: string | null }
    }[]
    assert.ok(only)
    return [only.isActive, only.ours, only.endpoints.bookings]
  }

  it('is this server, until a caller replaces it, and again when he takes that away', async () => {
    const { origin } = new URL(world.app.services.publicUrl)
    const ours = [true, true, `${origin}/…`]
    assert.deepEqual(await hook(), ours)
    const url = 'https://hooks.example.com/plum?secret=1'
    const dry = await send('PUT', '/webhooks?dry_run=true', { endpoints: { bookings: url } })
    assert.equal(dry.status, 200, dry.text)
    assert.deepEqual(await hook(), ours)
    const set = await send('PUT', '/webhooks', { endpoints: { bookings: url } })
    assert.equal(set.status, 200, set.text)
    assert.deepEqual(await hook(), [true, false, url])
    assert.equal((await send('PUT', '/webhooks', { endpoints: { bookings: null } })).status, 200)
    assert.deepEqual(await hook(), [false, false, null])
    assert.equal((await send('DELETE', '/webhooks')).status, 200)
    assert.deepEqual(await hook(), ours)
    // What is told to the new address is taken in.
    const [night] = await free(home, 180, 1)
    assert.ok(night)
    const booked = (await (
      await control('/guests/book', { listingId: homeId, arrival: night, departure: days(night, 1) })
    ).json()) as { id: string }
    await becomes('the booking that was told', async () => {
      await world.pass(30)
      const answer = await get(`/bookings?booking_code=${booked.id}`)
      return (answer.body['data'] as unknown as object[]).length === 1
    })
  })

  it('takes no address that leads nowhere, and no account that is not there', async () => {
    const put = (bookings: string | null, query = '') =>
      send('PUT', `/webhooks${query}`, { endpoints: { bookings } })
    refused(await put('ftp://hooks.example.com/x'), 400, 'invalid_body', 'endpoints.bookings')
    refused(await put(null, '?account_id=nobody'), 404, 'not_found', 'account_id')
    refused(await send('DELETE', '/webhooks?account_id=nobody'), 404, 'not_found', 'account_id')
  })
})

describe('what stands in the way at Plum Guide', { concurrency: false }, () => {
  const calls: Record<string, () => Promise<TestAnswer>> = {
    listings: () => get('/listings'),
    nights: () => get(`/availability?listing_id=${home}`),
    prices: () => get(`/pricing?listing_id=${home}`),
    block: () =>
      send('POST', '/availability', { action: 'block', listing_id: home, dates: [days(today(), 70)] }),
    'block with PUT': () =>
      send('PUT', '/availability', { action: 'block', listing_id: home, dates: [days(today(), 70)] }),
    price: () => send('PUT', '/pricing', { listing_id: home, dates: [days(today(), 70)], price: 200 }),
    rules: () => send('POST', '/availability', { listing_id: home, restrictions: { minNights: 2 } }),
    'rules with PUT': () =>
      send('PUT', '/availability', { listing_id: home, restrictions: { minNights: 2 } }),
    webhooks: () => get('/webhooks'),
    replace: () => send('PUT', '/webhooks', { endpoints: { bookings: null } }),
    restore: () => send('DELETE', '/webhooks'),
  }
  const call = (name: string) => {
    const made = calls[name]
    assert.ok(made, name)
    return made()
  }
  const rules = ['rules', 'rules with PUT']
  const hooks = ['webhooks', 'replace', 'restore']
  const nights = ['block', 'block with PUT', 'price']

  it('an account that has to be connected again, and one that is gone', async () => {
    const { db } = world.app
    const be = (status: string) =>
      sql`update connections set status = ${status} where id = ${world.connectionId}
          and workspace_id = ${world.app.workspace.id}`.execute(db)
    await be('needs_permissions')
    for (const name of [...rules, ...hooks]) refused(await call(name), 403, 'connection_reauth_required')
    const { data } = (await get('/listings')).body as unknown as { data: { status: string }[] }
    assert.ok(data.every(({ status }) => status === 'not_connected'))
    await be('disconnected')
    for (const name of [...rules, ...nights, 'replace', 'restore'])
      refused(await call(name), (await call(name)).status, 'no_connection')
    await be('active')
  })

  it('a write policy that is switched off', async () => {
    const { db } = world.app
    const policy = (value: boolean) =>
      sql`update connections set write_policy = jsonb_set(jsonb_set(jsonb_set(write_policy,
            '{calendar,availability}', to_jsonb(${value}::boolean)), '{calendar,rates}', to_jsonb(${value}::boolean)),
            '{calendar,restrictions}', to_jsonb(${value}::boolean))
          where workspace_id = ${world.app.workspace.id} and id = ${world.connectionId}`.execute(db)
    await policy(false)
    for (const name of [...rules, ...nights]) refused(await call(name), 409, 'pms_writes_off')
    await policy(true)
  })

  it('calls that nobody has described', async () => {
    const { connectors } = world.app.services
    const { homeRules: _, bookingHook: __, calendarWrites: ___, ...operations } = world.connector.operations
    world.app.services.connectors = { plumguide: { ...world.connector, operations } }
    for (const name of [...rules, ...hooks.filter((one) => one !== 'restore')])
      refused(await call(name), 422, 'channel_not_supported')
    refused(await call('restore'), 422, 'channel_not_supported')
    const body = { listing_id: kept, dates: [days(today(), 70)] }
    for (const method of ['POST', 'PUT'])
      refused(await send(method, '/availability', { action: 'block', ...body }), 422, 'channel_not_supported')
    refused(await send('PUT', '/pricing', { ...body, price: 200 }), 422, 'channel_not_supported')
    world.app.services.connectors = connectors
  })

  it('Plum Guide itself: it refuses, or does not answer', async () => {
    for (const name of [...rules, ...hooks]) {
      await control('/faults', { kind: '500', count: 9 })
      refused(await call(name), 503, 'channel_action_unavailable')
    }
    await fetch(`${world.simulator.control}/faults`, { method: 'DELETE' })
    await control(`/listings/${homeId}`, { pricingModel: 'LosMatrix' }, 'PATCH')
    for (const name of rules) refused(await call(name), 422, 'channel_rejected')
    await control(`/listings/${homeId}`, { pricingModel: 'Standard' }, 'PATCH')
  })

  it('a home that is not approved: its calendar is refused, and the list says so', async () => {
    await control(`/listings/${homeId}`, { status: 'InReview' }, 'PATCH')
    for (const name of rules) refused(await call(name), 422, 'channel_rejected')
    assert.equal((await call('block')).status, 200)
    await becomes('the list to say it', async () => {
      const { data } = (await get('/listings')).body as unknown as { data: { id: string; status: string }[] }
      return data.find(({ id }) => id === home)?.status === 'not_approved'
    })
    await control(`/listings/${homeId}`, { status: 'Approved' }, 'PATCH')
  })

  it('a listing that is at no account, or switched off', async () => {
    const made = await world.app.post('/v1/listings', { name: 'Elsewhere', currency: 'EUR' })
    const other = String(made.body['id'])
    const asked: (() => Promise<TestAnswer>)[] = [
      () => send('POST', '/availability', { action: 'block', listing_id: other, dates: [today()] }),
      () => send('PUT', '/availability', { action: 'block', listing_id: other, dates: [today()] }),
      () => send('PUT', '/pricing', { listing_id: other, dates: [today()], price: 10 }),
    ]
    for (const ask of asked) refused(await ask(), 409, 'invalid_state')
    const { source } = await nightsOf(other)
    assert.equal(source, 'other_calendar')
    await sql`update listings set active = false, inactive_reason = 'plan_limit'
      where workspace_id = ${world.app.workspace.id} and id = ${other}`.execute(world.app.db)
    for (const ask of asked) refused(await ask(), 403, 'listing_inactive')
    refused(await get(`/bookings?listing_id=${other}`), 403, 'listing_inactive')
  })
})
