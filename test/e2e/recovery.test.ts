/**
 * A backup is taken, the world goes on, the server is destroyed and restored. It reads every account before it writes,
 * keeps closed what it cannot prove open, repeats no event, and ends as the simulated providers are.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { walk } from '../harness/server-process.ts'
import { until } from '../harness/until.ts'
import { assertSameStays } from '../recovery/same-stays.ts'
import { day, RecoveryWorld, writesOf } from '../recovery/world.ts'

describe('a server restored from a backup', { concurrency: false }, () => {
  let world: RecoveryWorld
  let home = { id: '', airbnbId: '' }
  let pmsListing = { id: '', externalId: '' }
  let takenAt = ''
  let callsBefore = { airbnb: 0, hostaway: 0 }
  /** What consumers knew before the loss. */
  const lost = {
    sequence: 0,
    reservationId: 0,
    eventIds: new Set<string>(),
    revisions: new Map<string, number>(),
  }
  const key = { key: `drill-${randomBytes(4).toString('hex')}` }
  let pmsBooked: { id: string; pms: { reservationId: string } }
  let directStay = { checkIn: day(40), checkOut: day(43) }

  const shown = (from: string, to: string) =>
    world.airbnb.operations.nights?.(home.airbnbId, { from, to }) ?? []
  const airbnbInStep = () =>
    until('Airbnb to show our calendar', async () => {
      const { channels } = await world.made<{ channels: { nights: { state: string }[] }[] }>(
        'GET',
        `/v1/listings/${home.id}/exposure?from=${day(1)}&to=${day(200)}`,
      )
      return (
        channels.length > 0 && channels.every(({ nights }) => nights.every((n) => n.state === 'confirmed'))
      )
    })
  before(async () => {
    world = await RecoveryWorld.start()
  })
  after(() => world?.close())

  it('has a life before and after its backup', { timeout: 240_000 }, async () => {
    const listings = await walk<{ id: string; channels: { platform?: string; externalId: string }[] }>(
      world.server,
      world.server.keys.liveKey,
      '/v1/listings',
    )
    const ofAirbnb = world.airbnb.operations.state(new Set()) as { listings: { id: string | number }[] }
    const airbnbIds = new Set(ofAirbnb.listings.map(({ id }) => String(id)))
    const sold = listings.find(({ channels }) => channels.some((c) => airbnbIds.has(c.externalId)))
    assert.ok(sold, JSON.stringify(listings))
    home = { id: sold.id, airbnbId: sold.channels.find((c) => airbnbIds.has(c.externalId))?.externalId ?? '' }
    const pms = listings.find(({ channels }) => channels.every((c) => !airbnbIds.has(c.externalId)))
    assert.ok(pms)
    pmsListing = { id: pms.id, externalId: '' }
    await world.made('POST', '/v1/channels/airbnb/listings/map', {
      airbnbId: home.airbnbId,
      listingId: home.id,
    })
    await airbnbInStep()
    await world.made('POST', '/v1/webhooks', { url: world.receiver.url('/hook'), events: ['*'] })
    await world.made('POST', '/v1/webhooks', {
      url: world.receiver.url('/slow'),
      events: ['listing.created'],
    })
    await world.made('POST', '/v1/listings', { name: 'Hut', currency: 'EUR', defaultDailyPrice: 100 })
    await until('a delivery that hangs', () => world.receiver.at('/slow').length > 0)

    takenAt = await world.backUp()

    // A direct booking is known here and on no other system but by the nights it closes.
    const { days: nights } = await world.made<{ days: { date: string; available: boolean }[] }>(
      'GET',
      `/v1/availability/${home.id}?from=${day(30)}&to=${day(120)}`,
    )
    const start = nights.findIndex((_, i) => nights.slice(i, i + 5).every(({ available }) => available))
    assert.ok(start >= 0, JSON.stringify(nights).slice(0, 400))
    directStay = { checkIn: nights[start]?.date ?? '', checkOut: nights[start + 3]?.date ?? '' }
    await world.made('POST', '/v1/reservations', {
      listingId: home.id,
      ...directStay,
      adults: 1,
      guest: { firstName: 'Direct' },
    })
    pmsBooked = await world.made('POST', '/v1/reservations', pmsStay(), { 'idempotency-key': key.key })
    const known = world.hostaway.operations.state(new Set()) as {
      reservations: { id: number; status: string }[]
    }
    const standing = known.reservations.filter(({ status }) => status === 'new' || status === 'modified')
    world.hostaway.operations.cancelReservation(String(standing[0]?.id), {})
    world.airbnb.operations.createReservation({})
    await airbnbInStep()
    await until('Airbnb to show the direct booking closed', () =>
      shown(directStay.checkIn, directStay.checkIn).every(({ left }) => left === 0),
    )
    const all = await world.events(0)
    await until('the last event to be delivered', () => world.receiver.at('/hook').length >= 5)
    lost.sequence = all.at(-1)?.sequence ?? 0
    for (const { eventId } of all) lost.eventIds.add(eventId)
    for (const { data } of all)
      if (data.revision !== undefined && data.object?.id !== undefined)
        lost.revisions.set(data.object.id, Math.max(lost.revisions.get(data.object.id) ?? 0, data.revision))
    lost.reservationId = Math.max(...(await world.stays()).map(({ id }) => Number(id)))
  })

  const pmsStay = () => ({
    listingId: pmsListing.id,
    checkIn: day(300),
    checkOut: day(303),
    adults: 1,
    guest: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
    totalPrice: 300,
  })

  it(
    'writes nothing before it has read, and goes on after a kill in the middle',
    { timeout: 240_000 },
    async () => {
      await world.destroy(takenAt)
      // Guests book while the server is away.
      world.airbnb.operations.createReservation({})
      world.hostaway.operations.createReservation({})
      callsBefore = { airbnb: world.airbnb.calls.list().length, hostaway: world.hostaway.calls.list().length }
      world.airbnb.faults.add({ kind: '500', path: '/v2/reservations', count: 100_000 })
      await world.start()
      assert.ok(readdirSync(world.folder).some((name) => /^restored-\d+\.json$/.test(name)))

      const refused = await fetch(`${world.server.baseUrl}/v1/reservations`, {
        method: 'POST',
        headers: { authorization: `Bearer ${world.server.keys.liveKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(pmsStay()),
      })
      const body = (await refused.json()) as { error: { code: string; message: string } }
      assert.equal(refused.status, 503, JSON.stringify(body))
      assert.equal(body.error.code, 'service_unavailable')
      assert.match(body.error.message, /restored from a backup and has not read connection \d+/)
      assert.ok(Number(refused.headers.get('retry-after')) > 0)
      const read = await fetch(`${world.server.baseUrl}/v1/events?after=${lost.sequence}`, {
        headers: { authorization: `Bearer ${world.server.keys.liveKey}` },
      })
      const { epoch } = await world.report()
      assert.deepEqual([read.status, read.headers.get('event-epoch')], [200, String(epoch)])
      assert.ok(epoch > 1)

      await world.server.kill()
      await world.start()
      assert.equal((await world.report()).epoch, epoch, 'one restore begins one epoch')
      assert.equal((await world.report()).recovery?.state, 'reconciling')
      assert.deepEqual(
        [...writesOf(world.airbnb, callsBefore.airbnb), ...writesOf(world.hostaway, callsBefore.hostaway)],
        [],
      )
      world.airbnb.faults.clear()
      const done = await until(
        'every account to be reconciled',
        async () => {
          const { recovery } = await world.report()
          return recovery?.state === 'completed' ? recovery : undefined
        },
        { withinMs: 120_000 },
      )
      assert.deepEqual(
        done.accounts.map(({ provider, state, error }) => [provider, state, error]).toSorted(),
        [
          ['airbnb', 'open', null],
          ['hostaway', 'open', null],
        ],
      )
      assert.ok(
        done.heldDeliveries.some(({ held }) => held > 0),
        JSON.stringify(done.heldDeliveries),
      )
    },
  )

  it('keeps closed what a lost booking may hold', async () => {
    const { recovery } = await world.report()
    const kept = recovery?.keptNights.filter(({ listingId }) => listingId === home.id).map(({ date }) => date)
    const held = [0, 1, 2].map((n) => String(Temporal.PlainDate.from(directStay.checkIn).add({ days: n })))
    assert.deepEqual(
      held.filter((date) => !kept?.includes(date)),
      [],
      JSON.stringify(recovery?.keptNights),
    )
    await airbnbInStep()
    assert.ok(shown(held[0] ?? '', held[2] ?? '').every(({ left }) => left === 0))
    const again = await world.ask<{ error?: { code: string } }>('POST', '/v1/reservations', {
      listingId: home.id,
      ...directStay,
      adults: 1,
      guest: { firstName: 'Other' },
    })
    assert.equal(again.status, 422, JSON.stringify(again.body))
    assert.match(JSON.stringify(again.body), /a booking may have been lost/)
  })

  it('has every stay as the provider has it, and gives no id out twice', async () => {
    const ours = await world.stays()
    assertSameStays(world, ours)
    const late = ours.filter(({ checkIn }) => checkIn === day(300))
    assert.equal(late.length, 1)
    assert.ok(Number(late[0]?.id) > lost.reservationId, `${late[0]?.id} after ${lost.reservationId}`)
  })

  it('finds the booking of a key that it has forgotten', async () => {
    const again = await world.made<typeof pmsBooked>('POST', '/v1/reservations', pmsStay(), {
      'idempotency-key': key.key,
    })
    assert.equal(again.pms.reservationId, pmsBooked.pms.reservationId)
    const { reservations } = world.hostaway.operations.state(new Set()) as {
      reservations: { arrivalDate: string }[]
    }
    assert.equal(reservations.filter(({ arrivalDate }) => arrivalDate === day(300)).length, 1)
  })

  it('numbers events on in an epoch of its own and sends none twice', async () => {
    const fresh = await world.events(lost.sequence)
    assert.ok(fresh.length > 0)
    assert.ok(fresh.every(({ sequence }) => sequence > lost.sequence))
    assert.deepEqual(
      fresh.map(({ sequence }) => sequence),
      fresh.map((_, i) => (fresh[0]?.sequence ?? 0) + i),
    )
    assert.deepEqual(
      fresh.filter(({ eventId }) => lost.eventIds.has(eventId)),
      [],
    )
    for (const { data, event } of fresh) {
      const before = lost.revisions.get(data.object?.id ?? '')
      if (before !== undefined && data.revision !== undefined)
        assert.ok(data.revision > before, `${event} ${data.revision} after ${before}`)
    }
    await until('the last event to arrive', () =>
      world.receiver.at('/hook').some(({ json }) => json.eventId === fresh.at(-1)?.eventId),
    )
    const ids = world.receiver.at('/hook').map(({ json }) => json.eventId)
    assert.equal(new Set(ids).size, ids.length, 'an event came twice')
    const last = world.receiver.at('/hook').find(({ json }) => json.eventId === fresh.at(-1)?.eventId)
    assert.equal(last?.headers['event-epoch'], String((await world.report()).epoch))
  })

  it('sends held deliveries and opens nights when the operator says so', async () => {
    const slow = world.receiver.at('/slow').length
    const shownReport = await world.command('recovery')
    assert.match(shownReport.out, /Every account was reconciled/)
    assert.match(shownReport.out, /DELIVERIES HELD/)
    const released = await world.command('recovery', 'release-deliveries')
    assert.match(released.out, /^[1-9]\d* deliveries are sent now/, released.err)
    await until('a held delivery', () => world.receiver.at('/slow').length > slow)
    const opened = await world.command(
      'recovery',
      'open-night',
      world.server.keys.workspaceId,
      home.id,
      directStay.checkIn,
    )
    assert.match(opened.out, new RegExp(`Open again: ${directStay.checkIn}`), opened.err)
    await until('the night to open on Airbnb', () =>
      shown(directStay.checkIn, directStay.checkIn).every(({ left }) => left > 0),
    )
    const wrong = await world.command(
      'recovery',
      'open-night',
      world.server.keys.workspaceId,
      home.id,
      directStay.checkIn,
    )
    assert.equal(wrong.code, 1)
    assert.match(wrong.err, /no such night that was kept closed/)
  })
})
