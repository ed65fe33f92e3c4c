/**
 * Whatever asks a provider is answered in time while that one throttles, hangs, or may not be called because others use up the
 * account's limit: with the wait that is known, and nothing is sent that nobody could wait for.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { vaultContext } from '../../src/upstream/session.ts'
import { rows as actRows } from '../acts/kinds.ts'
import { actVendor } from '../acts/vendor.ts'
import type { Answer, TestApp } from '../harness/app.ts'
import { startRelayWorld, type RelayWorld } from '../messages/relay-world.ts'
import {
  narrowLimit,
  sharedAccount,
  startMisbehavingVendor,
  throttledSeconds,
  type Mood,
} from './misbehaving-vendor.ts'
import { bodyWith, keyed, makeWorld, switches, type AnyRoute } from './world.ts'

/** A tenth of what callers are promised, so that the loop is short and a busy machine changes nothing. */
const answerWithinMs = 1_000
const promisedMs = 10_000

const troubles = ['throttles', 'hangs', 'has no room'] as const

const vendor = await startMisbehavingVendor()
after(() => vendor.close())

/** From now on, for every account. */
async function setMood(t: TestApp, mood: Mood): Promise<void> {
  vendor.mood = mood
  await t.forgetClients()
  await sql`delete from upstream_budgets`.execute(t.db)
  if (mood !== 'has no room') return
  for (const id of Object.keys(t.services.connectors))
    await t.services.clients.budget.take(`${id}:${sharedAccount}`, [narrowLimit], 'guest')
}

function callInPlaceOf(t: TestApp): void {
  const { services } = t
  services.connectors = Object.fromEntries(
    Object.entries(services.connectors).map(([id, known]) => [id, vendor.connector(known)]),
  )
  services.config = {
    ...services.config,
    vendorBaseUrls: new Map(Object.keys(services.connectors).map((id) => [id, vendor.url])),
  }
}

interface Tried extends Answer {
  ms: number
  sent: number
  asked: number
}

async function tried(request: () => Promise<Answer>): Promise<Tried> {
  const { sent, asked } = vendor
  const began = performance.now()
  const answer = await request()
  const ms = performance.now() - began
  return { ...answer, ms, sent: vendor.sent - sent, asked: vendor.asked - asked }
}

/** What it says where it cannot do what was asked: status, code and, where it is known, how long to wait. */
function assertAnswered(answer: Tried, mood: Mood, about: string): void {
  const { status, headers, body, ms } = answer
  const told = `${about}, ${mood}: ${status} in ${Math.round(ms)} ms ${answer.text}`
  assert.ok(ms < promisedMs, told)
  // What is kept here, or what was put down to be done later.
  if (status < 300) return
  const isBusy = status === 429 || status === 503
  assert.ok(isBusy || (mood === 'hangs' && status === 502), told)
  if (!isBusy) return
  const wait = Number(headers['retry-after'])
  assert.equal(wait, body['error']?.['retry_after'], told)
  if (mood === 'throttles') {
    assert.equal(status, 429, told)
    assert.ok(wait > throttledSeconds - 30 && wait <= throttledSeconds + 2, told)
  } else assert.ok(wait >= 1 && wait <= narrowLimit.windowSeconds + 2, told)
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const byMethod = (a: AnyRoute, b: AnyRoute) => methods.indexOf(a.method) - methods.indexOf(b.method)

/** Codes of routes that ask a provider while somebody waits. */
const providerCodes = [
  ...['pms_error', 'airbnb_rate_limited', 'booking_rate_limited', 'channel_action_unavailable'],
  ...['offer_action_failed', 'message_send_failed', 'network_error'],
]
const asksProvider = ({ errors }: AnyRoute) => errors.some((code) => providerCodes.includes(code))

const act = 'It is one of the acts below.'
const sameAct = 'Its channel is asked by an act below, in the channel’s words.'
const otherState = 'It needs a state that the filled workspace has not; its call goes out the same way.'
/** Routes that ask no provider in the filled workspace, and why that is no gap. */
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
    [
      ...['previewVrboChange', 'changeVrboReservation', 'cancelVrboReservation', 'refundVrboReservation'],
      ...['quoteReservation', 'updateGuest', 'getSpecialOffer', 'addAirbnbPhotos', 'pullListingFromAirbnb'],
      ...['updateAirbnbAvailability', 'updateAirbnbPricing', 'actOnAirbnbListing', 'publishListingToAirbnb'],
      ...['cancelAirbnbAlteration', 'acknowledgeBookingReservations', 'setBookingAvailability'],
      ...['getBookingPricing', 'setBookingPricing', 'publishListingToBooking', 'answerBookingReview'],
      ...['blockPlumguideNights', 'setPlumguideAvailability', 'getPlumguideWebhooks'],
      ...['replacePlumguideWebhooks', 'deletePlumguideWebhooks'],
    ].map((id) => [id, otherState]),
  ),
  connectProvider: 'It opens a page; the provider is asked by what that page sends.',
}

describe('every route', () => {
  const reached = new Set<AnyRoute>()
  const world = makeWorld({}, { answerWithinMs })
  before(async () => {
    const { t, own } = await world
    callInPlaceOf(t)
    const { rows } = await sql<{ id: string }>`
      select id from connections where workspace_id = ${own.id}`.execute(t.db)
    for (const { id } of rows) {
      const credentials = t.services.vault.encrypt('{}', vaultContext(own.live, id))
      await sql`update connections set status = 'active', credentials = ${credentials}
        where workspace_id = ${own.id} and id = ${id}`.execute(t.db)
    }
    // A provider's own names for what is asked of it.
    for (const table of ['conversations', 'inquiries'])
      await sql`update ${sql.table(table)} set external_id = id::text
        where workspace_id = ${own.id} and external_id is null`.execute(t.db)
  })
  after(async () => (await world).t.close())

  async function asked(route: AnyRoute): Promise<Tried> {
    const { ask, own } = await world
    const body = bodyWith(route, own.active)
    return tried(() => ask(route, { call: { key: own.liveKey, ...(body === undefined ? {} : { body }) } }))
  }

  it('that reaches a provider which throttles says for how long', async () => {
    await setMood((await world).t, 'throttles')
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
    await setMood((await world).t, 'hangs')
    const answers = await Promise.all(
      [...reached].map(async (route) => ({ route, answer: await asked(route) })),
    )
    for (const { route, answer } of answers) assertAnswered(answer, 'hangs', route.id)
  })

  it('sends nothing where there is no room', async () => {
    await setMood((await world).t, 'has no room')
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
    callInPlaceOf(world.app)
  })
  after(() => world.close())

  for (const [kind, row] of Object.entries(actRows))
    for (const [place, mood] of troubles.entries())
      it(`${kind}, of a provider that ${mood}`, async () => {
        const trial = place + 1
        await setMood(world.app, 'works')
        await sql`update connections set provider = 'acme'`.execute(world.app.db)
        await row.prepare?.(world, trial)
        callInPlaceOf(world.app)
        await setMood(world.app, mood)
        const answer = await tried(() => row.send(world, trial, `${kind} ${trial}`))
        assert.ok(answer.asked > 0, answer.text)
        assertAnswered(answer, mood, kind)
        if (mood === 'has no room') assert.equal(answer.sent, 0)
      })
})
