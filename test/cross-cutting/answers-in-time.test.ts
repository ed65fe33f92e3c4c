/**
 * While a provider throttles, hangs or has no calls left, every route that asks it answers in time. The answer names
 * the known wait, and nothing useless is sent.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { vaultContext } from '../../src/upstream/session.ts'
import { rows as actRows } from '../acts/kinds.ts'
import { actVendor } from '../acts/vendor.ts'
import { reachedAt } from '../channels/own-accounts.ts'
import { startRelayWorld, type RelayWorld } from '../messages/relay-world.ts'
import {
  answerWithinMs,
  assertAnswered,
  callInPlaceOf,
  setMood,
  tried,
  troubles,
  type Tried,
} from './in-time.ts'
import { startMisbehavingVendor } from './misbehaving-vendor.ts'
import { bodyWith, keyed, makeWorld, switches, type AnyRoute } from './world.ts'

const vendor = await startMisbehavingVendor()
after(() => vendor.close())

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const byMethod = (a: AnyRoute, b: AnyRoute) => methods.indexOf(a.method) - methods.indexOf(b.method)

/** Codes of routes that ask a provider while a caller waits. */
const providerCodes = [
  ...['pms_error', 'airbnb_rate_limited', 'booking_rate_limited', 'channel_action_unavailable'],
  ...['offer_action_failed', 'message_send_failed', 'network_error'],
]
const asksProvider = ({ errors }: AnyRoute) => errors.some((code) => providerCodes.includes(code))

const act = 'It is one of the acts below.'
const sameAct = 'Its channel is asked by an act below, in the channel’s words.'
const ownAccount = 'It is asked in an account of its provider, by `channel-answers-in-time.test.ts`.'
const putDown = 'Nights are put down, and sent later.'
/** Routes that ask no provider in the filled workspace, with the reason why that is no gap. */
const reachedOtherwise: Record<string, string> = {
  ...Object.fromEntries(
    [
      ...['createReservation', 'updateReservation', 'cancelReservation', 'acceptReservation'],
      ...['declineReservation', 'createGuest', 'sendMessage', 'preApproveInquiry', 'sendSpecialOffer'],
      ...['withdrawSpecialOffer', 'replyToReview', 'reviewGuest'],
    ].map((id) => [id, act]),
  ),
  ...Object.fromEntries(
    ['actOnAirbnbReservation', 'reviewAirbnbGuest', 'makeAirbnbOffer', 'sendBookingMessage'].map((id) => [
      id,
      sameAct,
    ]),
  ),
  ...Object.fromEntries(
    Object.values(reachedAt)
      .flatMap((named) => Object.keys(named))
      .map((id) => [id, ownAccount]),
  ),
  changeVrboReservation: 'It follows a preview, and goes out as the preview does.',
  updateGuest: 'Guests of a PMS alone are written there, by the call of `updateReservation`.',
  getSpecialOffer:
    'An offer is read at Airbnb once it was sent from here; its call goes out as that of `getAirbnbOffer`.',
  addAirbnbPhotos: 'A picture has 50 KB at least; its call goes out as that of other content of Airbnb.',
  cancelAirbnbAlteration: 'Its call is that of answers to alterations.',
  publishListingToBooking:
    'It needs content of a home that is kept here; each of its sections goes out as by its own route.',
  answerBookingReview: 'Its call is that of `replyToReview`.',
  ...Object.fromEntries(
    ['updateAirbnbPricing', 'blockPlumguideNights', 'setPlumguideAvailability'].map((id) => [id, putDown]),
  ),
  connectProvider: 'It opens a page; the provider is asked by what that page sends.',
}

describe('every route', () => {
  const reached = new Set<AnyRoute>()
  const world = makeWorld({}, { answerWithinMs })
  before(async () => {
    const { t, own } = await world
    callInPlaceOf(t, vendor)
    const { rows } = await sql<{ id: string }>`
      select id from connections where workspace_id = ${own.id}`.execute(t.db)
    for (const { id } of rows) {
      const credentials = t.services.vault.encrypt('{}', vaultContext(own.live, id))
      await sql`update connections set status = 'active', credentials = ${credentials}
        where workspace_id = ${own.id} and id = ${id}`.execute(t.db)
    }
    // Providers need their own ids of the records.
    for (const table of ['conversations', 'inquiries'])
      await sql`update ${sql.table(table)} set external_id = id::text
        where workspace_id = ${own.id} and external_id is null`.execute(t.db)
  })
  after(async () => (await world).t.close())

  async function asked(route: AnyRoute): Promise<Tried> {
    const { ask, own } = await world
    const body = bodyWith(route, own.active)
    return tried(vendor, () =>
      ask(route, { call: { key: own.liveKey, ...(body === undefined ? {} : { body }) } }),
    )
  }

  it('that reaches a provider which throttles says for how long', async () => {
    await setMood((await world).t, vendor, 'throttles')
    for (const route of keyed.toSorted(byMethod)) {
      if (switches.includes(route.id)) continue
      const answer = await asked(route)
      if (answer.asked === 0) continue
      reached.add(route)
      assertAnswered(answer, 'throttles', route.id)
    }
    const left = keyed.filter((route) => asksProvider(route) && !reached.has(route)).map(({ id }) => id)
    assert.deepEqual(left.toSorted(), Object.keys(reachedOtherwise).toSorted())
  })

  it('is answered in time by one that hangs', async () => {
    await setMood((await world).t, vendor, 'hangs')
    const answers = await Promise.all(
      [...reached].map(async (route) => ({ route, answer: await asked(route) })),
    )
    for (const { route, answer } of answers) assertAnswered(answer, 'hangs', route.id)
  })

  it('sends nothing where there is no room', async () => {
    await setMood((await world).t, vendor, 'has no room')
    const { sent } = vendor
    for (const route of reached) assertAnswered(await asked(route), 'has no room', route.id)
    assert.equal(vendor.sent, sent)
  })
})

describe('every kind of act', () => {
  let world: RelayWorld
  before(async () => {
    world = await startRelayWorld(actVendor(troubles.length + 1), { answerWithinMs })
    await world.stopWorker()
    callInPlaceOf(world.app, vendor)
  })
  after(() => world.close())

  for (const [kind, row] of Object.entries(actRows))
    for (const [place, mood] of troubles.entries())
      it(`${kind}, of a provider that ${mood}`, async () => {
        const trial = place + 1
        await setMood(world.app, vendor, 'works')
        await sql`update connections set provider = 'acme'`.execute(world.app.db)
        await row.prepare?.(world, trial)
        callInPlaceOf(world.app, vendor)
        await setMood(world.app, vendor, mood)
        const answer = await tried(vendor, () => row.send(world, trial, `${kind} ${trial}`))
        assert.ok(answer.asked > 0, answer.text)
        assertAnswered(answer, mood, kind)
        if (mood === 'has no room') assert.equal(answer.sent, 0)
      })
})
