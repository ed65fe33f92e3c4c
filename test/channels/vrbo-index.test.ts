/** Indexes of Vrbo's feeds: what was not written since is not rendered again, and nothing that was written is missed. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { indexText } from '../../src/features/calendar/vrbo-feeds/index-pages.ts'
import { rememberMaker } from '../../src/features/calendar/vrbo-feeds/maker.ts'
import { feedKinds, type FeedKind } from '../../src/features/calendar/vrbo-feeds/feed/facts.ts'
import { feedsWorld, type FeedsWorld, type Pair } from './vrbo-feeds-world.ts'

let world: FeedsWorld
let pair: Pair
before(async () => {
  world = await feedsWorld()
  pair = await world.activate()
})
after(() => world.close())

const read = async (kind: FeedKind) => {
  const answer = await world.read(`/vrbo/feeds/${kind}.xml`, pair)
  assert.equal(answer.statusCode, 200, answer.body)
  const known = { 'if-none-match': String(answer.headers['etag']) }
  const again = await world.read(`/vrbo/feeds/${kind}.xml`, pair, known)
  assert.equal(again.statusCode, 304, `${kind}: ${again.body}`)
  return answer.body
}

const nobody = async () => {}

/** In pieces, as a process of that code says it. */
function indexAs(madeBy: string, kind: FeedKind, { username } = pair) {
  const { db, scope, clock, services } = world.app
  const account = { id: username, name: username, createdAt: clock.now() }
  const { publicUrl } = services
  return indexText(db, { scope, account, kind, now: clock.now(), publicUrl, madeBy }, nobody)
}

/** As code says it that nobody ran before: everything is rendered. */
const anew = async (kind: FeedKind) => (await Array.fromAsync(indexAs('another code', kind))).join('')

/** By listing and kind: another whenever an index found that it was written. */
async function findings({ username } = pair): Promise<Map<string, string>> {
  const { rows } = await sql<{ what: string; version: string }>`
    select concat_ws(' ', kind, listing_id) as what, xmin::text as version from vrbo_documents
    where account_id = ${username}`.execute(world.app.db)
  return new Map(rows.map(({ what, version }) => [what, version]))
}

const day = (n: number) => String(Temporal.PlainDate.from('2026-06-15').add({ days: n }))

it('render what was written since, and say what a process says that renders everything', async () => {
  const { app } = world
  const ids = [await world.listing(), await world.listing(), await world.listing()]
  const [listing = '', other = ''] = ids
  for (const id of ids) assert.equal((await world.map(id, { accountId: pair.username })).status, 200)
  const guest = { firstName: 'Ana', lastName: 'Babic', email: 'ana@guest.example' }
  const stay = { listingId: Number(listing), guest, adults: 1 }
  let booked = ''
  const set = (body: object) => app.call('PUT', `/v1/availability/${listing}`, { body })
  const column = (text: string) =>
    sql`update listings set ${sql.raw(text)} where workspace_id = ${app.scope.workspaceId} and id = ${listing}`.execute(
      app.db,
    )
  const writes: [what: string, write: () => Promise<unknown>, moved: readonly FeedKind[]][] = [
    ['nothing', async () => {}, []],
    ['a closed night', () => set({ dates: [day(20)], available: false }), ['availability']],
    ['a price', () => set({ dates: [day(21)], price: 250 }), ['rates']],
    ['a shortest stay', () => set({ dates: [day(22)], minNights: 4 }), ['availability']],
    [
      'a booking',
      async () => {
        const answer = await app.post('/v1/reservations', { ...stay, checkIn: day(30), checkOut: day(32) })
        booked = String(answer.body['id'])
        assert.equal(answer.status, 201, answer.text)
      },
      ['availability'],
    ],
    ['its end', () => app.post(`/v1/reservations/${booked}/cancel`, {}), ['availability']],
    [
      'a request with a deadline',
      () =>
        sql`update reservations set status = 'pending', lapses_at = ${new Date(app.clock.now().getTime() + 3_600_000)}
        where id = ${booked}`.execute(app.db),
      ['availability'],
    ],
    ['its deadline', async () => app.clock.advance(2 * 3_600_000), ['availability']],
    ['a second unit', () => column('unit_count = 2'), ['availability']],
    [
      'a block of a calendar that others keep',
      () =>
        sql`
        with feed as (
          insert into ical_feeds (workspace_id, listing_id, name, platform, platform_told, url, url_shown, closes, interval_minutes,
                                  created_at, updated_at)
          values (${app.scope.workspaceId}, ${listing}, 'Feed', 'other', true, '', '', 'unit', 15, now(), now()) returning id)
        insert into ical_spans (workspace_id, feed_id, listing_id, kind, uid, label, first_night, until, holds, first_seen_at)
        select ${app.scope.workspaceId}, feed.id, ${listing}, 'block', 'x', 'x', ${day(50)}, ${day(52)}, true, now() from feed`.execute(
          app.db,
        ),
      ['availability'],
    ],
    [
      'that it closes all units',
      () => sql`update ical_feeds set closes = 'listing' where listing_id = ${listing}`.execute(app.db),
      ['availability'],
    ],
    [
      'a markup',
      () =>
        app.call('PUT', `/v1/listings/${listing}/markups`, { body: { channel: 'vrbo', markupPercent: 12 } }),
      ['rates'],
    ],
    ['a text', () => column(`public_name = 'By the sea'`), ['listing']],
    ['a rule', () => column(`policies = '{"allowsPets": true}'`), ['configuration']],
    ['a time zone ahead', () => column(`time_zone = 'Pacific/Auckland'`), []],
    ['offline', () => app.post(`/v1/listings/${listing}/offline`), feedKinds],
    ['online', () => app.post(`/v1/listings/${listing}/online`), feedKinds],
    ['taken out', () => world.map(listing, { accountId: pair.username, syncEnabled: false }), feedKinds],
    ['the next month', async () => app.clock.advance(20 * 24 * 3_600_000), ['availability', 'rates']],
  ]
  const wrong: string[] = []
  for (const kind of feedKinds) {
    await read(kind)
    for (const id of ids)
      assert.equal((await world.read(`/vrbo/feeds/${kind}/${id}.xml`, pair)).statusCode, 200)
  }
  for (const [what, write, moved] of writes) {
    const [texts, versions] = [new Map<FeedKind, string>(), await findings()]
    for (const kind of feedKinds) texts.set(kind, await read(kind))
    assert.deepEqual(await findings(), versions, `${what}: what was read before is known`)
    await write()
    for (const kind of feedKinds) {
      const warm = await read(kind)
      if (what !== 'the next month') {
        const known = await findings()
        assert.equal(
          known.get(`${kind} ${other}`),
          versions.get(`${kind} ${other}`),
          `${what}: of ${kind} the others are known`,
        )
      }
      if ((warm !== texts.get(kind)) !== moved.includes(kind)) wrong.push(`${what}: ${kind}`)
      if (warm !== (await anew(kind))) wrong.push(`${what}: ${kind} is not what it is anew`)
    }
    for (const kind of feedKinds) await read(kind)
  }
  assert.deepEqual(wrong, [])
})

/** An account with that many listings. */
async function accountOf(count: number): Promise<Pair & { ids: string[] }> {
  const account = await world.activate()
  const ids: string[] = []
  for (let i = 0; i < count; i += 1) {
    const id = await world.listing()
    ids.push(id)
    assert.equal((await world.map(id, { accountId: account.username })).status, 200)
  }
  return { ...account, ids }
}

it('are another for who asks by time, also for what changed within the same second', async () => {
  const account = await accountOf(2)
  const [one = '', two = ''] = account.ids
  const close = async (id: string) => {
    const body = { dates: [day(60)], available: false }
    assert.equal((await world.app.call('PUT', `/v1/availability/${id}`, { body })).status, 200)
  }
  const path = '/vrbo/feeds/availability.xml'
  const read = async (since: unknown) => {
    const headers = since === undefined ? {} : { 'if-modified-since': String(since) }
    const { statusCode, headers: said } = await world.read(path, account, headers)
    return { statusCode, at: said['last-modified'] }
  }
  const first = await read(undefined)
  assert.equal((await read(first.at)).statusCode, 304)
  await close(one)
  const second = await read(first.at)
  await close(two)
  const third = await read(second.at)
  assert.deepEqual([second.statusCode, third.statusCode, (await read(third.at)).statusCode], [200, 200, 304])
})

const datesIn = (text: string) => text.match(/<lastUpdatedDate>[^<]+/g) ?? []

it('are sent as they are read: the first listings before the last one was looked at', async () => {
  const account = await accountOf(101)
  const pieces: string[] = []
  const looked: number[] = []
  for await (const piece of indexAs('this code', 'rates', account)) {
    pieces.push(piece)
    looked.push((await findings(account)).size)
  }
  assert.deepEqual(looked, [50, 100, 101, 101])
  assert.deepEqual(
    pieces.map((piece) => datesIn(piece).length),
    [50, 50, 1, 0],
  )
  // The server is other code, so that its first index finds all of them anew, and some behind its head.
  assert.equal((await world.read('/vrbo/feeds/rates.xml', account)).statusCode, 200)
  const whole = await world.read('/vrbo/feeds/rates.xml', account)
  assert.equal(whole.statusCode, 200, whole.body)
  assert.deepEqual(datesIn(whole.body).length, 101)
  const known = { 'if-none-match': String(whole.headers['etag']) }
  const ask = async (method: 'GET' | 'HEAD') =>
    (await world.read('/vrbo/feeds/rates.xml', account, known, method)).statusCode
  assert.deepEqual([await ask('GET'), await ask('HEAD')], [304, 304])
  const body = { dates: [day(60)], price: 250 }
  for (const id of [account.ids.at(0), account.ids.at(-1)]) {
    assert.equal((await world.app.call('PUT', `/v1/availability/${id}`, { body })).status, 200)
    // What was written last is found by whoever asks first, in a text or in none.
    const changed = await world.read('/vrbo/feeds/rates.xml', account, known)
    assert.equal(changed.statusCode, 200)
    known['if-none-match'] = String(changed.headers['etag'])
    assert.equal(await ask('GET'), 304)
  }
})

it('render nothing that nobody fetched, and after a start nothing that was not written', async () => {
  const { app } = world
  const account = await accountOf(2)
  const [fetched = ''] = account.ids
  const maker = await rememberMaker(app.db)()
  assert.equal(maker, await rememberMaker(app.db)(), 'a process that is started anew is the same code')
  const index = async (madeBy: string) =>
    datesIn((await Array.fromAsync(indexAs(madeBy, 'availability', account))).join(''))
  const told = await index(maker)
  const tags = async () => {
    const { rows } = await sql<{ etag: string | null }>`
      select etag from vrbo_documents where account_id = ${account.username} and kind = 'availability'
      order by listing_id`.execute(app.db)
    return rows.map(({ etag }) => etag !== null)
  }
  assert.deepEqual(await tags(), [false, false])
  assert.equal((await world.read(`/vrbo/feeds/availability/${fetched}.xml`, account)).statusCode, 200)
  assert.deepEqual(await tags(), [true, false])
  const before = await findings(account)
  app.clock.advance(60_000)
  assert.deepEqual(await index(maker), told)
  assert.deepEqual(await findings(account), before)
  // Other code may say it otherwise: what was fetched is rendered and found to be the same, of the other nobody knows.
  const byOther = await index('other code')
  assert.deepEqual([byOther[0] === told[0], byOther[1] === told[1]], [true, false])
  assert.notDeepEqual(await findings(account), before)
})
