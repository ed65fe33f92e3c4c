/** Guests at Airbnb: the server is asked while they wait, and told of what they did; the simulator books by what it hears. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { until } from '../harness/until.ts'
import { signature } from '../../simulators/airbnb/signature.ts'
import { ask, day, startInboundWorld, type InboundWorld, type LinkedListing } from './world.ts'

let world: InboundWorld
let [home, onRequest, kept] = [] as LinkedListing[]
before(async () => {
  world = await startInboundWorld()
  ;[home, onRequest, kept] = world.listings
  await world.keepHere(at(kept))
})
after(() => world?.close())

const at = (listing: LinkedListing | undefined) =>
  listing ?? assert.fail('the simulator has too few listings')
const standsSoon = async (code: string | undefined, status: string) => {
  const since = performance.now()
  await until(`${code} to be ${status}`, async () => (await world.status(code)) === status)
  return performance.now() - since
}
const verdicts = ({ questions }: { questions: { asked: string; verdict: string }[] }) =>
  questions.map(({ asked, verdict }) => `${asked} ${verdict}`)
const asked = ['check_availability yes', 'pre_confirm yes']
const sell = (listing: LinkedListing, arrival: string, departure: string) =>
  world.call<{ id: string }>('POST', '/v1/reservations', {
    ...{ listingId: listing.id, checkIn: arrival, checkOut: departure, adults: 1 },
    guest: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
  })

describe('a guest who books', () => {
  it('at once is let through, and the stay stands here without anybody asking for it', async () => {
    const made = await world.book(at(home), { arrival: day(30), nights: 3 })
    assert.deepEqual([made.outcome, verdicts(made)], ['booked', asked])
    const tookMs = await standsSoon(made.reservation?.confirmation_code, 'confirmed')
    // A reading by itself comes once an hour here. A second or two without other work on the machine.
    assert.ok(tookMs < 5000, `it took ${tookMs} ms`)
  })

  it('on request is let through, and the request waits here; the host’s answer arrives as well', async () => {
    const made = await world.book(at(onRequest), { arrival: day(30) })
    assert.deepEqual([made.outcome, verdicts(made)], ['requested', asked])
    const code = made.reservation?.confirmation_code
    await standsSoon(code, 'pending')
    await world.control('POST', `/reservations/${code}/answer`, { accept: true })
    await standsSoon(code, 'confirmed')
    await world.control('POST', `/reservations/${code}/cancel`, { cancelledBy: 'guest' })
    await standsSoon(code, 'cancelled')
  })

  it('is refused a night that was sold here a moment ago, and Airbnb has no booking', async () => {
    const before = world.bookings().length
    const sold = await sell(at(kept), day(41), day(43))
    assert.equal(sold.status, 201, JSON.stringify(sold.body))
    const refused = await world.book(at(kept), { arrival: day(40), nights: 3 })
    assert.deepEqual([refused.outcome, refused.why], ['refused', 'dates_not_available'])
    assert.deepEqual(verdicts(refused), ['check_availability no'])
    assert.equal(world.bookings().length, before)
    const beside = await world.book(at(kept), { arrival: day(43), nights: 3 })
    assert.equal(beside.outcome, 'booked')
    await standsSoon(beside.reservation?.confirmation_code, 'confirmed')
    const cancelled = await world.call('POST', `/v1/reservations/${sold.body.id}/cancel`)
    assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body))
    assert.equal((await world.book(at(kept), { arrival: day(40), nights: 3 })).outcome, 'booked')
  })

  it('cannot be sold the nights of a guest of Airbnb here either', async () => {
    const made = await world.book(at(kept), { arrival: day(50), nights: 3 })
    await standsSoon(made.reservation?.confirmation_code, 'confirmed')
    const { status, body } = await sell(at(kept), day(51), day(53))
    assert.match(`${status} ${JSON.stringify(body)}`, /^422 .*nights_taken/)
  })
})

describe('a guest who changes a booking', () => {
  const change = async (code: string | undefined, wish: object) => {
    const { id } = await world.control<{ id: string }>('POST', '/guests/change', {
      reservationId: code,
      ...wish,
    })
    return (await world.control<{ status: string }>('POST', `/alterations/${id}/answer`, { accept: true }))
      .status
  }

  it('is not refused for the nights of that booking, but for those of others', async () => {
    const made = await world.book(at(kept), { arrival: day(60), nights: 3 })
    const code = made.reservation?.confirmation_code
    await standsSoon(code, 'confirmed')
    assert.equal((await sell(at(kept), day(64), day(66))).status, 201)
    assert.equal(await change(code, { departure: day(64) }), 'ACCEPTED', 'a night more')
    await until('the change to arrive', async () => {
      const [row] = await world.sql<{ check_out: string }>(
        'select check_out::text from reservations where confirmation_code = $1',
        [code],
      )
      return row?.check_out === day(64)
    })
    assert.notEqual(await change(code, { departure: day(65) }), 'ACCEPTED', 'a night that was sold here')
    assert.equal(await change(code, { arrival: day(61), departure: day(63) }), 'ACCEPTED', 'fewer nights')
  })

  it('of a home that Airbnb keeps keeps the nights that its calendar shows as closed by it', async () => {
    const made = await world.book(at(home), { arrival: day(80), nights: 3 })
    const code = made.reservation?.confirmation_code
    await standsSoon(code, 'confirmed')
    assert.equal(await change(code, { departure: day(84) }), 'ACCEPTED')
    assert.equal(await change(code, { arrival: day(79) }), 'ACCEPTED')
  })
})

describe('what Airbnb did not sign', () => {
  const stay = () => ({ listing_id: at(home).external, start_date: day(150), nights: '2' })
  const notice = { action: 'reservation_requested', reservation: { confirmation_code: 'HMFORGED' } }
  const post = (body: string, headers: Record<string, string>) =>
    fetch(world.url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
  const signedAt = (at: Date, body: string) => {
    const date = at.toUTCString()
    const about = { method: 'POST', url: new URL(world.url), contentType: 'application/json' }
    return { date, authorization: signature({ ...about, date, body }) }
  }

  it('is refused, asked or told, and has nothing read', async () => {
    world.simulator.calls.clear()
    const body = JSON.stringify({
      ...notice,
      reservation: { ...notice.reservation, listing_id_str: at(home).external },
    })
    assert.equal((await ask(world.url, stay())).status, 401)
    assert.equal((await post(body, {})).status, 401)
    const long = signedAt(new Date(Date.now() - 301_000), body)
    assert.equal((await post(body, long)).status, 401, 'sent again after five minutes')
    const other = signedAt(new Date(), body.replace('HMFORGED', 'HMOTHER'))
    assert.equal((await post(body, other)).status, 401, 'signed for another body')
    const rows = await world.sql("select from sync_fetches where external_id = 'HMFORGED'")
    assert.equal(rows.length, 0)
    assert.equal((await post(body, signedAt(new Date(), body))).status, 200, 'the same, rightly signed')
    await until('what it names to be asked for', () =>
      world.simulator.calls.list().some(({ path }) => path === '/v2/reservations/HMFORGED'),
    )
    assert.equal(await world.status('HMFORGED'), undefined, 'and nothing of it is believed')
  })
})

describe('notifications', () => {
  const calls = (path: string) => world.simulator.calls.list().filter((call) => call.path.startsWith(path))
  const rested = () => until('the deliveries', () => world.simulator.webhooks.isIdle())

  it('that come twice or in the wrong order change nothing', async () => {
    for (const kind of ['duplicate_webhook', 'reorder_webhooks'] as const) {
      world.simulator.faults.add({ kind, count: 4 })
    }
    const made = await world.book(at(onRequest), { arrival: day(100) })
    const code = made.reservation?.confirmation_code
    await world.control('POST', `/reservations/${code}/answer`, { accept: true })
    await world.control('POST', `/reservations/${code}/cancel`, { cancelledBy: 'guest' })
    await rested()
    await standsSoon(code, 'cancelled')
    world.simulator.faults.clear()
    const events = await world.sql<{ type: string }>(
      `select type from events where data::text like '%' || $1 || '%' and type like 'reservation.%' order by sequence`,
      [code],
    )
    const types = events.map(({ type }) => type)
    assert.equal(types.filter((type) => type === 'reservation.created').length, 1, types.join())
    assert.equal(types.filter((type) => type === 'reservation.cancelled').length, 1, types.join())
  })

  it('that are lost leave the booking to the next reading', async () => {
    await world.control('PUT', '/webhook', { url: null })
    const made = await world.book(at(onRequest), { arrival: day(110) })
    await world.control('PUT', '/webhook', { url: world.url })
    const code = made.reservation?.confirmation_code
    assert.deepEqual([made.outcome, await world.status(code)], ['requested', undefined])
    // An hour later.
    await until('the account to come to rest', async () => {
      const moved = await world.sql(
        `update sync_schedule set wake_at = now(), swept = (select jsonb_object_agg(key, now() - interval '2 hours') from jsonb_each(swept))
         where holder is null and wake_at > now() returning connection_id`,
      )
      return moved.length === 1
    })
    await standsSoon(code, 'pending')
  })

  it('of a message bring it', async () => {
    const thread = await world.control<{ id: string }>('POST', '/guests/inquire', {
      ...{ listingId: at(home).external, arrival: day(120), nights: 2, message: 'Is there a cot?' },
    })
    await until('the message', async () => {
      const rows = await world.sql('select from messages where body = $1', ['Is there a cot?'])
      return rows.length === 1
    })
    await until(
      'the inquiry',
      async () => (await world.sql('select from inquiries where external_id = $1', [thread.id])).length === 1,
    )
  })

  it('of a listing have it read again; those of nobody’s listing have nothing read', async () => {
    const wanted = async () =>
      (
        await world.sql<{ one: string }>(
          "select concat_ws(' ', entity, external_id, generation) as one from sync_fetches",
        )
      ).map(({ one }) => one)
    world.simulator.calls.clear()
    await world.control('POST', `/listings/${at(onRequest).external}/unlink`)
    await until('the listing to be read', () => calls(`/v2/listings/${at(onRequest).external}`).length > 0)
    await world.control('POST', `/listings/${at(onRequest).external}/sync`, {
      synchronization_category: 'sync_all',
    })
    await rested()
    const before = await wanted()
    for (const action of ['test_notification', 'listings_mapped', 'something_new', 'payout_notification']) {
      const strange = {
        host_id: '1',
        reservation: { confirmation_code: 'HMNOBODY', host_id: '1', listing_id: '2' },
      }
      await world.control('POST', '/notify', { action, mappings: [{ listing_id: '2' }], ...strange })
    }
    await rested()
    // What was wanted before may have been read meanwhile; nothing was added.
    assert.deepEqual(
      (await wanted()).filter((one) => !before.includes(one)),
      [],
    )
  })

  it('that the permission is gone are looked into: nothing happens until Airbnb says so itself', async () => {
    const account = async () =>
      (
        await world.sql<{ status: string; reason: string | null; host: string }>(
          'select status, action_reason as reason, external_account_id as host from connections where id = $1',
          [world.connectionId],
        )
      )[0]
    const host = (await account())?.host
    world.simulator.calls.clear()
    await world.control('POST', '/notify', {
      action: 'authorization_revoked',
      host_id: host,
      listing_ids: [],
    })
    await until('Airbnb to be asked', () => calls('/v2/listings/').length > 0)
    await until('the reading to be over', async () => {
      const rows = await world.sql('select from sync_schedule where holder is not null or wake_at <= now()')
      return rows.length === 0
    })
    assert.equal((await account())?.status, 'active')
    await world.control('POST', `/hosts/${host}/revoke`)
    await until('the access to be in doubt', async () => {
      const { length } = await world.sql('select from refused_access')
      return length > 0
    })
    assert.equal((await account())?.status, 'active')
    // Some minutes later.
    await world.sql(`update refused_access set refused_at = refused_at - interval '10 minutes'`)
    await until('the account to want its host', async () => {
      // A turn that ends just now would put off the next one.
      await world.sql('update sync_schedule set wake_at = now() where holder is null and wake_at > now()')
      return (await account())?.reason === 'reauth_required'
    })
    assert.equal((await account())?.status, 'error')
    // As the connection shows it: that the host took it back is not what Airbnb says.
    const told = await world.sql<{ reason: string }>(
      `select data::jsonb->>'reason' as reason from events where type = 'account.disconnected'`,
    )
    assert.deepEqual(told, [{ reason: 'refresh_token_rejected' }])
    assert.equal(
      (await world.book(at(kept), { arrival: day(200) })).outcome,
      'booked',
      'nobody is asked any more',
    )
  })
})
