/** Questions of Airbnb, asked of the real server: what is free, what is not, and that nothing makes it stumble. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ask, day, startInboundWorld, type InboundWorld, type LinkedListing } from './world.ts'

let world: InboundWorld
/** Kept by us, by Airbnb, and by an account of another provider. */
let [ours, airbnbs, others, spare] = [] as LinkedListing[]
before(async () => {
  world = await startInboundWorld({ isSigned: false, seed: 4 })
  ;[ours, airbnbs, others, spare] = world.listings
  await world.keepHere(at(ours))
  await world.sql('update listings set min_nights = null where id = any($1::bigint[])', [
    world.listings.map(({ id }) => id),
  ])
})
after(() => world?.close())

const at = (listing: LinkedListing | undefined) =>
  listing ?? assert.fail('the simulator has too few listings')
const isFree = async (listing: LinkedListing, start_date: string, nights = 2) => {
  const { status, body } = await ask(world.url, {
    listing_id: listing.external,
    start_date,
    nights: String(nights),
  })
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual(
    body,
    body.available ? { available: true } : { available: false, failure_code: 'dates_not_available' },
  )
  return body.available
}
const send = async (method: string, path: string, body: unknown) => {
  const answer = await fetch(world.url + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return {
    status: answer.status,
    body: (await answer.json()) as { succeed?: boolean; error?: { code: string } },
  }
}
const confirm = async (
  listing: LinkedListing,
  start_date: string,
  { nights = 2, code }: { nights?: number; code?: string } = {},
) => {
  const stay = { listing_id: listing.external, start_date, nights, number_of_guests: 2, guest_id: 5 }
  const asked = await send(code === undefined ? 'POST' : 'PUT', code === undefined ? '' : `/${code}`, {
    ...stay,
    confirmation_code: code ?? 'HMNEW',
  })
  assert.equal(asked.status, 200, JSON.stringify(asked.body))
  return asked.body.succeed
}
const confirmAs = async (listing: LinkedListing, start_date: string, confirmation_code: string) => {
  const stay = { listing_id: listing.external, start_date, nights: 2, number_of_guests: 2, guest_id: 5 }
  const { status, body } = await send('POST', '', { ...stay, confirmation_code })
  assert.equal(status, 200, JSON.stringify(body))
  return body.succeed
}
const book = (listing: LinkedListing, checkIn: string, checkOut: string) =>
  world.call<{ id: string }>('POST', '/v1/reservations', {
    ...{ listingId: listing.id, checkIn, checkOut, adults: 1 },
    guest: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
  })
const setNight = async (listing: LinkedListing, date: string, settings: object) => {
  const { status, body } = await world.call('PUT', `/v1/availability/${listing.id}`, {
    dates: [date],
    ...settings,
  })
  assert.equal(status, 200, JSON.stringify(body))
}

describe('a listing kept here', () => {
  it('is free until it is sold, in the same moment', async () => {
    assert.equal(await isFree(at(ours), day(10)), true)
    assert.equal((await book(at(ours), day(11), day(13))).status, 201)
    assert.deepEqual([await isFree(at(ours), day(10)), await confirm(at(ours), day(10))], [false, false])
    assert.deepEqual([await isFree(at(ours), day(9)), await isFree(at(ours), day(13))], [true, true])
  })

  it('is sold to nobody else once a guest is booking, until the booking is here or its time is over', async () => {
    for (let tries = 0; tries < 20; tries += 1) {
      const [arrival, departure] = [day(100 + 3 * tries), day(102 + 3 * tries)]
      const code = `HMHOLD${tries}`
      assert.equal(await isFree(at(ours), arrival), true)
      assert.equal(
        (await book(at(ours), day(99 + 3 * tries), arrival)).status,
        201,
        'the night before is free',
      )
      assert.equal(await confirmAs(at(ours), arrival, code), true)
      const [api, other, again] = await Promise.all([
        book(at(ours), arrival, departure),
        confirmAs(at(ours), arrival, `HMOTHER${tries}`),
        confirmAs(at(ours), arrival, code),
      ])
      assert.deepEqual([api.status, other, again], [422, false, true], JSON.stringify(api.body))
    }
    await world.sql(`update question_holds set until = now() - interval '1 second'`)
    assert.equal((await book(at(ours), day(100), day(102))).status, 201)
  })

  it('is not where its nights are closed, or a stay has to be longer', async () => {
    await setNight(at(ours), day(21), { available: false })
    assert.deepEqual([await isFree(at(ours), day(20)), await isFree(at(ours), day(22))], [false, true])
    await setNight(at(ours), day(30), { minNights: 4 })
    assert.deepEqual([await isFree(at(ours), day(30), 3), await isFree(at(ours), day(30), 4)], [false, true])
    assert.equal(await isFree(at(ours), day(29), 3), true, 'the arrival decides')
  })

  it('is not once it is archived', async () => {
    const archive = (archivedAt: string | null) =>
      world.sql('update listings set archived_at = $1 where id = $2', [archivedAt, at(ours).id])
    await archive('2026-01-01')
    assert.deepEqual([await isFree(at(ours), day(40)), await confirm(at(ours), day(40))], [false, false])
    await archive(null)
    assert.equal(await isFree(at(ours), day(40)), true)
  })
})

describe('a listing kept by Airbnb', () => {
  it('follows its stored calendar, less what others sold; what it refuses is read again', async () => {
    const { id, external } = at(airbnbs)
    assert.equal(await isFree(at(airbnbs), day(10), 4), true)
    await world.sql('update calendar_days set available = false where listing_id = $1 and date = $2', [
      id,
      day(14),
    ])
    const due = 'select from sync_fetches where entity = $1 and external_id = $2 and by_itself'
    assert.equal((await world.sql(due, ['calendar', external])).length, 1, 'it is only due by itself')
    assert.equal(await isFree(at(airbnbs), day(12), 4), false)
    for (let tries = 0; !(await isFree(at(airbnbs), day(12), 4)); tries++) {
      assert.ok(tries < 500, 'the calendar is not read again')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })
})

describe('a listing kept by another account', () => {
  it('follows its calendar, and is refused as long as that was never read', async () => {
    const { id } = at(others)
    const [other] = await world.sql<{ id: string }>(
      `insert into connections (workspace_id, id, provider, external_account_id, write_policy)
       select workspace_id, nextval('connections_id'), 'ownerrez', 'elsewhere', '{}' from listings where id = $1 returning id`,
      [id],
    )
    await world.sql(
      `with link as (insert into listing_links (workspace_id, connection_id, external_id, listing_id)
         select workspace_id, $1, 'there', id from listings where id = $2)
       update listings set connection_id = $1, external_id = 'there' where id = $2`,
      [other?.id, id],
    )
    assert.equal(await isFree(at(others), day(20), 3), true)
    await world.sql(
      'update calendar_days set available_units = 0, available = false where listing_id = $1 and date = $2',
      [...[id, day(21)]],
    )
    assert.deepEqual(
      [await isFree(at(others), day(20), 3), await confirm(at(others), day(20))],
      [false, false],
    )
    await world.sql('delete from calendar_reads where listing_id = $1', [id])
    assert.equal(await isFree(at(others), day(60), 3), false)
  })
})

describe('who is asked', () => {
  it('what nobody here knows is not refused, nor the listing of tests', async () => {
    for (const external of ['0', '999999999999999999', 'ü']) {
      assert.equal(await isFree({ id: '', external }, day(10)), true)
    }
    assert.equal(await confirm({ id: '', external: '77' }, day(10), { code: 'HMX' }), true)
  })

  it('two workspaces know one listing: what one of them sold is sold, and nothing says who', async () => {
    const listing = at(spare)
    assert.equal(await isFree(listing, day(10), 3), true)
    await world.sql(
      `with workspace as (insert into workspaces (id, name, plan, contact_confirmed)
           values (nextval('workspaces_id'), 'Other', 'custom', true) returning id),
         connection as (insert into connections (workspace_id, id, provider, external_account_id, write_policy)
           select id, nextval('connections_id'), 'airbnb', 'other host', '{}' from workspace returning workspace_id, id),
         home as (insert into listings (workspace_id, id, name, currency)
           select id, nextval('listings_id'), 'Theirs', 'EUR' from workspace returning workspace_id, id),
         night as (insert into calendar_days (workspace_id, listing_id, date, available, available_units)
           select workspace_id, id, $2, false, 0 from home)
       insert into listing_links (workspace_id, connection_id, external_id, listing_id)
       select c.workspace_id, c.id, $1, h.id from connection c, home h`,
      [listing.external, day(11)],
    )
    assert.deepEqual([await isFree(listing, day(10), 3), await isFree(listing, day(12), 3)], [false, true])
    await world.sql("update connections set status = 'disconnected' where external_account_id = 'other host'")
    assert.equal(
      await isFree(listing, day(10), 3),
      true,
      'an account that was disconnected is asked for nothing',
    )
  })

  it('sandboxes are not', async () => {
    const [made] = await world.sql<{ external_id: string; listing_id: string }>(
      `select k.external_id, k.listing_id from listing_links k join connections c on c.id = k.connection_id and c.workspace_id = k.workspace_id
       where c.provider = 'airbnb' and k.workspace_id >= 900000000 limit 1`,
    )
    assert.ok(made, 'the sandbox has a listing on Airbnb')
    await world.sql('update listings set archived_at = now() where id = $1', [made.listing_id])
    assert.equal(await isFree({ id: '', external: made.external_id }, day(10)), true)
  })
})

describe('a database that does not answer', () => {
  it('is waited for three seconds; then the night counts as taken, and the server goes on', async () => {
    const free = day(70)
    assert.equal(await isFree(at(ours), free), true)
    const { release } = await world.lock('listing_links')
    const since = performance.now()
    try {
      assert.equal(await isFree(at(ours), free), false)
    } finally {
      await release()
    }
    const tookMs = performance.now() - since
    assert.ok(tookMs > 2900 && tookMs < 7500, `it took ${tookMs} ms`)
    assert.equal(await isFree(at(ours), free), true)
  })
})

describe('nothing makes it stumble', () => {
  const stay = () => ({ listing_id: at(ours).external, start_date: day(90), nights: '2' })

  it('parameters nobody knows are let by; those that cannot be read are refused as such', async () => {
    assert.equal((await ask(world.url, { ...stay(), locale: 'fr', number_of_guests: '2' })).status, 200)
    const garbage: Record<string, string>[] = [
      ...['start_date', 'nights', 'listing_id', 'action'].map((name) => ({ ...stay(), [name]: '' })),
      ...['2026-02-30', '2026-1-1', 'today', '-0001-01-01', '%00', '99999-01-01'].map((start_date) => ({
        ...stay(),
        start_date,
      })),
      ...['0', '-1', '10000', '1.5', 'NaN', '1e999', '99999999999999999999'].map((nights) => ({
        ...stay(),
        nights,
      })),
      { ...stay(), action: 'drop' },
      { ...stay(), listing_id: 'x'.repeat(5000) },
    ]
    for (const parts of garbage) {
      const { status, body } = await ask(world.url, parts)
      assert.equal(status, 400, `${JSON.stringify(parts).slice(0, 200)} ${JSON.stringify(body)}`)
    }
    const twice = await fetch(
      `${world.url}?action=check_availability&listing_id=1&listing_id=2&start_date=x&nights=1`,
    )
    assert.equal(twice.status, 400)
  })

  it('days beyond any calendar are refused, and looked at nowhere', async () => {
    for (const start_date of ['0000-01-01', '0001-01-01', '1999-12-31', '9999-12-31', '2500-01-01']) {
      assert.equal(await isFree(at(ours), start_date, 1125), false)
    }
  })

  it('bodies of any form, size and kind get an answer of the catalogue', async () => {
    const bodies = [
      '',
      '{',
      '[]',
      'null',
      '"x"',
      '{"action":5}',
      '{"listing_id":1}',
      '[[[[[[[[',
      '{"reservation":null}',
    ]
    const long = JSON.stringify({ ...stay(), more: 'x'.repeat(900_000) })
    const huge = JSON.stringify({ ...stay(), more: 'x'.repeat(2_000_000) })
    for (const method of ['POST', 'PUT']) {
      for (const body of [
        ...bodies,
        long,
        huge,
        '{"action":"message_added","thread":{"id_str":"\\ud800"}}',
      ]) {
        for (const type of ['application/json', 'text/plain', 'application/xml']) {
          const url = method === 'PUT' ? `${world.url}/HM1` : world.url
          const answer = await fetch(url, { method, body, headers: { 'content-type': type } })
          const text = await answer.text()
          assert.ok(answer.status < 500, `${method} ${body.slice(0, 50)} ${type}: ${answer.status} ${text}`)
          assert.ok(answer.status === 200 || /"code":"\w+"/.test(text), text)
        }
      }
    }
    assert.equal((await send('PUT', `/${'x'.repeat(299)}`, stay())).body.error?.code, 'invalid_param')
  })

  it('another method, another path and another address are no address', async () => {
    for (const [method, path, status] of [
      ['PATCH', '', 405],
      ['DELETE', '', 405],
      ['PUT', '', 405],
      ['GET', '/HM1', 405],
      ['POST', '/HM1/more', 404],
    ] as const) {
      assert.equal((await fetch(world.url + path, { method })).status, status, `${method} ${path}`)
    }
    const forged = world.url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    for (const url of [
      forged,
      world.url.replace('airbnb', 'hostaway'),
      world.url.replace('airbnb', '__proto__'),
    ]) {
      assert.equal((await ask(url, stay())).status, 404, url)
      assert.equal((await fetch(url, { method: 'POST', body: '{}' })).status, 404, url)
      assert.equal((await fetch(`${url}/HM1`, { method: 'PUT', body: '{}' })).status, 404, url)
    }
  })

  it('no address stands in the log', () => {
    const token = world.url.split('/').at(-1) ?? assert.fail()
    assert.ok(!world.server.output().includes(token))
  })
})
