/** Whoever asks a channel or a PMS through a route of its own is answered in time while it throttles, hangs or has no room. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { dayAfter } from '../bookings/vendor-world.ts'
import {
  answerWithinMs,
  assertAnswered,
  callInPlaceOf,
  setMood,
  tried,
  troubles,
  type Tried,
} from '../cross-cutting/in-time.ts'
import { startMisbehavingVendor } from '../cross-cutting/misbehaving-vendor.ts'
import { bodyOf, routes, urlOf, type AnyRoute } from '../cross-cutting/world.ts'
import { ask, startChannelWorld, type ChannelWorld } from './channel-world.ts'
import { isOfAnotherChannel, reachedAt, type RequestOfNames } from './own-accounts.ts'

const vendor = await startMisbehavingVendor()
after(() => vendor.close())

async function namesOf({ app, ids, connectionId }: ChannelWorld) {
  const { rows } = await sql<{ external_id: string; hotel_id: string | null }>`
    select external_id, hotel_id from channel_links where listing_id = ${ids['listing']} limit 1`.execute(
    app.db,
  )
  const today = app.clock.now().toISOString().slice(0, 10)
  return {
    listing: ids['listing'] ?? '',
    link: rows[0]?.external_id ?? '',
    hotel: rows[0]?.hotel_id ?? '',
    connection: connectionId,
    code: ids['code'] ?? '',
    nights: { start: dayAfter(today, 200), end: dayAfter(today, 206) },
  }
}

for (const [provider, named] of Object.entries(reachedAt))
  describe(`an account of ${provider}`, () => {
    let world: ChannelWorld
    before(async () => {
      world = await startChannelWorld(provider, {
        // Reading the account of a PMS may wait for one of its calls.
        ...(provider === 'hostaway' ? {} : { answerWithinMs }),
      })
      await world.stopWorkers()
      callInPlaceOf(world.app, vendor)
    })
    after(() => world.close())

    async function asked(route: AnyRoute, names: RequestOfNames): Promise<Tried> {
      const url = urlOf(route, (kind) => world.ids[kind], { provider })
      const body = route.body && { ...bodyOf(route), ...names(await namesOf(world)) }
      return tried(vendor, () => world.send(route.method, url, body))
    }

    it('is asked by no route of another channel', async () => {
      await setMood(world.app, vendor, 'throttles')
      const others = routes.filter(({ url, auth }) => auth !== 'none' && isOfAnotherChannel(url, provider))
      assert.ok(others.length > 20)
      const asking: string[] = []
      for (const route of others) {
        const answer = await tried(vendor, () => ask(world, provider, route))
        if (answer.asked > 0) asking.push(`${route.id}: ${answer.text}`)
      }
      assert.deepEqual(asking, [])
    })

    for (const [id, names] of Object.entries(named))
      for (const mood of troubles)
        it(`${id}, of a provider that ${mood}`, async () => {
          const route = routes.find((known) => known.id === id) ?? assert.fail(`no route ${id}`)
          await setMood(world.app, vendor, mood)
          const answer = await asked(route, names)
          assert.ok(answer.asked > 0, answer.text)
          assertAnswered(answer, mood, id)
          if (mood === 'has no room') assert.equal(answer.sent, 0)
        })
  })
