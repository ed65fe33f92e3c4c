/** Feeds as Vrbo fetches them, by a reader that follows what moved: what it sells is what our calendar says. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { SeededRandom } from '../../simulators/kit/random.ts'
import type { TestAnswer } from '../harness/app.ts'
import { feedsWorld, type FeedsWorld, type Pair } from './vrbo-feeds-world.ts'

let world: FeedsWorld
let pair: Pair
before(async () => {
  world = await feedsWorld()
  pair = await world.activate()
})
after(() => world.close())

const codeIn = ({ text }: TestAnswer) => (JSON.parse(text) as { error?: { code?: string } }).error?.code

const first = Temporal.PlainDate.from('2026-06-15')
const day = (n: number) => String(first.add({ days: n }))

async function mapped(columns: Record<string, unknown> = {}, account: Pair = pair): Promise<string> {
  const id = await world.listing(columns)
  const answer = await world.map(id, { accountId: account.username })
  assert.equal(answer.status, 200, answer.text)
  return id
}

async function change(listing: string, random: SeededRandom): Promise<void> {
  for (let i = random.int(1, 6); i > 0; i -= 1) {
    const from = random.int(1, 330)
    const dates = Array.from({ length: random.int(1, 20) }, (_, n) => day(from + n))
    const some = [
      { available: random.int(0, 1) === 0 },
      { price: random.int(20, 900) },
      { minNights: random.int(1, 9) },
    ][random.int(0, 2)]
    const answer = await world.app.call('PUT', `/v1/availability/${listing}`, { body: { dates, ...some } })
    assert.equal(answer.status, 200, answer.text)
  }
  for (let i = random.int(0, 6); i > 0; i -= 1) {
    const from = random.int(1, 340)
    await world.app.post('/v1/reservations', {
      listingId: Number(listing),
      checkIn: day(from),
      checkOut: day(from + random.int(1, 9)),
      guest: { firstName: 'Secretname', lastName: 'Guest', email: 'secret@guest.example' },
      adults: 2,
    })
  }
}

describe('feeds of Vrbo', () => {
  for (let seed = 1; seed <= 6; seed += 1) {
    it(`say what the calendar says, night by night, with the markup on prices: ${seed}`, async () => {
      const random = new SeededRandom(seed)
      const units = random.int(1, 3)
      const listing = await mapped({ unit_count: units })
      const markupPercent = random.int(1, 40)
      const set = await world.app.call('PUT', `/v1/listings/${listing}/markups`, {
        body: { channel: 'vrbo', markupPercent },
      })
      assert.equal(set.status, 200, set.text)
      await change(listing, random)
      const puller = world.puller(pair)
      assert.deepEqual((await puller.pull()).problems, [])
      const calendar = await world.app.get(`/v1/availability/${listing}?from=${day(0)}&to=${day(360)}`)
      const days = (JSON.parse(calendar.text) as { days: Record<string, unknown>[] }).days
      assert.equal(days.length, 361)
      const rates = puller.listings.get(listing)?.rates
      for (const night of days) {
        const date = String(night['date'])
        const there = puller.night(listing, date)
        assert.equal(there?.available, night['available'], date)
        const price = Number(night['price'])
        const exact = (price * (100 + markupPercent)) / 100
        assert.ok(Math.abs(Number(rates?.prices.get(date)) - exact) <= 0.005001, date)
        assert.equal(there?.minStay, night['minNights'] ?? 1, date)
      }
    })
  }

  it('are the same to the byte until something changes, and tell who has them so', async () => {
    const listing = await mapped()
    const path = `/vrbo/feeds/availability/${listing}.xml`
    const one = await world.read(path, pair)
    assert.equal(one.statusCode, 200, one.body)
    const etag = String(one.headers['etag'])
    assert.equal((await world.read(path, pair, { 'if-none-match': etag })).statusCode, 304)
    const since = { 'if-modified-since': String(one.headers['last-modified']) }
    assert.equal((await world.read(path, pair, since)).statusCode, 304)
    world.app.clock.advance(24 * 3_600_000)
    assert.equal((await world.read(path, pair)).body, one.body)
    const head = await world.read(path, pair, {}, 'HEAD')
    assert.deepEqual([head.statusCode, head.body, head.headers['etag']], [200, '', etag])
    for (const kind of ['listing', 'availability', 'rates', 'configuration']) {
      const index = await world.read(`/vrbo/feeds/${kind}.xml`, pair)
      assert.equal(index.statusCode, 200, index.body)
      const known = { 'if-none-match': String(index.headers['etag']) }
      assert.equal((await world.read(`/vrbo/feeds/${kind}.xml`, pair, known)).statusCode, 304, kind)
    }
    await world.app.call('PUT', `/v1/availability/${listing}`, {
      body: { dates: [day(90)], available: false },
    })
    const changed = await world.read(path, pair, { 'if-none-match': etag, ...since })
    assert.equal(changed.statusCode, 200)
    assert.notEqual(changed.headers['last-modified'], one.headers['last-modified'])
  })

  it('are followed where they moved, and nowhere else', async () => {
    const account = await world.activate()
    const [a, b] = [await mapped({}, account), await mapped({}, account)]
    const puller = world.puller(account)
    assert.deepEqual(await puller.pull(), { read: 8, skipped: 0, problems: [] })
    assert.deepEqual(await puller.pull(), { read: 0, skipped: 8, problems: [] })
    assert.equal(puller.sells(a, day(30), day(33)), true)
    await world.app.call('PUT', `/v1/availability/${a}`, { body: { dates: [day(31)], available: false } })
    assert.deepEqual(await puller.pull(), { read: 1, skipped: 7, problems: [] })
    assert.equal(puller.sells(a, day(30), day(33)), false)
    assert.equal(puller.sells(b, day(30), day(33)), true)
    assert.equal(puller.assignedId, account.username)
    const gone = await world.map(b, { accountId: account.username, syncEnabled: false })
    assert.equal(gone.status, 200, gone.text)
    await puller.pull()
    assert.deepEqual(
      puller.onSale().map(({ id }) => id),
      [a],
    )
    assert.equal(puller.night(b, day(30))?.available, false)
  })

  it('close a sold night when they are fetched, and the exposure says when that should be', async () => {
    const account = await world.activate()
    const listing = await mapped({ unit_count: 2 }, account)
    const puller = world.puller(account)
    const exposed = async () => {
      const answer = await world.app.get(`/v1/listings/${listing}/exposure?from=${day(20)}&to=${day(60)}`)
      assert.equal(answer.status, 200, answer.text)
      const [feed] = answer.body['feeds'] as unknown as Record<string, unknown>[]
      return feed
    }
    assert.deepEqual(await exposed(), {
      channel: 'vrbo',
      externalAccountId: account.username,
      lastReadAt: null,
      expectedIntervalMinutes: 1440,
      expectedAt: null,
      exposedNights: [],
    })
    await puller.pull()
    world.app.clock.advance(6 * 3_600_000)
    await puller.pull()
    const readAt = world.app.clock.now()
    const booked = await world.app.post('/v1/reservations', {
      listingId: Number(listing),
      checkIn: day(30),
      checkOut: day(32),
      guest: { firstName: 'Ana', lastName: 'Babic', email: 'ana@guest.example' },
      adults: 2,
    })
    assert.equal(booked.status, 201, booked.text)
    assert.equal(puller.night(listing, day(30))?.units, 2)
    assert.deepEqual(await exposed(), {
      channel: 'vrbo',
      externalAccountId: account.username,
      lastReadAt: readAt.toISOString(),
      expectedIntervalMinutes: 360,
      expectedAt: new Date(readAt.getTime() + 6 * 3_600_000).toISOString(),
      exposedNights: [day(30), day(31)],
    })
    await puller.pull()
    assert.equal(puller.night(listing, day(30))?.units, 1)
    assert.deepEqual((await exposed())?.['exposedNights'], [])
  })

  it('are there for who has the pair, and have nothing of other accounts', async () => {
    const other = await world.activate()
    const listing = await mapped()
    const paths = [
      'advertisers.xml',
      'availability.xml',
      `availability/${listing}.xml`,
      `listing/${listing}.xml`,
    ]
    for (const path of paths) {
      const none = await world.read(`/vrbo/feeds/${path}`)
      assert.equal(none.statusCode, 401, none.body)
      assert.match(String(none.headers['www-authenticate']), /^Basic /)
      const wrong = await world.read(`/vrbo/feeds/${path}`, { ...pair, password: other.password })
      assert.equal(wrong.statusCode, 401, wrong.body)
    }
    const index = await world.read('/vrbo/feeds/availability.xml', other)
    assert.doesNotMatch(index.body, /unitAvailabilityContentIndexEntry/)
    const limitOf = ({ headers }: typeof index) => [
      Number(headers['x-ratelimit-limit']),
      headers['x-ratelimit-policy'],
      String(headers['ratelimit-policy']).startsWith(`"burst";q=${headers['x-ratelimit-limit']};w=60`),
    ]
    assert.deepEqual(limitOf(index), [1200, '1200;w=60', true])
    const next = await world.read('/vrbo/feeds/availability.xml', other)
    const left = (answer: typeof index) => Number(answer.headers['x-ratelimit-remaining'])
    assert.equal(left(index) - left(next), 1)
    const wrong = await world.read('/vrbo/feeds/availability.xml', { ...other, password: 'x' })
    assert.deepEqual([wrong.statusCode, ...limitOf(wrong)], [401, 30, '30;w=60', true])
    const bodyOf = (text: string) => ({ ...(JSON.parse(text) as { error: object }).error, request_id: '' })
    const foreign = await world.read(`/vrbo/feeds/availability/${listing}.xml`, other)
    const missing = await world.read('/vrbo/feeds/availability/99999999.xml', other)
    assert.deepEqual([foreign.statusCode, bodyOf(foreign.body)], [404, bodyOf(missing.body)])
    const rotated = await world.app.post(`/v1/channels/vrbo/accounts/${other.username}/rotate`)
    assert.equal(rotated.status, 200, rotated.text)
    assert.equal((await world.read('/vrbo/feeds/advertisers.xml', other)).statusCode, 401)
    const anew = { ...other, password: String(rotated.body['password']) }
    assert.equal((await world.read('/vrbo/feeds/advertisers.xml', anew)).statusCode, 200)
    const revoked = await world.app.call('DELETE', `/v1/channels/vrbo/accounts/${other.username}`)
    assert.equal(revoked.body['status'], 'revoked', revoked.text)
    assert.equal((await world.read('/vrbo/feeds/advertisers.xml', anew)).statusCode, 401)
    const again = await world.app.post(`/v1/channels/vrbo/accounts/${other.username}/rotate`)
    assert.equal(codeIn(again), 'invalid_state', again.text)
    const renamed = await world.app.call('PATCH', `/v1/channels/vrbo/accounts/${other.username}`, {
      body: { name: 'Anew' },
    })
    assert.equal(codeIn(renamed), 'invalid_state', renamed.text)
  })

  it('are not kept from who has the pair by who has none at the same address', async () => {
    const other = await world.activate()
    const guess = (password: string) => world.read('/vrbo/feeds/advertisers.xml', { ...other, password })
    const guessed = []
    for (let count = 0; count < 40; count += 1) guessed.push((await guess(`wrong ${count}`)).statusCode)
    assert.deepEqual(new Set(guessed), new Set([401, 429]))
    assert.equal((await guess('wrong')).statusCode, 429)
    assert.equal((await world.read('/vrbo/feeds/advertisers.xml', other)).statusCode, 200)
  })

  it('have several accounts, of which none is shown twice but for the repeat of a request', async () => {
    const headers = { 'idempotency-key': 'activation-1' }
    const one = await world.app.call('POST', '/v1/connect/vrbo', { body: {}, headers })
    const two = await world.app.call('POST', '/v1/connect/vrbo', { body: {}, headers })
    assert.deepEqual(two.body, one.body)
    const shown = await world.app.get('/v1/connect/vrbo')
    const accounts = (shown.body['accounts'] ?? []) as unknown as {
      externalAccountId: string
      connected: boolean
    }[]
    const ids = accounts.map(({ externalAccountId }) => externalAccountId)
    assert.equal(ids.filter((id) => id === one.body['username']).length, 1)
    assert.ok(ids.includes(pair.username))
    assert.equal(shown.body['connected'], true)
    assert.ok(!shown.text.includes(pair.password))
    const account = await world.app.get(`/v1/channels/vrbo/accounts/${pair.username}`)
    assert.equal(account.body['passwordEnd'], pair.password.slice(-4))
    assert.ok(!account.text.includes(pair.password))
  })
})

describe('POST /v1/channels/vrbo/listings/map', () => {
  it('tells what is listed, in the listing and in its events, and names what does not fit', async () => {
    const id = await mapped()
    const again = await world.map(id, { accountId: pair.username })
    assert.equal(again.body['alreadyMapped'], true, again.text)
    const listing = await world.app.get(`/v1/listings/${id}`)
    assert.deepEqual(listing.body['channels'], [
      { platform: 'vrbo', externalId: id, active: true, syncEnabled: true },
    ])
    const rows = await world.app.get('/v1/channels/vrbo/listings?status=active&limit=100')
    assert.match(rows.text, new RegExp(`"id":"${id}",[^}]*"status":"active"`))
    const codeOf = async (listingId: string, more: object = { accountId: pair.username }) =>
      codeIn(await world.map(listingId, more))
    assert.equal(await codeOf('99999999'), 'not_found')
    assert.equal(await codeOf(await world.listing({ currency: 'JPY' })), 'invalid_params')
    assert.equal(await codeOf(id, {}), 'invalid_params')
    assert.equal(await codeOf(id, { accountId: `lw${'0'.repeat(14)}` }), 'not_found')
    const other = await world.activate()
    assert.equal(await codeOf(id, { accountId: other.username }), 'invalid_state')
    const inactive = await world.listing({ active: false, inactive_reason: 'deactivated' })
    assert.equal(await codeOf(inactive), 'listing_inactive')
  })

  it('is hidden while the listing is offline, and on sale again afterwards', async () => {
    const account = await world.activate()
    const id = await mapped({}, account)
    const puller = world.puller(account)
    await puller.pull()
    assert.equal(puller.sells(id, day(30), day(33)), true)
    for (const state of ['offline', 'online']) {
      const nowhere = await world.app.post(`/v1/listings/${await world.listing()}/${state}`)
      assert.equal(codeIn(nowhere), 'no_connected_channels', nowhere.text)
    }
    const ask = async (state: string) => {
      const answer = await world.app.post(`/v1/listings/${id}/${state}`)
      assert.equal(answer.status, 200, answer.text)
      const [channel] = answer.body['channels'] as unknown as Record<string, unknown>[]
      return [channel?.['channel'], channel?.['state'], channel?.['code'], channel?.['verified']]
    }
    const tried = await world.app.post(`/v1/listings/${id}/offline?dry_run=true`)
    assert.equal(tried.body['dryRun'], true, tried.text)
    assert.deepEqual(await ask('offline'), ['vrbo', 'offline', 'closing', false])
    assert.deepEqual(await ask('offline'), ['vrbo', 'offline', 'already_so', false])
    await puller.pull()
    assert.equal(puller.sells(id, day(30), day(33)), false)
    assert.equal(puller.night(id, day(30))?.available, false)
    assert.deepEqual(puller.onSale(), [])
    assert.deepEqual(await ask('offline'), ['vrbo', 'offline', 'already_so', true])
    assert.deepEqual(await ask('online'), ['vrbo', 'online', 'opening', false])
    await puller.pull()
    assert.equal(puller.sells(id, day(30), day(33)), true)
    assert.deepEqual(await ask('online'), ['vrbo', 'online', 'already_so', true])
  })

  it('is there for a key that is for it, and not for one that is for another listing', async () => {
    const [id, other] = [await mapped(), await mapped()]
    const made = await world.app.post('/v1/keys', { name: 'One home', listingIds: [other] })
    assert.equal(made.status, 201, made.text)
    const key = String(made.body['secret'])
    const seen = await world.app.get('/v1/channels/vrbo/listings?limit=100', { key })
    assert.match(seen.text, new RegExp(`"id":"${other}"`))
    assert.doesNotMatch(seen.text, new RegExp(`"id":"${id}"`))
  })

  it('needs an account', async () => {
    const empty = await feedsWorld()
    try {
      const answer = await empty.map(await empty.listing())
      assert.equal(codeIn(answer), 'no_connection', answer.text)
    } finally {
      await empty.close()
    }
  })
})
