/**
 * Listings, guests, conversations and reservations read at any moment of the past as they were answered then: after random changes at two
 * accounts and by the API, across bookings that become one record, listings that go and come back, retention and forgotten guests.
 * `AS_OF_SEED` repeats one course, `AS_OF_STEPS` makes it longer.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Connector } from '../../src/connector-kit/connector.ts'
import type { ConversationRecord, MessageRecord, ReservationRecord } from '../../src/contract/records.ts'
import { deleteOldHistory } from '../../src/features/guests/history/retention.ts'
import type { TestAnswer } from '../harness/app.ts'
import { randomOf } from '../drills/random.ts'
import { fakeVendor, listing, stay, type FakeVendor } from './fake-vendor.ts'
import { startFakeWorld, type World } from './world.ts'

const seed = Number(process.env['AS_OF_SEED'] ?? 1)
const steps = Number(process.env['AS_OF_STEPS'] ?? 30)
const random = randomOf(seed, 'as-of')
const hour = 3600
const day = 24 * hour

function vendorCalled(id: string, category: 'pms' | 'ota'): FakeVendor {
  const vendor = fakeVendor()
  const manifest = { ...vendor.connector.manifest, id, category }
  const connector: Connector = { ...vendor.connector, manifest }
  return { ...vendor, connector }
}
const pms = vendorCalled('acme', 'pms')
const airbnb = vendorCalled('airbnb', 'ota')

const people = ['Ada Lovelace', 'Grace Hopper', 'Edsger Dijkstra', 'Barbara Liskov'].map((name, i) => {
  const [firstName = '', lastName = ''] = name.split(' ')
  return { externalId: `g${i}`, firstName, lastName, email: `${firstName.toLowerCase()}@example.com` }
})
type Person = (typeof people)[number]

let world: World
let home = ''
let own = ''

/** What each record was answered with, and when. */
interface Seen {
  url: string
  at: Date
  status: number
  shown: unknown
}
const seen: Seen[] = []

const families = {
  listing: 'listings',
  guest: 'guests',
  conversation: 'conversations',
  reservation: 'reservations',
}
const urlsOf = async (): Promise<string[]> => {
  const { rows } = await sql<{ kind: keyof typeof families; id: string }>`
    select 'listing' as kind, id from listings where workspace_id = ${world.app.workspace.id}
    union all select 'guest', id from guests where workspace_id = ${world.app.workspace.id}
    union all select 'conversation', id from conversations where workspace_id = ${world.app.workspace.id}
    union all select 'reservation', id from reservations where workspace_id = ${world.app.workspace.id}
    order by 1, 2`.execute(world.app.db)
  return rows.map(({ kind, id }) => `/v1/${families[kind]}/${id}`)
}
const asked = (url: string, at?: Date) => {
  const query = new URLSearchParams({
    ...(url.startsWith('/v1/listings') ? { include: 'content,details,amenities' } : {}),
    ...(at === undefined ? {} : { as_of: at.toISOString() }),
  })
  return world.app.get(`${url}?${query}`)
}

/**
 * What can be done, and through which account a booking comes, is told of now, whenever it is asked. When a booking had changed last is
 * known for as long as that change is kept.
 */
function shownBy(answer: TestAnswer): unknown {
  const { capabilities: _, account: __, ...shown } = JSON.parse(answer.text) as Record<string, unknown>
  return answer.status === 200 ? shown : (shown['error'] as { code: string }).code
}

async function look(): Promise<void> {
  const at = world.app.clock.now()
  for (const url of await urlsOf()) {
    const answer = await asked(url)
    seen.push({ url, at, status: answer.status, shown: shownBy(answer) })
  }
}

const send = async (method: string, url: string, body?: unknown) => {
  const answer = await world.app.call(method, url, body === undefined ? {} : { body })
  assert.ok(answer.status < 500, answer.text)
  return answer
}

before(async () => {
  world = await startFakeWorld(pms.connector)
  world.services.connectors = { acme: pms.connector, airbnb: airbnb.connector }
  pms.listings.set('A', listing('A', { model: 'hotel', unitCount: 2 }))
  pms.listings.set('B', listing('B'))
  airbnb.listings.set('X', listing('X'))
  for (const provider of ['acme', 'airbnb']) {
    const answer = await world.app.post(`/v1/connect/${provider}/credentials`, {
      credentials: { token: provider },
    })
    assert.equal(answer.status, 200, answer.text)
  }
  await world.startWorker()
  await world.settle()
  const listings = await world.all<{ id: string; name: string }>('/v1/listings')
  home = listings.find(({ name }) => name === 'Home A')?.id ?? ''
  const made = await send('POST', '/v1/listings', {
    name: 'Own home',
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    defaultDailyPrice: 80,
  })
  own = String(made.body['id'])
  assert.match(own, /^\d+$/, made.text)
})
after(() => world?.close())

let made = 0
const date = (days: number) =>
  new Date(world.app.clock.now().getTime() + days * day * 1000).toISOString().slice(0, 10)

function bookings(vendor: FakeVendor): ReservationRecord[] {
  return [...vendor.stays.values()].filter((one): one is ReservationRecord => one.kind === 'reservation')
}
const change = (vendor: FakeVendor, one: ReservationRecord, more: Partial<ReservationRecord>) =>
  void vendor.stays.set(one.externalId, { ...one, ...more })

/** At both accounts under one code now and then: they become one record once the listings are one. */
function book(): void {
  const id = `S${(made += 1)}`
  const from = random.int(-3, 40)
  const guest = random.pick(people)
  const nights = { checkIn: date(from), checkOut: date(from + random.int(1, 5)) }
  const about = { ...nights, guest, source: 'airbnb' as const, bookedAt: world.app.clock.now().toISOString() }
  const atPms = random.chance(0.7)
  if (atPms)
    pms.stays.set(
      id,
      stay(id, { ...about, confirmationCode: `HM${id}`, listingExternalId: random.pick(['A', 'A', 'B']) }),
    )
  if (!atPms || random.chance(0.5)) {
    const priced = { totalPrice: '90.00', listingExternalId: 'X', confirmationCode: `HM${id}` }
    airbnb.stays.set(`HM${id}`, stay(`HM${id}`, { ...about, ...priced }))
  }
}

function changeStay(): void {
  const vendor = random.pick([pms, airbnb])
  const all = bookings(vendor)
  if (all.length === 0) return
  const one = random.pick(all)
  const kind = random.int(0, 5)
  if (kind === 0) vendor.stays.delete(one.externalId)
  else if (kind === 1)
    change(vendor, one, { status: 'cancelled', statusDetail: 'cancelled_by_guest', cancelledBy: 'guest' })
  else if (kind === 2) change(vendor, one, { totalPrice: `${random.int(100, 900)}.00` })
  else if (kind === 3) change(vendor, one, { guest: random.pick(people) })
  else if (kind === 4) change(vendor, one, { checkOut: date(random.int(41, 50)) })
  else
    change(vendor, one, {
      guest: { ...(one.guest as Person), phone: `+4477009${random.int(10_000, 99_999)}` },
    })
}

function changeListing(): void {
  const name = random.pick(['A', 'B', 'X'])
  const vendor = name === 'X' ? airbnb : pms
  const one = vendor.listings.get(name)
  const kind = random.int(0, 4)
  if (!one || (kind === 0 && name === 'B')) {
    if (one) vendor.listings.delete(name)
    else vendor.listings.set(name, listing(name))
  } else if (kind === 1) {
    vendor.listings.set(name, {
      ...one,
      name: `Home ${name} ${random.int(1, 9)}`,
      city: random.pick(['Split', 'Brela']),
    })
  } else if (kind === 2) {
    const link = { platform: 'booking' as const, externalId: `${name}-b`, active: random.chance(0.5) }
    vendor.listings.set(name, { ...one, channels: random.chance(0.3) ? [] : [link] })
  } else if (kind === 3) {
    vendor.listings.set(name, {
      ...one,
      content: { summary: `Words ${random.int(1, 9)}` },
      latitude: `${random.int(40, 45)}.5`,
      longitude: '16.25',
      details: { bedrooms: random.int(1, 4) },
    })
  } else {
    pms.units.set('U', {
      externalId: 'U',
      listingExternalIds: ['A'],
      name: `Room ${random.int(1, 9)}`,
      active: true,
    })
    pms.listings.set('A', {
      ...(pms.listings.get('A') ?? listing('A', { model: 'hotel' })),
      unitCount: random.int(1, 3),
    })
  }
}

function write(): void {
  const [id, one] = random.pick([...bookings(pms), undefined].map((row, i) => [`T${i}`, row] as const))
  const thread: ConversationRecord = {
    externalId: id,
    platform: 'airbnb',
    listingExternalId: one?.listingExternalId ?? 'A',
    reservationExternalId: one?.externalId ?? null,
    guest: random.pick(people),
    subject: `About ${random.int(1, 9)}`,
    lastMessageAt: world.app.clock.now().toISOString(),
    unreadCount: random.int(0, 4),
  }
  pms.conversations.set(id, thread)
  const message: MessageRecord = {
    externalId: `M${(made += 1)}`,
    conversationExternalId: id,
    direction: 'inbound',
    body: `Words ${made}`,
    sentAt: world.app.clock.now().toISOString(),
  }
  pms.messages.set(message.externalId, message)
}

const guestsNow = () => world.all<{ id: string }>('/v1/guests')

const byApi: (() => Promise<unknown>)[] = [
  async () => {
    const guests = await guestsNow()
    if (guests.length === 0) return
    const more = { language: random.pick(['de', 'fr', 'it']), email: `new${(made += 1)}@example.com` }
    return send('PATCH', `/v1/guests/${random.pick(guests).id}`, more)
  },
  () =>
    send('POST', '/v1/guests', { ...random.pick(people), externalId: undefined, phone: '+385 91 555 0101' }),
  () => {
    const from = random.int(1, 60)
    const { externalId: _, ...guest } = random.pick(people)
    return send('POST', '/v1/reservations', {
      listingId: own,
      checkIn: date(from),
      checkOut: date(from + 2),
      guest,
    })
  },
  async () => {
    const all = await world.all<{ id: string; listingId: string; status: string }>('/v1/reservations')
    const mine = all.filter((one) => one.listingId === own && one.status === 'confirmed')
    if (mine.length === 0) return
    const url = `/v1/reservations/${random.pick(mine).id}`
    return random.chance(0.5)
      ? send('POST', `${url}/cancel`, {})
      : send('PATCH', url, { checkIn: date(70), checkOut: date(70 + random.int(1, 6)) })
  },
  () => send('PUT', `/v1/listings/${own}/content`, { summary: `Own words ${random.int(1, 9)}` }),
  () => send('POST', '/v1/listings/status', { listingIds: [own], active: random.chance(0.5) }),
]

const moves = [book, book, changeStay, changeStay, changeListing, write, write]

/** Every answer of then is given again by `as_of`, of whatever can be read now. */
async function assertSame(isOpen: (one: Seen) => boolean, what: string): Promise<number> {
  const open = new Map<string, number>()
  for (const url of new Set(seen.map((one) => one.url))) open.set(url, (await asked(url)).status)
  let compared = 0
  for (const one of seen.filter(isOpen)) {
    if (open.get(one.url) !== 200) continue
    // Whether a record may be seen is asked of now; a listing that was switched off was so then as well.
    if (one.status !== 200 && !one.url.startsWith('/v1/listings')) continue
    // The burst limit counts by the minute.
    if (compared % 200 === 0) world.app.clock.advance(61_000)
    const then = await asked(one.url, one.at)
    const about = `${what}: ${one.url} at ${one.at.toISOString()}, seed ${seed}`
    const isLater = what !== 'whole' && one.url.startsWith('/v1/reservations')
    const dated = (shown: unknown) => (isLater ? { ...(shown as object), updatedAt: null } : shown)
    assert.deepEqual(dated(shownBy(then)), dated(one.shown), about)
    compared += 1
  }
  return compared
}

test('every answer of the past is given again, whatever was written since', async (t) => {
  t.diagnostic(`seed ${seed}`)
  for (let step = 0; step < steps; step += 1) {
    world.app.clock.advance(60_000)
    for (let i = random.int(1, 3); i > 0; i -= 1) random.pick(moves)()
    if (random.chance(0.7)) await random.pick(byApi)()
    // The listings become one: bookings known to both accounts become one record.
    if (step === Math.floor(steps / 2)) {
      const mapped = await send('POST', '/v1/channels/airbnb/listings/map', {
        airbnbId: 'X',
        listingId: home,
      })
      assert.equal(mapped.status, 200, mapped.text)
    }
    if (random.chance(0.75)) await world.pass(day + 60)
    await world.settle()
    world.app.clock.advance(60_000)
    await look()
  }
  // Not at the moment of the last look.
  world.app.clock.advance(60_000)
  await send('POST', '/v1/listings/status', { listingIds: [own], active: true })
  const { rows } = await sql<{ merged: number }>`
    select count(*)::int as merged from reservations where merged_into is not null and was_record`.execute(
    world.app.db,
  )
  assert.ok((rows[0]?.merged ?? 0) > 0, `nothing was merged with seed ${seed}`)
  const compared = await assertSame(() => true, 'whole')
  t.diagnostic(`${compared} answers of the past`)
  assert.ok(compared > steps * 10, `${compared} were compared`)
})

test('beyond what is kept it is refused, and the rest is the same', async () => {
  const { app } = world
  // Keeping times are a month at least.
  app.clock.advance(40 * day * 1000)
  const middle = seen[Math.floor(seen.length / 3)]?.at as Date
  const days = Math.floor((app.clock.now().getTime() - middle.getTime()) / (day * 1000))
  const answer = await send('PATCH', '/v1/retention', { historyDays: days })
  assert.ok(answer.status < 300, answer.text)
  await deleteOldHistory(app.services)
  const from = new Date(app.clock.now().getTime() - days * day * 1000)
  const old = seen.find(({ at, url }) => at < from && url.startsWith('/v1/guests'))
  assert.ok(old)
  assert.equal((await asked(old.url, old.at)).status, 422)
  assert.ok((await assertSame(({ at }) => at >= from, 'after retention')) > 50)
  const { rows } = await sql`select from past_parts where until < ${from} limit 1`.execute(app.db)
  assert.equal(rows.length, 0)
})

test('a guest who was forgotten is so at every moment, and others read as they did', async () => {
  const { rows } = await sql<{ id: string; name: string; email: string }>`
    select g.id, g.last_name as name, min(c.value) as email
    from guests g join guest_contacts c on c.workspace_id = g.workspace_id and c.guest_id = g.id
    where g.workspace_id = ${world.app.workspace.id} and g.last_name is not null
    group by g.workspace_id, g.id, g.last_name
    order by (select count(*) from reservations r where r.workspace_id = g.workspace_id and r.guest_id = g.id) desc, g.id
    limit 1`.execute(world.app.db)
  const [guest] = rows
  assert.ok(guest)
  const concerned = new Set(
    seen.filter(({ shown }) => JSON.stringify(shown).includes(`"${guest.id}"`)).map(({ url }) => url),
  )
  concerned.add(`/v1/guests/${guest.id}`)
  const words = new RegExp(`${guest.name}|${RegExp.escape(guest.email)}`, 'i')
  assert.ok(seen.some(({ shown }) => words.test(JSON.stringify(shown))))
  const forgotten = await send('POST', `/v1/guests/${guest.id}/forget`)
  assert.equal(forgotten.status, 200, forgotten.text)
  const reach = (await send('GET', '/v1/retention')).body
  const from = world.app.clock.now().getTime() - Number(reach['historyDays']) * day * 1000
  const inReach = seen.filter(({ at }) => at.getTime() > from + 60_000)
  for (const one of inReach.filter(({ url }) => url === `/v1/guests/${guest.id}`)) {
    const then = await asked(one.url, one.at)
    assert.doesNotMatch(then.text, words, one.at.toISOString())
    const { firstName, email, contacts, displayName } = then.body as unknown as Record<string, unknown>
    assert.deepEqual([firstName ?? null, email, contacts, displayName], [null, null, [], 'Guest'])
  }
  const others = new Set(inReach.map(({ url }) => url)).difference(concerned)
  assert.ok(
    (await assertSame(({ url, at }) => others.has(url) && at.getTime() > from + 60_000, 'others')) > 20,
  )
  // The accounts go on telling of the person: what was stored of them before does not come back.
  const known = await sql<{ id: string }>`
    select id from guests where workspace_id = ${world.app.workspace.id}`.execute(world.app.db)
  for (const one of bookings(pms)) change(pms, one, { totalPrice: '77.00' })
  await world.pass(2 * day)
  for (const at of [undefined, ...inReach.slice(-3).map((one) => one.at)])
    assert.doesNotMatch((await asked(`/v1/guests/${guest.id}`, at)).text, words)
  const after = await sql<{ id: string }>`
    select id from guests where workspace_id = ${world.app.workspace.id} and last_name = ${guest.name}
      and id <> all(${known.rows.map(({ id }) => id)}::bigint[])`.execute(world.app.db)
  assert.deepEqual(after.rows, [], 'nobody new was made of the stays of before')
})
