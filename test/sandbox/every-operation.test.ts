/**
 * Every operation in the sandbox and in a live workspace beside a simulator, asked alike: the same status, code and names of fields. What
 * differs is listed with its reason.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { idsOf, startChannelWorld, type ChannelWorld } from '../channels/channel-world.ts'
import { bodyOf, keyed, switches, urlOf, type AnyRoute } from '../cross-cutting/world.ts'
import type { TestAnswer } from '../harness/app.ts'
import { fieldsOf } from './fields-of.ts'
import { isOfAnotherChannel } from '../channels/own-accounts.ts'

/** Providers, each with how the sandbox gets an account of it. */
const providers: Record<string, { url: string; body?: object }> = {
  airbnb: { url: '/v1/sandbox/seed' },
  booking: { url: '/v1/sandbox/seed' },
  hostaway: {
    url: '/v1/connect/hostaway/credentials',
    body: { credentials: { accountId: 'sandbox', apiKey: 'sandbox' } },
  },
}

/** Answered otherwise, by the operation. */
const otherAnswers: Record<string, string> = {
  ...Object.fromEntries(
    ['seedSandbox', 'resetSandbox'].map((id) => [id, 'It is about the sandbox, and a live key is refused.']),
  ),
  createReservation:
    'Homes of the fixtures are booked through the API, so that bookings can be tried. A live home of a channel is booked there.',
  createPlan: 'As with `createReservation`, which carries out the plan of a booking.',
  getSyncRun: 'Fixtures are read from nobody, so nothing was run.',
  connectWithCredentials: 'The sandbox takes no credentials that may be real.',
  replyToReview: 'The fixture was replied to.',
  reviewGuest: 'The host of the simulator has reviewed the guest, and the made-up review is a guest’s.',
  updateListingMarkup: 'The home of the fixtures is at Booking.com as well, the one of the simulator is not.',
  ...Object.fromEntries(
    ['listBookingReservations', 'getBookingPricing'].map((id) => [
      id,
      'It asks Booking.com itself, and there is none behind the fixtures.',
    ]),
  ),
}
const ofContent = 'Content is what Airbnb keeps of a listing, and there is no Airbnb behind the fixtures.'
const contentRoute =
  /Airbnb(Descriptions|Amenities|Details|Rooms?|Photos?|Cover|CheckInGuide|CheckOutGuide|Permits|SafetyDisclosures|BookingSettings|Quality|ListingSettings|Availability|Pricing)$/

/** Parts of records that hold what a provider told, which each stay and listing has other fields of. */
const asTold =
  /\.(financials|guestDetails|details|content|amenities|breakdown|accountName|recommendationFactors|factors|statusDetail|pendingReason|respondBy)\b/

/** What a record says of what can be done with it: the same, not only of the same form. */
const allowing = ['capabilities', 'rules', 'limits']
/** Homes of the fixtures can be booked here, and say so. */
const bookable = 'getListing'

/** What is null or an empty list on one side says nothing of what is inside. */
function differing(live: unknown, sandbox: unknown): string[] {
  const [a, b] = [new Set(fieldsOf(live)), new Set(fieldsOf(sandbox))]
  const isKnownIn = (fields: Set<string>, field: string) => {
    const parent = field.slice(0, field.lastIndexOf('.'))
    return parent === '' || [...fields].some((known) => known.startsWith(`${parent}.`))
  }
  const missing = (from: Set<string>, of: Set<string>) =>
    [...of].filter((field) => !from.has(field) && isKnownIn(from, field) && !asTold.test(field))
  return [
    ...missing(b, a).map((field) => `only live: ${field}`),
    ...missing(a, b).map((field) => `only in the sandbox: ${field}`),
  ]
}

const codeOf = ({ status, body }: TestAnswer) => `${status} ${String(body?.['error']?.['code'] ?? '')}`.trim()

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const operationsOf = (channel: string) =>
  keyed
    .filter(({ id, url }) => !switches.includes(id) && !isOfAnotherChannel(url, channel))
    .toSorted((a, b) => methods.indexOf(a.method) - methods.indexOf(b.method))

const met = new Set<string>()
for (const [channel, { url: filling, body: given }] of Object.entries(providers))
  describe(`the sandbox beside a live account of ${channel}`, () => {
    let world: ChannelWorld
    let ids: Record<'live' | 'sandbox', Record<string, string>>
    before(async () => {
      world = await startChannelWorld(channel)
      const { app } = world
      const filled = await app.post(filling, given, { key: app.sandboxKey })
      assert.equal(filled.status, 200, filled.text)
      await world.pass(0)
      const sandbox = await idsOf(world, app.workspace.sandbox.workspaceId, channel)
      ids = { live: world.ids, sandbox }
    })
    after(() => world.close())

    function ask(route: AnyRoute, where: 'live' | 'sandbox'): Promise<TestAnswer> {
      const url = urlOf(route, (kind) => ids[where][kind], { provider: channel })
      const body = route.body ? bodyOf(route) : undefined
      const named = body && 'listingId' in body ? { ...body, listingId: ids[where]['listing'] } : body
      const key = where === 'live' ? world.app.liveKey : world.app.sandboxKey
      return world.app.call(route.method, url, { key, ...(named === undefined ? {} : { body: named }) })
    }

    it('answers every operation alike', async () => {
      const wrong: string[] = []
      for (const route of operationsOf(channel)) {
        // It would take away what the others are asked about.
        if (route.id === 'resetSandbox' || route.id === 'createReservation') continue
        const [live, sandbox] = [await ask(route, 'live'), await ask(route, 'sandbox')]
        const isOther = codeOf(live) !== codeOf(sandbox)
        const excepted = route.id in otherAnswers || (channel === 'airbnb' && contentRoute.test(route.id))
        if (isOther && excepted) met.add(route.id)
        else if (isOther)
          wrong.push(
            `${route.id}: live ${codeOf(live)}, sandbox ${codeOf(sandbox)} ${live.text} ${sandbox.text}`,
          )
        // An export is lines, and not one object.
        else if (live.status < 300 && route.id !== 'exportMigration') {
          wrong.push(...differing(live.body, sandbox.body).map((field) => `${route.id}: ${field}`))
          for (const name of route.id === bookable ? [] : allowing)
            if (JSON.stringify(live.body[name]) !== JSON.stringify(sandbox.body[name]))
              wrong.push(`${route.id} ${name}: ${JSON.stringify([live.body[name], sandbox.body[name]])}`)
        }
      }
      assert.deepEqual(wrong, [], ofContent)
    })
  })

it('no exception is one that nothing needs', () => {
  const asked = ['resetSandbox', 'createReservation']
  assert.deepEqual(
    Object.keys(otherAnswers).filter((id) => !met.has(id) && !asked.includes(id)),
    [],
  )
})
