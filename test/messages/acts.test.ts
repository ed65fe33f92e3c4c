/** Writes whose answer is lost and that nobody repeats: the server finds out by itself, records and tells them. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import { actKinds } from '../../src/features/act-kinds.ts'
import { startActResolver } from '../../src/features/relay/public.ts'
import { until } from '../harness/until.ts'
import { startRelayWorld, type RelayWorld } from './relay-world.ts'
import type { Script } from './relay-vendor.ts'

const terms = { checkIn: '2026-07-01', checkOut: '2026-07-05', guests: { adults: 2 }, totalPrice: 480 }

describe('a write nobody repeats', { concurrency: false }, () => {
  let world: RelayWorld
  before(async () => {
    world = await startRelayWorld()
  })
  after(() => world.close())

  /** Done or not, the vendor does not say, and cannot be looked at while somebody waits. */
  const silent =
    (isDone: boolean): Script =>
    (act) => {
      if (isDone) act()
      throw new VendorError('timeout', 'no answer')
    }
  const path = (thread: string, rest: string) => `/v1/conversations/${world.threads[thread]}/${rest}`
  const acts = async () =>
    (
      await sql<{
        kind: string
        state: string
        request: unknown
        next_look_at: Date | null
        outcome: string | null
      }>`
        select kind, state, request, next_look_at, outcome from vendor_acts order by asked_at, id`.execute(
        world.app.db,
      )
    ).rows
  async function resolve(seconds: number): Promise<void> {
    world.app.clock.advance(seconds * 1000)
    const resolver = startActResolver(world.app.services, actKinds, { askEveryMs: 5 })
    await until('every act that is due', async () => {
      const now = world.app.clock.now()
      return (await acts()).every(({ next_look_at: next }) => next === null || next > now)
    }).finally(() => resolver.stop())
  }
  /** The next time the vendor is looked at fails. */
  function blindOnce(what: 'offer' | 'stay'): void {
    const { specialOffers, reservations } = world.vendor.fake.connector.operations
    assert.ok(specialOffers && reservations?.one)
    const [standing, one] = [specialOffers.standing, reservations.one]
    const fail = () => Promise.reject(new VendorError('unavailable', 'not now'))
    if (what === 'offer') {
      specialOffers.standing = () => {
        specialOffers.standing = standing
        return fail()
      }
    } else {
      reservations.one = () => {
        reservations.one = one
        return fail()
      }
    }
  }
  const statusOf = async (thread: string) => {
    const { rows } = await sql<{ status: string }>`
      select status from inquiries where external_id = ${thread.replace('asked', 'I')}`.execute(world.app.db)
    return rows[0]?.status
  }

  it('an offer that was made is stored, told and can be read', async () => {
    blindOnce('offer')
    world.vendor.scripts.offer = [silent(true)]
    const answer = await world.write('POST', path('asked1', 'special-offers'), terms, 'offer 1')
    assert.equal(answer.status, 502, answer.text)
    await resolve(61)
    const [act] = await acts()
    assert.deepEqual([act?.state, act?.request, act?.next_look_at], ['done', null, null])
    const { rows } = await sql<{ id: string; status: string }>`select id, status from special_offers`.execute(
      world.app.db,
    )
    assert.equal(rows.length, 1)
    const read = await world.get<{ status: string }>(path('asked1', `special-offers/${rows[0]?.id}`))
    assert.equal(read.status, 'active')
    assert.equal(await statusOf('asked1'), 'special_offer_sent')
    const again = await world.write('POST', path('asked1', 'special-offers'), terms, 'offer 1')
    assert.deepEqual([again.status, again.body['id']], [201, rows[0]?.id])
    assert.equal(world.vendor.offers.size, 1)
  })

  it('an offer that was not made is known to be absent, and the same key makes it then', async () => {
    world.vendor.scripts.offer = [silent(false)]
    const answer = await world.write('POST', path('asked2', 'special-offers'), terms, 'offer 2')
    assert.equal(answer.status, 502, answer.text)
    for (let looks = 0; looks < 4; looks += 1) await resolve(61)
    assert.deepEqual([(await acts()).at(-1)?.state, (await acts()).at(-1)?.next_look_at], ['absent', null])
    assert.match(String((await acts()).at(-1)?.outcome), /never did it/)
    const made = await world.write('POST', path('asked2', 'special-offers'), terms, 'offer 2')
    assert.equal(made.status, 201, made.text)
    assert.equal(world.vendor.offers.size, 2)
  })

  it('a pre-approval and a reply that were done are recorded', async () => {
    blindOnce('stay')
    world.vendor.scripts.preApproval = [silent(true)]
    assert.equal(
      (await world.write('POST', path('asked3', 'pre-approval'), undefined, 'approve')).status,
      502,
    )
    world.vendor.scripts.reply = [silent(true)]
    const { page } = world.vendor.fake.connector.operations.reviews ?? {}
    assert.ok(page)
    world.vendor.fake.connector.operations.reviews = {
      page: () => Promise.reject(new VendorError('unavailable', 'not now')),
    }
    const reviews = await world.ids('reviews')
    const reply = await world.write(
      'POST',
      `/v1/reviews/${reviews['R1']}/reply`,
      { message: 'Thank you!' },
      'reply',
    )
    assert.equal(reply.status, 502, reply.text)
    world.vendor.fake.connector.operations.reviews = { page }
    await resolve(61)
    assert.equal(await statusOf('asked3'), 'pre_approved')
    const { rows } = await sql<{ response_body: string }>`
      select response_body from reviews where id = ${reviews['R1']}`.execute(world.app.db)
    assert.equal(rows[0]?.response_body, 'Thank you!')
    const told = await sql`select from events where type = 'review.responded'`.execute(world.app.db)
    assert.equal(told.rows.length, 1)
  })

  it('where nothing can be looked at it stays unknown, and is not asked for again', async () => {
    world.vendor.scripts.guest = [silent(true)]
    const body = { firstName: 'Noor', lastName: 'Haddad', provider: 'hostaway' }
    const provider = world.vendor.fake.connector.manifest.id
    const answer = await world.write('POST', '/v1/guests', { ...body, provider }, 'guest')
    assert.equal(answer.status, 502, answer.text)
    for (let looks = 0; looks < 3; looks += 1) await resolve(61)
    const act = (await acts()).find(({ kind }) => kind === 'create_guest')
    assert.deepEqual([act?.state, act?.next_look_at, act?.outcome], ['unknown', null, 'no answer'])
    const again = await world.write('POST', '/v1/guests', { ...body, provider }, 'guest')
    assert.equal(again.status, 502, again.text)
    assert.equal(world.vendor.guests.size, 1)
  })
})
