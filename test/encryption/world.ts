/** A world in which every encrypted column holds something, encrypted with one key. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { urlContext } from '../../src/features/calendar/ical/import-feed.ts'
import { createMemberLink } from '../../src/features/tenancy/members/links.ts'
import { insertWatches } from '../../src/features/migrations/watch/queries.ts'
import { keepKeysOf } from '../../src/platform/encryption/kept-keys.ts'
import { enterFirstKey } from '../../src/platform/encryption/follow-keys.ts'
import { parseKeyRing } from '../../src/platform/key-ring.ts'
import { sharedSession } from '../../src/upstream/session.ts'
import { makerOf } from '../harness/fixtures.ts'
import { startWorld } from '../sync/world.ts'

export const keyNamed = (name: string): string => `${name}:${randomBytes(32).toString('base64')}`

export const [older, old, next] = [keyNamed('older'), keyNamed('old'), keyNamed('next')] as const

export async function startEncryptedWorld() {
  const world = await startWorld({ listings: 1, reservations: 2, seed: 3 })
  const { app, services } = world
  const { db } = app
  app.keys.use(old)
  await enterFirstKey(db, old)
  await world.startWorker()
  const connect = (body: object) =>
    app.call('POST', '/v1/connect/hostaway/credentials', {
      body,
      headers: { 'idempotency-key': 'connecting' },
    })
  const answer = await connect({ credentials: world.simulator.credentials })
  if (answer.status !== 200) throw new Error(answer.text)
  await world.settle()
  await world.stopWorker()
  const connectionId = String(answer.body['pmsConnectionId'])
  await sql`update connections set retired_inbound = inbound`.execute(db)
  const webhook = (await app.post('/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] })).body
  await app.post(`/v1/webhooks/${String(webhook['id'])}/rotate-secret`)
  await app.post('/v1/members', { email: 'ada@example.com', role: 'owner' })
  const until = new Date(services.clock.now().getTime() + 86_400_000)
  await insertWatches(
    db,
    app.scope,
    { kept: [connectionId], readable: [connectionId] },
    { at: services.clock.now(), until },
  )
  const make = makerOf(db, app.scope)
  const memberId = await make.member()
  await createMemberLink(db, services.vault, app.scope, {
    memberId,
    purpose: 'sign_in',
    locale: 'en',
    now: services.clock.now(),
  })
  const listings = await sql<{ id: string }>`select id from listings limit 1`.execute(db)
  const feedId = await make.feed(listings.rows[0]?.id ?? '')
  const url = services.vault.encrypt('https://calendars.example/secret', urlContext(app.scope, feedId))
  await sql`update ical_feeds set url = ${url}`.execute(db)
  await sharedSession(services, 'a channel').save('its token')
  const [retired] = parseKeyRing(older)
  await keepKeysOf(db, services.vault, retired, { now: new Date(), leaked: false })
  return { world, app, db, connectionId, webhookId: String(webhook['id']), connect }
}
