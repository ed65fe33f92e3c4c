/** What Vrbo has not fetched yet is shown for the whole workspace, and told when it should have come and did not. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { lookAtDueReaders, type ReaderSource } from '../../src/features/calendar/readers/look-at-readers.ts'
import { vrboReaderSource } from '../../src/features/calendar/vrbo-feeds/readers.ts'
import { feedsWorld, type FeedsWorld, type Pair } from './vrbo-feeds-world.ts'
import { sessionsView } from '../harness/sessions.ts'

let world: FeedsWorld
before(async () => {
  world = await feedsWorld()
})
after(() => world.close())

const first = Temporal.PlainDate.from('2026-06-15')
const day = (n: number) => String(first.add({ days: n }))

const hours = async (count: number, door: ReaderSource = vrboReaderSource, most?: number) => {
  world.app.clock.advance(count * 3_600_000)
  await lookAtDueReaders(world.app.services, [door], most)
}
const readers = async () => {
  const answer = await world.app.get('/v1/exposure')
  assert.equal(answer.status, 200, answer.text)
  return answer.body['readers'] as unknown as Record<string, unknown>[]
}
const told = async (type: string, listing: string) => {
  const answer = await world.app.get(`/v1/events?type=${type}&limit=100`)
  assert.equal(answer.status, 200, answer.text)
  const events = answer.body['data'] as unknown as { data: Record<string, unknown> }[]
  return events.map(({ data }) => data).filter(({ listingId }) => listingId === listing)
}
const book = async (listing: string, from: number, to: number) => {
  const answer = await world.app.post('/v1/reservations', {
    ...{ listingId: Number(listing), checkIn: day(from), checkOut: day(to), adults: 1 },
    guest: { firstName: 'Mia', lastName: 'Guest' },
  })
  assert.equal(answer.status, 201, answer.text)
}
async function mapped() {
  const account = await world.activate()
  const listing = await world.listing()
  assert.equal((await world.map(listing, { accountId: account.username })).status, 200)
  return { account, listing, puller: world.puller(account) }
}

it('shows what Vrbo has not fetched, tells it when it did not come, once, and when it is over', async () => {
  const { account, listing, puller } = await mapped()
  for (let i = 0; i < 3; i += 1) {
    await puller.pull()
    await hours(6)
  }
  assert.deepEqual(await readers(), [])
  await book(listing, 20, 22)
  await hours(0.1)
  const [reader] = await readers()
  assert.deepEqual(
    ['listingId', 'kind', 'readerId', 'channel', 'expectedIntervalMinutes', 'exposedNights', 'overdue'].map(
      (field) => reader?.[field],
    ),
    [listing, 'vrbo', account.username, 'vrbo', 360, 2, false],
  )
  await hours(8)
  assert.deepEqual(await told('calendar.exposed', listing), [], 'it may come a little late')
  await hours(1)
  await hours(6)
  const begun = await told('calendar.exposed', listing)
  assert.deepEqual(
    begun.map(({ nights, channel, reader: who }) => {
      const { kind, readerId, expectedIntervalMinutes } = who as Record<string, unknown>
      return [nights, channel, kind, readerId, expectedIntervalMinutes]
    }),
    [[[day(20), day(21)], 'vrbo', 'vrbo', account.username, 360]],
  )
  assert.equal((await readers())[0]?.['overdue'], true)
  await puller.pull()
  await hours(0.1)
  assert.deepEqual(await readers(), [])
  assert.deepEqual(
    (await told('calendar.exposure_ended', listing)).map(({ nights }) => nights),
    [[day(20), day(21)]],
  )
  await hours(48)
  assert.equal((await told('calendar.exposed', listing)).length, 1)
})

it('says so of nights that Vrbo goes on selling after the listing was taken out, until it has fetched that', async () => {
  const { account, listing, puller } = await mapped()
  await puller.pull()
  await hours(1)
  const out = await world.map(listing, { accountId: account.username, syncEnabled: false })
  assert.equal(out.status, 200, out.text)
  await book(listing, 30, 31)
  await hours(0.1)
  assert.deepEqual(
    (await readers()).map(({ listingId, exposedNights }) => [listingId, exposedNights]),
    [[listing, 1]],
  )
  await puller.pull()
  await hours(0.1)
  assert.deepEqual(await readers(), [])
})

it('looks at the others where one cannot be looked at, and at that one again later', async () => {
  const [bad, good] = [await mapped(), await mapped()]
  for (const { puller } of [bad, good]) await puller.pull()
  for (const { listing } of [bad, good]) await book(listing, 40, 41)
  let failed = 0
  const door: ReaderSource = {
    ...vrboReaderSource,
    read: async (db, reader, now) => {
      if (reader.listingId !== bad.listing) return vrboReaderSource.read(db, reader, now)
      failed += 1
      throw new Error('it cannot be read')
    },
  }
  // One at a time, as where hundreds of others wait.
  for (let i = 0; i < 8; i += 1) await hours(0.005, door, 1)
  assert.equal(failed, 1)
  assert.deepEqual(
    (await readers()).map(({ listingId }) => listingId),
    [good.listing],
  )
  await hours(0.1)
  await hours(0.1)
  assert.deepEqual(
    (await readers()).map(({ listingId }) => listingId).toSorted(),
    [bad.listing, good.listing].toSorted(),
  )
})

/** One that Vrbo has fetched, and with a night that is sold since. */
async function exposed(from: number) {
  const made = await mapped()
  await made.puller.pull()
  await hours(6)
  await book(made.listing, from, from + 1)
  return made
}
const comes = (account: Pair) => world.read('/vrbo/feeds/availability.xml', account)
const lastReadAt = async (listing: string) => {
  const reader = (await readers()).find(({ listingId }) => listingId === listing)
  return String(reader?.['lastReadAt'])
}

/** Whoever looks at the listing holds what is known of it, until `release`. */
async function heldLook(listing: string) {
  const [held, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = world.app.db.transaction().execute(async (tx) => {
    await sql`select from reader_looks where listing_id = ${listing} for update`.execute(tx)
    held.resolve()
    await gate.promise
  })
  await held.promise
  return {
    /** Until so many wait for it, or for who waits. */
    async isWaitedFor(by: number) {
      for (let tries = 0; ; tries += 1) {
        assert.ok(tries < 2000, `${by} should wait`)
        const { rows } = await sql`
          select from ${sessionsView()} where datname = current_database() and wait_event_type = 'Lock'`.execute(
          world.app.db,
        )
        if (rows.length >= by) return
        await setTimeout(5)
      }
    },
    async release() {
      gate.resolve()
      await holding
    },
  }
}

it('shows that Vrbo came, also where it came while somebody looked', async () => {
  const { account, listing } = await exposed(50)
  await hours(0.1)
  const before = await lastReadAt(listing)
  const held = await heldLook(listing)
  const came = comes(account)
  await held.isWaitedFor(1)
  await held.release()
  assert.equal((await came).statusCode, 200)
  await hours(0.1)
  assert.ok((await lastReadAt(listing)) > before)
})

it('shows that Vrbo came, also where it came while it was found out that a night is exposed', async () => {
  const { account, listing } = await exposed(55)
  const door: ReaderSource = {
    ...vrboReaderSource,
    read: async (db, reader, now) => {
      const state = await vrboReaderSource.read(db, reader, now)
      if (reader.listingId === listing) assert.equal((await comes(account)).statusCode, 200)
      return state
    },
  }
  await hours(0.1, door)
  const before = await lastReadAt(listing)
  await hours(0.1)
  assert.ok((await lastReadAt(listing)) > before)
})

it('lets an account end while Vrbo comes for its index', async () => {
  const { account, listing } = await exposed(60)
  await hours(0.1)
  const held = await heldLook(listing)
  const ended = world.app.delete(`/v1/channels/vrbo/accounts/${account.username}`)
  await held.isWaitedFor(1)
  const came = comes(account)
  await held.isWaitedFor(2)
  await held.release()
  assert.deepEqual([(await ended).status, (await came).statusCode], [200, 200])
})
