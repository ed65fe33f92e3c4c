/** Nights that somebody changes on Airbnb by hand, found by the daily comparison: mended, or left there and told, as the link says. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { errorOf } from '../bookings/pms-world.ts'
import { until } from '../harness/until.ts'
import { seldom, startSellingWorld, type SellingWorld } from './world.ts'

let world: SellingWorld
let id = ''
let airbnbId = ''
const dayHours = 25
before(async () => {
  world = await startSellingWorld()
  const [home] = world.homes
  assert.ok(home)
  ;({ id, airbnbId } = home)
})
after(() => world?.close())

const night = async (date: string) => {
  const [channel] = (await world.exposure(id, date, date)).channels
  const [found] = channel?.nights ?? []
  assert.ok(found)
  return found
}
const stands = async (date: string) => (await world.night(airbnbId, date)).availability
const byHand = async (date: string, change: object) => {
  const answer = await fetch(new URL(`/_control/listings/${airbnbId}/calendar`, world.simulator.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from: date, to: date, ...change }),
  })
  assert.equal(answer.status, 200, await answer.text())
}
const comparedAt = async () => {
  const { rows } = await sql<{ at: Date }>`
    select compared_at as at from selling_links
    where workspace_id = ${world.app.workspace.id} and external_id = ${airbnbId}`.execute(world.app.db)
  return rows[0]?.at.getTime() ?? 0
}
/** Everything is as it is without settings: only the clock moves on. */
const aDayLater = async () => {
  const before = await comparedAt()
  world.wait(dayHours * 3600)
  await until(
    'the daily comparison',
    async () => {
      world.wait(1)
      return (await comparedAt()) > before
    },
    seldom,
  )
}
const mapped = async (body: object) => {
  const answer = await world.map({ airbnbId, listingId: id, ...body })
  assert.equal(answer.status, 200, answer.text)
  return [answer.body['alreadyMapped'], answer.body['onDrift']]
}
const shownOnDrift = async () => {
  const { channels } = await world.exposure(id, '2030-01-01', '2030-01-01')
  const { body } = await world.app.get(`/v1/channels/airbnb/listings/${id}`)
  const [link] = (body['data'] as { connections: { onDrift: unknown }[] }).connections
  const { body: status } = await world.app.get(`/v1/listings/${id}/publish-status`)
  const [published] = status['connections'] as unknown as { onDrift: unknown }[]
  const { body: account } = await world.app.get(`/v1/connections/${world.connectionId}/units`)
  const units = account['units'] as unknown as { unit_id: string; meta: { on_drift: unknown } }[]
  const unit = units.find(({ unit_id }) => unit_id === airbnbId)
  return new Set([channels[0]?.onDrift, link?.onDrift, published?.onDrift, unit?.meta.on_drift])
}

it('is written over unless the link says otherwise', async () => {
  assert.deepEqual(await shownOnDrift(), new Set([null]))
  assert.deepEqual(await mapped({}), [false, 'mend'])
  assert.deepEqual(await shownOnDrift(), new Set(['mend']))
  await world.inStep(id)
  const { checkIn } = world.slot()
  await byHand(checkIn, { availability: 'unavailable' })
  assert.equal(await stands(checkIn), 'unavailable')
  await aDayLater()
  await until('the night to be open again', async () => (await stands(checkIn)) === 'available', seldom)
  await world.inStep(id)
})

it('stays as it is there and is told, with `report`, day after day, until it is gone or to be mended', async () => {
  assert.deepEqual(await mapped({ onDrift: 'report' }), [false, 'report'])
  assert.deepEqual(await mapped({ onDrift: 'report' }), [true, 'report'])
  assert.deepEqual(await mapped({}), [true, 'report'])
  assert.deepEqual(await shownOnDrift(), new Set(['report']))
  const [gone, kept] = [world.slot().checkIn, world.slot().checkIn]
  for (const date of [gone, kept]) await byHand(date, { availability: 'unavailable' })
  const reported = async (date: string) => {
    const { state, error, exposed, differsSince } = await night(date)
    assert.deepEqual([state, exposed], ['refused', false])
    assert.match(String(error), /Changed on the channel/)
    return differsSince
  }
  await aDayLater()
  assert.ok(await reported(gone))
  const since = await reported(kept)
  const { body: sync } = await world.app.get(`/v1/listings/${id}/calendar-sync`)
  const [channel] = sync['channels'] as { status: string; problems: { date: string }[] }[]
  assert.equal(channel?.status, 'problems')
  assert.deepEqual(
    channel.problems.map(({ date }) => date).filter((date) => date === gone || date === kept),
    [gone, kept].toSorted(),
  )
  const { body: worst } = await world.app.get('/v1/exposure')
  assert.equal((worst['data'] as { differingNights: number }[])[0]?.differingNights, 2)

  await byHand(gone, { availability: 'available' })
  await aDayLater()
  assert.equal((await night(gone)).state, 'confirmed')
  assert.equal(await reported(kept), since)
  assert.equal(await stands(kept), 'unavailable')

  assert.deepEqual(await mapped({ onDrift: 'mend' }), [false, 'mend'])
  await until('the night to be open again', async () => (await stands(kept)) === 'available', seldom)
  await world.inStep(id)
  assert.equal((await night(kept)).state, 'confirmed')
})

it('that would sell a night twice is closed again whatever the link says', async () => {
  assert.deepEqual(await mapped({ onDrift: 'report' }), [false, 'report'])
  const { checkIn, checkOut } = world.slot()
  const booked = await world.send('POST', '/v1/reservations', {
    ...{ listingId: id, checkIn, checkOut },
    guest: { firstName: 'Ada' },
    adults: 2,
  })
  assert.equal(booked.status, 201, booked.text)
  await world.inStep(id)
  await byHand(checkIn, { availability: 'available' })
  await aDayLater()
  await until('the night to be closed again', async () => (await stands(checkIn)) === 'unavailable', seldom)
})

it('is kept with the link when it moves to another listing, and goes with no link that only reads', async () => {
  const made = await world.app.post('/v1/listings', {
    name: 'Harbour loft',
    currency: String((await world.exposure(id, '2030-01-01', '2030-01-01')).currency),
    defaultDailyPrice: 90,
  })
  assert.equal(made.status, 201, made.text)
  const listingId = String(made.body['id'])
  assert.deepEqual(await mapped({ listingId }), [false, 'report'])
  const wrong = errorOf(
    await world.map({ airbnbId, listingId, syncEnabled: false, onDrift: 'mend' }),
    400,
    'invalid_body',
  )
  assert.equal(wrong['field'], 'onDrift')
  const unknown = errorOf(await world.map({ airbnbId, listingId, onDrift: 'ignore' }), 400, 'invalid_body')
  assert.deepEqual([unknown['field'], unknown['valid_values']], ['onDrift', ['mend', 'report']])
  assert.deepEqual(await mapped({ listingId, syncEnabled: false }), [false, null])
})

it('is said for many units at once', async () => {
  const { body } = await world.app.get('/v1/connect/airbnb')
  const path = `/v1/connections/airbnb:${String(body['externalAccountId'])}/mappings`
  const result = async (mapping: object) => {
    const answer = await world.send('POST', path, {
      mappings: [{ unitId: world.homes[1]?.airbnbId, ...mapping }],
    })
    assert.equal(answer.status, 200, answer.text)
    const [one] = answer.body['results'] as { ok: boolean; on_drift: unknown }[]
    return [one?.ok, one?.on_drift]
  }
  assert.deepEqual(await result({ create: true, onDrift: 'report' }), [true, 'report'])
  assert.deepEqual(await result({ create: true, onDrift: 'mend' }), [true, 'mend'])
  const wrong = await world.send('POST', path, {
    mappings: [{ unitId: world.homes[1]?.airbnbId, create: true, calendarSync: false, onDrift: 'mend' }],
  })
  assert.equal(errorOf(wrong, 400, 'invalid_body')['field'], 'mappings[0].onDrift')
})
