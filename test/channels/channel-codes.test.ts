/** An account of a channel speaks the channel's codes on every route, whatever fails; no answer says it is a PMS. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Connector, VendorOperations } from '../../src/connector-kit/connector.ts'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import { failureCodesOf } from '../../src/upstream/failure-codes.ts'
import { dayAfter } from '../bookings/vendor-world.ts'
import { pathParams, routes, switches, type AnyRoute } from '../cross-cutting/world.ts'
import type { TestAnswer } from '../harness/app.ts'
import { ask, channels, startChannelWorld, type Channel, type ChannelWorld } from './channel-world.ts'

/** Say what the listing or the policy of the connection is, not who failed. */
const ofNoFailure = ['pms_not_linked', 'pms_writes_off']

const fails = (error: VendorError) => () => Promise.reject(error)
const refusal = new VendorError('rejected', 'No.', { status: 422, vendorMessage: 'No.' })

/** What a vendor can do to a call, and what the call is answered with. */
const failures: Record<
  string,
  { error: VendorError | null; code(channel: Channel): [status: number, code: string] }
> = {
  'breaks down': {
    error: new VendorError('unavailable', 'the server of the vendor failed', { status: 500 }),
    code: (channel) => withStatus(failureCodesOf(channel).failed),
  },
  'does not answer': {
    error: new VendorError('timeout', 'the vendor did not answer'),
    code: (channel) => withStatus(failureCodesOf(channel).failed),
  },
  refuses: { error: refusal, code: (channel) => withStatus(failureCodesOf(channel).rejected) },
  throttles: {
    error: new VendorError('rate_limited', 'Too many calls.', { status: 429, retryAfterMs: 7000 }),
    code: (channel) => withStatus(failureCodesOf(channel).limited),
  },
  'was revoked': {
    error: new VendorError('reauth', 'revoked', { status: 401 }),
    code: () => [403, 'connection_reauth_required'],
  },
  'has no such call': { error: null, code: () => [422, 'channel_not_supported'] },
}

const statuses: Record<string, number> = {
  airbnb_error: 502,
  airbnb_rejected: 422,
  airbnb_rate_limited: 429,
  booking_error: 502,
  booking_rejected: 422,
  booking_rate_limited: 429,
  channel_rejected: 422,
  rate_limit_exceeded: 429,
  channel_action_unavailable: 503,
}
function withStatus(code: string): [number, string] {
  return [statuses[code] ?? assert.fail(`no status of ${code}`), code]
}

/** Everything that is asked of the account for somebody who waits; what is read beside that goes on. */
const readBeside = new Set(['probe', 'listings', 'calendar', 'conversations', 'messages', 'inbound'])

/** Bookings are looked up while nobody knows what became of a call, which fails then as well. */
const goesOn = (name: string, error: VendorError | null) =>
  readBeside.has(name) || (name === 'reservations' && error === null)

function hindered(connector: Connector, error: VendorError | null): Connector {
  const operations = Object.fromEntries(
    Object.entries(connector.operations).flatMap(([name, operation]: [string, unknown]) =>
      goesOn(name, error) ? [[name, operation]] : error === null ? [] : [[name, broken(operation, error)]],
    ),
  )
  return { ...connector, operations: operations as unknown as VendorOperations }
}

function broken(part: unknown, error: VendorError): unknown {
  if (typeof part === 'function') return fails(error)
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
  return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, broken(inner, error)]))
}

/** Told by whoever calls an account. */
const ofVendors =
  /^(pms|airbnb|booking|channel)_(rejected|error|rate_limited|write_unsupported|action_unavailable|not_supported)$|^(message|offer)_/

/** Takes the listing off, or moves it to another keeper, so that the rest could not be asked. */
const elsewhere = [
  'actOnAirbnbListing',
  'mapAirbnbListing',
  'mapBookingRoom',
  'mapChannelUnits',
  'actOnBookingProperty',
]

const askable = (channel: Channel): readonly AnyRoute[] =>
  routes.filter(
    ({ id, url, auth, errors }) =>
      auth !== 'none' &&
      !switches.includes(id) &&
      !elsewhere.includes(id) &&
      errors.some((code) => ofVendors.test(code)) &&
      (!url.startsWith('/v1/channels/') || url.startsWith(`/v1/channels/${channel}/`)),
  )

for (const channel of channels) {
  describe(`an account of ${channel}`, () => {
    let world: ChannelWorld
    before(async () => {
      world = await startChannelWorld(channel)
      await world.stopWorkers()
    })
    after(() => world.close())

    async function whileHindered<T>(error: VendorError | null, work: () => Promise<T>): Promise<T> {
      const { services } = world.app
      const known = services.connectors
      services.connectors = { [channel]: hindered(world.connector, error) }
      try {
        return await work()
      } finally {
        services.connectors = known
      }
    }

    for (const [what, { error }] of Object.entries(failures)) {
      it(`that ${what} is told of as a channel on every route`, async () => {
        const wrong: string[] = []
        await whileHindered(error, async () => {
          for (const route of askable(channel)) {
            const { status, body, text } = await ask(world, channel, route)
            const code = String(body?.['error']?.['code'] ?? '')
            const isPms = code.startsWith('pms_') && !ofNoFailure.includes(code)
            if (isPms || status === 500) wrong.push(`${route.id} ${status} ${text}`)
          }
        })
        assert.deepEqual(wrong, [])
      })
    }

    it('owns its bookings', async () => {
      const reservation = `/v1/reservations/${world.ids['reservation']}`
      const moved = await world.send('PATCH', reservation, { guestCount: 1 })
      assert.equal(`${moved.status} ${codeIn(moved)}`, '409 reservation_owned_by_channel', moved.text)
      // Vrbo lets its host call a booking off.
      if (channel === 'vrbo') return
      const off = await world.send('POST', `${reservation}/cancel`)
      assert.equal(`${off.status} ${codeIn(off)}`, '409 reservation_owned_by_channel', off.text)
    })

    it('prices no stay as a PMS and takes no booking but from its guests', async () => {
      const day = world.app.clock.now().toISOString().slice(0, 10)
      const dates = { checkIn: dayAfter(day, 200), checkOut: dayAfter(day, 203) }
      const stay = { listingId: world.ids['listing'], ...dates, adults: 1 }
      const quote = await world.send('POST', '/v1/reservations/quote', stay)
      assert.equal(`${quote.status} ${codeIn(quote)}`, '422 pms_not_linked', quote.text)
      // Homes at Vrbo are kept here, and Vrbo fetches their nights.
      if (channel === 'vrbo') return
      const booking = await world.send('POST', '/v1/reservations', { ...stay, guest: { firstName: 'Ada' } })
      assert.equal(`${booking.status} ${codeIn(booking)}`, '422 channel_not_supported', booking.text)
    })

    it('carries a message by itself alone', async () => {
      const { conversation } = world.ids
      if (conversation === '1') return
      const url = `/v1/conversations/${conversation}/messages`
      const answer = await world.send('POST', url, { message: 'Hello', channel: 'foo' })
      if (!world.connector.operations.messageWrites) return
      assert.equal(`${answer.status} ${codeIn(answer)}`, '400 invalid_body', answer.text)
      assert.deepEqual(answer.body['error']?.['valid_values'], [channel])
    })

    /** Requests that wait for the host are few: any booking is made one. */
    async function asRequest(): Promise<void> {
      const { db, clock } = world.app
      await sql`
        update reservations set status = 'pending', pending_reason = 'host_approval',
          respond_by = ${new Date(clock.now().getTime() + 3_600_000)}
        where id = ${world.ids['reservation']}`.execute(db)
    }

    it('takes no signature below a reply, and no files but those it carries', async () => {
      const { review } = world.ids
      if (review === '1' || !world.connector.operations.reviewWrites) return
      const signed = { message: 'Thank you.', name: 'Ada' }
      const answer = await world.send('POST', `/v1/reviews/${review}/reply`, signed)
      assert.equal(`${answer.status} ${codeIn(answer)}`, '422 unsupported_field', answer.text)
    })

    for (const [what, { error, code }] of Object.entries(failures)) {
      it(`that ${what} says so when a request is answered`, async () => {
        await asRequest()
        const canAnswer = world.connector.operations.requestAnswers !== undefined
        const expected = canAnswer ? code(channel) : [422, 'channel_not_supported']
        await whileHindered(error, async () => {
          for (const action of ['accept', 'decline']) {
            const body = action === 'accept' ? {} : { body: { reason: 'other', message: 'Sorry.' } }
            const url = `/v1/reservations/${world.ids['reservation']}/${action}`
            const answer = await world.app.call('POST', url, body)
            assert.deepEqual([answer.status, codeIn(answer)], expected, `${action}: ${answer.text}`)
            const seconds = answer.status === 429 ? '7' : undefined
            if (seconds) assert.equal(answer.headers['retry-after'], seconds)
          }
        })
      })

      it(`that ${what} says so when a review is replied to`, async () => {
        const { review } = world.ids
        if (review === '1') return
        await sql`update reviews set response_body = null, reviewer_role = 'guest' where id = ${review}`.execute(
          world.app.db,
        )
        const canReply = world.connector.operations.reviewWrites !== undefined && error !== null
        const expected = canReply ? code(channel) : [422, 'unsupported_channel']
        await whileHindered(error, async () => {
          const answer = await world.send('POST', `/v1/reviews/${review}/reply`, { message: 'Thank you.' })
          assert.deepEqual([answer.status, codeIn(answer)], expected, answer.text)
        })
      })
    }
  })
}

describe('an inquiry on Airbnb', () => {
  let world: ChannelWorld
  let conversation: string
  before(async () => {
    world = await startChannelWorld('airbnb')
    const asked = await fetch(`${world.simulator.url}/_control/reservations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ inquiry: true }),
    })
    const { id } = (await asked.json()) as { id: string }
    await world.pass(0)
    await world.pass(1800)
    await world.stopWorkers()
    const { rows } = await sql<{
      id: string
    }>`select id from conversations where external_id = ${id}`.execute(world.app.db)
    conversation = rows[0]?.id ?? assert.fail('the inquiry was not read')
  })
  after(() => world.close())

  for (const [what, { error, code }] of Object.entries(failures)) {
    it(`is answered with what Airbnb does: it ${what}`, async () => {
      const { services } = world.app
      services.connectors = { airbnb: hindered(world.connector, error) }
      const { checkIn, checkOut } = world.slot()
      const offer = { checkIn, checkOut, guests: { adults: 1 }, totalPrice: 500 }
      for (const [path, body] of [
        ['pre-approval', {}],
        ['special-offers', offer],
      ] as const) {
        const answer = await world.send('POST', `/v1/conversations/${conversation}/${path}`, body)
        assert.deepEqual([answer.status, codeIn(answer)], code('airbnb'), `${path}: ${answer.text}`)
      }
      services.connectors = { airbnb: world.connector }
    })
  }

  it('is not sent where the server cannot read the credentials of the account', async () => {
    await sql`update connections set credentials = '\\x00' where id = ${world.connectionId}`.execute(
      world.app.db,
    )
    await world.app.forgetClients()
    const answer = await world.send('POST', `/v1/conversations/${conversation}/pre-approval`, {})
    assert.equal(`${answer.status} ${codeIn(answer)}`, '500 service_misconfigured', answer.text)
    assert.equal(answer.body['error']?.['retryable'], false)
  })
})

it('nights of a listing that its host does not synchronise are refused, and nothing is set', async () => {
  const world = await startChannelWorld('airbnb')
  try {
    const { listingId, checkIn } = world.slot()
    await sql`update channel_links set sync_category = 'none' where listing_id = ${listingId}`.execute(
      world.app.db,
    )
    const answer = await world.send('PUT', `/v1/availability/${listingId}`, {
      dates: [checkIn],
      available: false,
    })
    assert.equal(`${answer.status} ${codeIn(answer)}`, '403 listing_not_api_connected', answer.text)
    assert.equal(answer.body['error']?.['sync_category'], 'none')
    const shown = await world.app.get(`/v1/availability/${listingId}?from=${checkIn}&to=${checkIn}`)
    assert.equal(shown.body['days']?.[0]?.['available'], true)
  } finally {
    await world.close()
  }
})

const codeIn = ({ body }: TestAnswer): string | undefined => body?.['error']?.['code']

it('every parameter of a path that is asked names a record of the account', () => {
  const kinds = new Set(
    channels
      .flatMap((channel) => askable(channel))
      .flatMap(pathParams)
      .map(({ kind }) => kind),
  )
  assert.ok(
    kinds.has('listing') && kinds.has('reservation') && kinds.has('conversation') && kinds.has('review'),
  )
})
