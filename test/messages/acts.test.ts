/** Writes whose answer is lost and that nobody repeats: the server finds out by itself, records and tells them. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { sentGuest } from '../../src/connector-kit/find-guest.ts'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import { actKinds } from '../../src/features/act-kinds.ts'
import { startActResolver } from '../../src/upstream/acts/public.ts'
import { until } from '../harness/until.ts'
import { stay } from '../sync/fake-vendor.ts'
import { startRelayWorld, type RelayWorld } from './relay-world.ts'
import type { Script } from './relay-vendor.ts'

const terms = { checkIn: '2026-10-01', checkOut: '2026-10-05', guests: { adults: 2 }, totalPrice: 480 }

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
    const told = String(answer.body['error']?.['offer_id'])
    const early = await world.app.get(path('asked1', `special-offers/${told}`))
    assert.equal(early.status, 502, early.text)
    assert.equal(early.body['error']?.['code'], 'offer_action_failed')
    assert.equal((await world.app.get(path('asked2', `special-offers/${told}`))).status, 404)
    await resolve(61)
    const [act] = await acts()
    assert.deepEqual([act?.state, act?.request, act?.next_look_at], ['done', null, null])
    const { rows } = await sql<{ id: string; status: string }>`select id, status from special_offers`.execute(
      world.app.db,
    )
    assert.deepEqual(rows, [{ id: told, status: 'active' }])
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
    const told = String(answer.body['error']?.['offer_id'])
    assert.equal((await world.app.get(path('asked2', `special-offers/${told}`))).status, 404)
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

  it('a pre-approval that was refused as done already is found, and one that was not done is not', async () => {
    const approve = (thread: string, key: string) =>
      world.write('POST', path(thread, 'pre-approval'), undefined, key)
    let finish = () => {}
    world.vendor.scripts.preApproval = [
      // The vendor hands it on, and does it later.
      (act) => {
        finish = act
        throw new VendorError('timeout', 'no answer')
      },
      () => {
        finish()
        throw new VendorError('rejected', 'It was approved already.', { status: 422, reason: 'too_late' })
      },
    ]
    assert.equal((await approve('asked4', 'late')).status, 502)
    world.app.clock.advance(61_000)
    const found = await approve('asked4', 'late')
    assert.equal(found.status, 201, found.text)
    assert.equal(await statusOf('asked4'), 'pre_approved')
    world.vendor.scripts.preApproval = [silent(false)]
    assert.equal((await approve('asked5', 'never')).status, 502)
    for (let looks = 0; looks < 4; looks += 1) await resolve(61)
    assert.equal((await acts()).at(-1)?.state, 'absent')
    assert.equal(await statusOf('asked5'), 'open')
    assert.equal((await approve('asked5', 'never')).status, 201)
  })

  it('a pre-approval of an inquiry that was booked since is not called undone', async () => {
    blindOnce('stay')
    world.vendor.scripts.preApproval = [silent(true)]
    assert.equal((await world.write('POST', path('asked7', 'pre-approval'), undefined, 'booked')).status, 502)
    world.vendor.fake.stays.set('I7', stay('I7', { source: 'airbnb', status: 'confirmed' }))
    await resolve(61)
    assert.equal((await acts()).at(-1)?.state, 'done')
  })

  describe('a message', () => {
    const say = (message: string, key: string) =>
      world.write('POST', path('booked', 'messages'), { message }, key)
    const here = async (body: string) =>
      (
        await sql<{ id: string; external_id: string }>`
          select id, external_id from messages where body = ${body}`.execute(world.app.db)
      ).rows
    const there = (body: string) => world.vendor.sent.filter((message) => message.body === body).length
    const told = async (body: string) =>
      (await world.events()).filter(({ data }) => data['body'] === body).map(({ type }) => type)
    /** The thread cannot be read while somebody waits, and the sync does not run. */
    async function unread(work: () => Promise<unknown>): Promise<void> {
      const { messages } = world.vendor.fake.connector.operations
      assert.ok(messages)
      await world.stopWorker()
      world.vendor.fake.connector.operations.messages = {
        page: () => Promise.reject(new VendorError('unavailable', 'not now')),
      }
      await work()
      world.vendor.fake.connector.operations.messages = messages
    }

    it('that went out is found, stored and told once', async () => {
      await unread(async () => {
        world.vendor.scripts.message = [silent(true)]
        assert.equal((await say('The key is under the mat.', 'mat')).status, 502)
      })
      await resolve(61)
      assert.deepEqual((await here('The key is under the mat.')).length, 1)
      assert.deepEqual(await told('The key is under the mat.'), ['reservation.message.sent'])
      const again = await say('The key is under the mat.', 'mat')
      assert.equal(again.status, 200, again.text)
      assert.equal(there('The key is under the mat.'), 1)
      const act = (await acts()).at(-1)
      assert.deepEqual([act?.kind, act?.state, act?.request], ['send_message', 'done', null])
    })

    it('that did not go out is known to be absent, and the same key sends it then', async () => {
      await unread(async () => {
        world.vendor.scripts.message = [silent(false)]
        assert.equal((await say('The gate is open.', 'gate')).status, 502)
      })
      for (let looks = 0; looks < 4; looks += 1) await resolve(61)
      assert.equal((await acts()).at(-1)?.state, 'absent')
      assert.equal((await here('The gate is open.')).length, 0)
      const again = await say('The gate is open.', 'gate')
      assert.equal(again.status, 200, again.text)
      assert.deepEqual([there('The gate is open.'), (await here('The gate is open.')).length], [1, 1])
    })

    it('that was sent leaves nothing to look for, and one that was refused neither', async () => {
      assert.equal((await say('Good night.', 'night')).status, 200)
      assert.deepEqual([(await acts()).at(-1)?.state, (await acts()).at(-1)?.next_look_at], ['done', null])
      world.vendor.scripts.message = [
        () => {
          throw new VendorError('rejected', 'Not this word.', { status: 422 })
        },
      ]
      assert.equal((await say('Bad word.', 'word')).status, 422)
      assert.deepEqual([(await acts()).at(-1)?.state, (await acts()).at(-1)?.next_look_at], ['refused', null])
    })
  })

  it('a guest who can be looked for is found, not made twice', async () => {
    const provider = world.vendor.fake.connector.manifest.id
    const { guestWrites } = world.vendor.fake.connector.operations
    assert.ok(guestWrites)
    guestWrites.find = (_, draft) => {
      const guests = [...world.vendor.guests].map(([externalId, guest]) => ({ ...guest, externalId }))
      return Promise.resolve(sentGuest(guests, draft))
    }
    const create = (firstName: string) =>
      world.write('POST', '/v1/guests', { firstName, lastName: 'Rivera', provider }, firstName)
    world.vendor.scripts.guest = [silent(true)]
    const made = await create('Sol')
    assert.equal(made.status, 201, made.text)
    world.vendor.scripts.guest = [silent(false)]
    assert.equal((await create('Luz')).status, 502)
    for (let looks = 0; looks < 4; looks += 1) await resolve(61)
    assert.equal((await acts()).at(-1)?.state, 'absent')
    assert.equal((await create('Luz')).status, 201)
    const names = [...world.vendor.guests.values()].map(({ firstName }) => firstName)
    assert.deepEqual(names.toSorted(), ['Luz', 'Sol'])
    delete guestWrites.find
    world.vendor.guests.clear()
  })

  it('where nothing can be looked at it stays unknown, and is not asked for again', async () => {
    world.vendor.scripts.guest = [silent(true)]
    const body = { firstName: 'Noor', lastName: 'Haddad', provider: 'hostaway' }
    const provider = world.vendor.fake.connector.manifest.id
    const answer = await world.write('POST', '/v1/guests', { ...body, provider }, 'guest')
    assert.equal(answer.status, 502, answer.text)
    for (let looks = 0; looks < 3; looks += 1) await resolve(61)
    const act = (await acts()).findLast(({ kind }) => kind === 'create_guest')
    assert.deepEqual([act?.state, act?.next_look_at, act?.outcome], ['unknown', null, 'no answer'])
    const again = await world.write('POST', '/v1/guests', { ...body, provider }, 'guest')
    assert.equal(again.status, 502, again.text)
    assert.equal(world.vendor.guests.size, 1)
  })
})
