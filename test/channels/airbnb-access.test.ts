/** What a host allowed is kept with the account and shown, and nothing is sent that he did not allow. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { errorOf } from '../bookings/pms-world.ts'
import { base, rowsOf, startAirbnbWorld, syncedListing, type AirbnbWorld } from './airbnb-world.ts'

let world: AirbnbWorld
before(async () => {
  world = await startAirbnbWorld()
})
after(() => world?.close())
beforeEach(() => world.simulator.faults.clear())

interface Accounts {
  accounts: { externalAccountId: string; accessType?: string }[]
}

/** As the hosted page connects it, once the host has ticked these. */
async function allow(scope: string, isTold = true): Promise<void> {
  const { code } = await world.there<{ code: string }>(`/hosts/${world.hostId}/consent`, { scope })
  // Some software has seen blanks where others saw commas.
  const credentials = { code, ...(isTold ? { scope: scope.replaceAll(',', ' ') } : {}) }
  const connected = await world.app.post('/v1/connect/airbnb/credentials', { credentials })
  assert.equal(connected.status, 200, connected.text)
}

const shownAccess = async () => {
  const { accounts } = (await world.app.get('/v1/connect/airbnb')).body as unknown as Accounts
  return accounts.find(({ externalAccountId }) => externalAccountId === world.hostId)?.accessType
}

/** Writes to Airbnb until now. */
const writes = () =>
  world.simulator.calls
    .list()
    .filter(({ method, path }) => method !== 'GET' && !path.startsWith('/v2/oauth2')).length

const lacks = (error: Record<string, unknown>, accessType: string, missing: string[]) => {
  assert.deepEqual([error['accessType'], error['missing']], [accessType, missing])
  assert.deepEqual(error['reconnect'], { method: 'POST', path: '/v1/connect/airbnb' })
}

const all = 'property_management,reservations_web_hooks,messages_read,messages_write'
const messaging = 'reservations_web_hooks,messages_read,messages_write'
const reading = 'reservations_web_hooks,messages_read'

describe('what a host allowed', { concurrency: false }, () => {
  let listingId: string
  let conversation: string
  let inquiry: string
  before(async () => {
    const synced = await syncedListing(world)
    listingId = synced.id
    const thread = (await world.there<{ id: string }>('/reservations', { inquiry: true })).id
    await world.readAgain()
    conversation = String(rowsOf(await world.app.get('/v1/conversations?limit=1'))[0]?.['id'])
    const asked = await sql<{
      id: string
    }>`select id from conversations where external_id = ${thread}`.execute(world.app.db)
    inquiry = asked.rows[0]?.id ?? assert.fail('the thread was not read')
  })

  it('is not known of an account that was connected without it', async () => {
    assert.equal(await shownAccess(), undefined)
  })

  it('is shown, and comes with the event', async () => {
    await allow(all)
    assert.equal(await shownAccess(), 'full_access')
    const done = await world.send('PUT', `${base}/listings/${listingId}/amenities`, {
      amenities: [{ id: 'wifi', is_present: true }],
    })
    assert.equal(done.status, 200, done.text)
    const other = await world.app.addWorkspace()
    const { code } = await world.there<{ code: string }>(`/hosts/${world.hostId}/consent`, {
      scope: messaging,
    })
    const body = { credentials: { code, scope: messaging }, reservationHistoryMonths: 1 }
    const connected = await world.app.post('/v1/connect/airbnb/credentials', body, { key: other.liveKey })
    assert.equal(connected.status, 200, connected.text)
    const { rows } = await sql<{ data: string; history: boolean }>`
      select e.data, c.history_from is not null as history from events e
      join connections c on c.workspace_id = e.workspace_id
      where e.workspace_id = ${other.live.workspaceId} and e.type = 'account.created'`.execute(world.app.db)
    const told = JSON.parse(rows[0]?.data ?? '{}') as { accessType?: string }
    assert.deepEqual([told.accessType, rows[0]?.history], ['messaging', true])
  })

  it('without listings keeps their content from being sent, and names what is missing', async () => {
    await allow(messaging)
    assert.equal(await shownAccess(), 'messaging')
    world.simulator.calls.clear()
    const path = `${base}/listings/${listingId}`
    const lacking = [
      await world.send('PUT', `${path}/amenities`, { amenities: [{ id: 'wifi', is_present: true }] }),
      await world.send('POST', `${path}/rooms`, { room_number: 1, room_type: 'office' }),
    ]
    for (const answer of lacking)
      lacks(errorOf(answer, 403, 'insufficient_access'), 'messaging', ['property_management'])
    assert.equal(writes(), 0)
    const again = { redirectUrl: 'https://example.com/done', accessType: 'full_access' }
    const page = await world.app.post('/v1/connect/airbnb', again)
    assert.match(String(page.body['url']), /^https?:/, page.text)
    const sent = await world.send('POST', `/v1/conversations/${conversation}/messages`, {
      message: 'Welcome!',
    })
    assert.equal(sent.status, 200, sent.text)
  })

  it('without listings keeps nights and prices from being sent, and our calendar from being written there', async () => {
    await allow(messaging)
    world.simulator.calls.clear()
    const { rows } = await sql<{ external_id: string; currency: string }>`
      select k.external_id, l.currency from listing_links k
      join listings l on l.workspace_id = k.workspace_id and l.id = k.listing_id
      where k.listing_id = ${listingId}`.execute(world.app.db)
    const [{ external_id: airbnbId, currency } = assert.fail('it has no link')] = rows
    const day = (days: number) =>
      new Date(world.simulator.clock.nowMs() + days * 86_400_000).toISOString().slice(0, 10)
    const made = await world.app.post('/v1/listings', { name: 'Ours', currency })
    assert.equal(made.status, 201, made.text)
    const map = (more: object) =>
      world.send('POST', `${base}/listings/map?dry_run=true`, {
        airbnbId,
        listingId: Number(made.body['id']),
        ...more,
      })
    const nights = { dates: [day(300)], price: 140 }
    const own = { dates: [day(300)], availability: 'unavailable' }
    const lacking = [
      map({}),
      world.send('PUT', `/v1/availability/${listingId}`, nights),
      world.send('PATCH', '/v1/availability/batch', { propertyIds: [Number(listingId)], ...nights }),
      world.send('PUT', `${base}/listings/${listingId}/availability`, {
        type: 'calendar',
        operations: [own],
      }),
    ]
    lacking.push(
      world.send('POST', `/v1/listings/${listingId}/pricing`, { dates: nights.dates, action: 'apply' }),
    )
    for (const answer of await Promise.all(lacking))
      lacks(errorOf(answer, 403, 'insufficient_access'), 'messaging', ['property_management'])
    assert.equal(writes(), 0)
    const read = await map({ syncEnabled: false })
    assert.equal(read.status, 200, read.text)
  })

  it('for reading only keeps messages, offers and answers to requests from being sent', async () => {
    const code = await world.booked('pending')
    await allow(all)
    const talk = `/v1/conversations/${inquiry}`
    const { checkIn, checkOut } = world.slot()
    const terms = { checkIn, checkOut, guests: { adults: 2, children: 0 }, totalPrice: 500 }
    const offered = await world.send('POST', `${talk}/special-offers`, terms)
    assert.equal(offered.status, 201, offered.text)
    const offer = String(offered.body['id'])
    const [request] = rowsOf(await world.app.get('/v1/reservations?status=pending&limit=1'))
    await allow(reading)
    assert.equal(await shownAccess(), 'read_only')
    world.simulator.calls.clear()
    const answers = [
      world.send('POST', `/v1/conversations/${conversation}/messages`, { message: 'Welcome!' }),
      world.send('POST', `${talk}/pre-approval`),
      world.send('POST', `${talk}/special-offers`, terms),
      world.send('DELETE', `${talk}/special-offers/${offer}`),
      world.send('POST', `/v1/reservations/${String(request?.['id'])}/accept`),
      world.send('POST', `/v1/reservations/${String(request?.['id'])}/decline`, {
        reason: 'dates_not_available',
        message: 'We are full.',
      }),
      world.send('POST', `${base}/reservations/${code}`, { action: 'accept' }),
    ]
    for (const answer of await Promise.all(answers))
      lacks(errorOf(answer, 403, 'insufficient_access'), 'read_only', ['messages_write'])
    assert.equal(writes(), 0)
  })

  it('that nobody told is left to Airbnb to refuse', async () => {
    await allow(messaging, false)
    assert.equal(await shownAccess(), undefined)
    const refused = await world.send('PUT', `${base}/listings/${listingId}/amenities`, {
      amenities: [{ id: 'sauna', is_present: true }],
    })
    assert.equal('missing' in errorOf(refused, 403, 'insufficient_access'), false)
  })
})
