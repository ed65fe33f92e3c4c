/** With a sandbox key accounts of Airbnb and Booking.com are connected as live, up to what is sold there, and nobody is asked. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { ClaimedRooms } from '../../src/contract/booking-claim.ts'
import type { ConnectSessionView } from '../../src/contract/connect-session.ts'
import type { Exposure } from '../../src/contract/exposure.ts'
import type { ChannelUnits } from '../../src/contract/unit-mapping.ts'
import { startSelling } from '../../src/features/calendar/selling/worker.ts'
import { requestImport } from '../../src/features/sync/run/import-request.ts'
import { startSync } from '../../src/features/sync/turn/scheduler.ts'
import { startTestApp, type TestAnswer, type TestApp } from '../harness/app.ts'
import { askEveryMs, until } from '../harness/until.ts'
import { unlimited } from '../sync/world.ts'
import { errorOf, redirectUrl, sessionEvents } from './world.ts'
import { takeSchedules } from '../../src/upstream/connections/schedule-queries.ts'

const hotelId = '9002101'

let app: TestApp
let workers: { stop(): Promise<void> }[] = []
before(async () => {
  // No account of this server with either channel: nobody could be asked.
  app = await startTestApp()
  workers = [
    await startSync(app.services, { budget: unlimited, askEveryMs, random: () => 0 }),
    startSelling(app.services, { budget: unlimited, askEveryMs }),
  ]
  await send('POST', '/v1/sandbox/seed')
})
after(async () => {
  for (const worker of workers) await worker.stop()
  await app.close()
})

async function send(method: string, path: string, body?: object, key: string | null = app.sandboxKey) {
  const answer = await app.call(method, path, { key, ...(body === undefined ? {} : { body }) })
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
  return answer.body
}
const started = async (body: object) =>
  String((await send('POST', '/v1/connect', { redirectUrl, ...body }))['sessionId'])
const view = async (sessionId: string) =>
  (await send('GET', `/v1/connect/sessions/${sessionId}`, undefined, null)) as unknown as ConnectSessionView
const asPage = (path: string, body: object): Promise<TestAnswer> =>
  app.post(`/v1/connect/${path}`, body, { key: null })

const day = (offset: number) =>
  Temporal.PlainDate.from(app.clock.now().toISOString().slice(0, 10)).add({ days: offset }).toString()

/** Until the channel is known to show what our calendar says. */
const inStep = (listingId: number) =>
  until('the channel to show our calendar', async () => {
    const { channels } = (await send(
      'GET',
      `/v1/listings/${listingId}/exposure?from=${day(0)}&to=${day(90)}`,
    )) as unknown as Exposure
    app.clock.advance(1000)
    return (
      channels.some(({ writes }) => writes) &&
      channels.every(({ nights }) => nights.every(({ state }) => state === 'confirmed'))
    )
  })

describe('Booking.com in a sandbox', () => {
  const rooms = async (sessionId: string) => {
    const path = `/v1/connect/booking/rooms?sessionId=${sessionId}`
    let known: ClaimedRooms | undefined
    await until('the rooms to be read', async () => {
      known = (await send('GET', path, undefined, null)) as unknown as ClaimedRooms
      return known.status !== 'importing'
    })
    assert.ok(known)
    return known
  }

  it('is offered with the number of a made-up property', async () => {
    const { providers, sandbox } = await view(await started({ allowedProviders: ['booking'] }))
    assert.equal(sandbox, true)
    assert.deepEqual(
      providers.map(({ id, pattern }) => [id, pattern]),
      [['booking', 'claim']],
    )
    assert.match(providers[0]?.form[0]?.help.fr ?? '', /9002101/)
    // What is told of it is what is done with a real account.
    assert.ok(providers[0]?.writes.includes('listings'))
  })

  it('takes no number that may be of a real property', async () => {
    const sessionId = await started({ allowedProviders: ['booking'] })
    for (const number of ['8122001', '9002002', '90021011']) {
      const answer = await asPage('booking/verify', { sessionId, hotelId: number })
      assert.equal(answer.status, 403, answer.text)
      assert.equal(errorOf(answer)['code'], 'forbidden')
      assert.match(String(errorOf(answer)['fix']), /9002101/)
    }
    assert.equal((await view(sessionId)).status, 'pending')
  })

  it('claims the property, maps its rooms, and keeps them as our calendar', async () => {
    const sessionId = await started({ allowedProviders: ['booking'], state: 'try' })
    const chosen = await asPage(`sessions/${sessionId}/select-provider`, { provider: 'booking' })
    assert.equal(chosen.status, 200, chosen.text)
    const claim = await asPage('booking/verify', { sessionId, hotelId })
    assert.equal(claim.status, 200, claim.text)
    assert.deepEqual([claim.body['hotelType'], claim.body['city']], ['hotel', 'Lisbon'])
    assert.equal((await view(sessionId)).status, 'awaiting_room_mapping')
    const known = await rooms(sessionId)
    assert.deepEqual(
      known.rooms.map(({ roomId, numberOfRooms }) => [roomId, numberOfRooms]),
      [
        ['900210101', 4],
        ['900210102', 2],
        ['900210103', 1],
      ],
    )
    const home = await send('POST', '/v1/listings', {
      name: 'Sandbox Suite',
      currency: 'EUR',
      defaultDailyPrice: 140,
    })
    const suite = Number(home['id'])
    assert.equal((await rooms(sessionId)).rooms[2]?.suggestedListingId, suite)
    const mapped = await asPage('booking/map-rooms', {
      sessionId,
      mappings: [
        { roomId: '900210101', create: true },
        { roomId: '900210102', listingId: null },
        { roomId: '900210103', listingId: suite },
      ],
    })
    assert.equal(mapped.status, 200, mapped.text)
    assert.equal(mapped.body['reservationsImported'], 1)
    const done = await view(sessionId)
    assert.equal(done.status, 'completed')
    assert.equal(new URL(done.returnUrl ?? '').searchParams.get('status'), 'connected')
    const [event] = await sessionEvents({ app } as never, app.workspace.sandbox.workspaceId)
    assert.equal(event?.data['state'], 'try')
    const made = (mapped.body['rooms'] as unknown as { listingId: number }[])[0]?.listingId ?? 0
    await inStep(suite)
    await inStep(made)
    const dates = { checkIn: day(30), checkOut: day(33) }
    await send('POST', '/v1/reservations', {
      listingId: suite,
      ...dates,
      guest: { firstName: 'Ines' },
      adults: 2,
    })
    await inStep(suite)
    const { channels } = (await send(
      'GET',
      `/v1/listings/${suite}/exposure?from=${day(29)}&to=${day(33)}`,
    )) as unknown as Exposure
    assert.deepEqual(
      channels.flatMap(({ nights }) => nights.map(({ shown }) => shown?.available)),
      [true, false, false, false, true],
    )
    assert.equal((await send('GET', '/v1/connect/booking'))['connected'], true)
    assert.notEqual((await app.get('/v1/connect/booking')).body['connected'], true)
  })

  it('is connected again with the same number, and nobody is asked about rooms that are mapped', async () => {
    const answer = await app.post(
      '/v1/connect/booking/credentials',
      { credentials: { hotelId } },
      { key: app.sandboxKey },
    )
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body['created'], false)
  })
})

describe('Airbnb in a sandbox', () => {
  /** As the browser comes back with what the page's button leads to. */
  async function allowed(
    accessType: string,
    body: object = {},
  ): Promise<{ sessionId: string; answer: TestAnswer }> {
    const sessionId = await started({ allowedProviders: ['airbnb'], ...body })
    const { providers } = await view(sessionId)
    const url = new URL(providers[0]?.consent?.find((choice) => choice.accessType === accessType)?.url ?? '')
    assert.equal(url.origin + url.pathname, 'http://lodgewire.test/connect/airbnb')
    const credentials = { code: url.searchParams.get('code'), scope: url.searchParams.get('scope') }
    const answer = await asPage('airbnb/credentials', { sessionId, credentials, mapUnits: true })
    return { sessionId, answer }
  }

  it('is told as live, with every level of access', async () => {
    const { providers } = await view(await started({ allowedProviders: ['airbnb'] }))
    assert.deepEqual(
      providers[0]?.consent?.map(({ accessType, writes }) => [accessType, writes.length > 0]),
      [
        ['full_access', true],
        ['messaging', true],
        ['read_only', false],
      ],
    )
  })

  it('is connected as if its host had allowed it, and its listings are mapped', async () => {
    const { sessionId, answer } = await allowed('full_access')
    assert.equal(answer.status, 200, answer.text)
    assert.equal((await view(sessionId)).status, 'awaiting_room_mapping')
    const path = `/v1/connections/airbnb:sandbox/units?sessionId=${sessionId}`
    let known: ChannelUnits | undefined
    await until('the listings to be read', async () => {
      known = (await send('GET', path, undefined, null)) as unknown as ChannelUnits
      return known.status !== 'importing'
    })
    assert.deepEqual(
      known?.units.map(({ unit_name }) => unit_name),
      ['Sandbox Lake House', 'Sandbox City Loft'],
    )
    const [lake, loft] = known?.units ?? []
    const mapped = await app.post(
      '/v1/connections/airbnb:sandbox/mappings',
      {
        sessionId,
        mappings: [
          { unitId: lake?.unit_id, create: true },
          { unitId: loft?.unit_id, listingId: null },
        ],
        finish: true,
      },
      { key: null },
    )
    assert.equal(mapped.status, 200, mapped.text)
    assert.equal((await view(sessionId)).status, 'completed')
    const results = mapped.body['results'] as unknown as { listing_id: number; ok: boolean }[]
    assert.equal(results[0]?.ok, true, mapped.text)
    await inStep(results[0].listing_id)
  })

  it('that only lets itself be read is mapped nowhere and written to never', async () => {
    const { sessionId, answer } = await allowed('read_only', { accessType: 'read_only' })
    assert.equal(answer.status, 200, answer.text)
    assert.equal((await view(sessionId)).status, 'completed')
    const { accounts } = (await send('GET', '/v1/connect/airbnb')) as unknown as {
      accounts: { externalAccountId: string; accessType?: string }[]
    }
    const own = accounts.find(({ externalAccountId }) => externalAccountId === 'sandbox')
    assert.equal(own?.accessType, 'read_only', JSON.stringify(accounts))
  })

  it('takes no code that may be a real one', async () => {
    const sessionId = await started({ allowedProviders: ['airbnb'] })
    const credentials = { code: 'c7f0a9be21d44b', scope: 'messages_read' }
    const answer = await asPage('airbnb/credentials', { sessionId, credentials })
    assert.equal(answer.status, 403, answer.text)
    assert.ok(!answer.text.includes(credentials.code))
  })
})

it('every provider that a page offers can be chosen, and connected with what its form asks for', async () => {
  const { providers } = await view(await started({}))
  assert.ok(['airbnb', 'booking', 'hostaway'].every((id) => providers.some((one) => one.id === id)))
  for (const { id, form, pattern } of providers) {
    const sessionId = await started({})
    const chosen = await asPage(`sessions/${sessionId}/select-provider`, { provider: id })
    assert.equal(chosen.status, 200, `${id}: ${chosen.text}`)
    const value = pattern === 'claim' ? '9002102' : 'sandbox'
    const fields = form.filter(({ optional }) => !optional)
    const credentials = Object.fromEntries(
      (fields.length > 0 ? fields : form.slice(0, 1)).map(({ key, kind, choices }) => [
        key,
        choices?.[0]?.value ?? (kind === 'list' ? [value] : value),
      ]),
    )
    const done = await asPage(`${id}/credentials`, { sessionId, credentials })
    assert.equal(done.status, 200, `${id}: ${done.text}`)
  }
})

describe('the accounts of the fixtures', () => {
  it('stay as they are when they are read again', async () => {
    const { workspaceId } = app.workspace.sandbox
    const homes = async () => {
      const { rows } = await sql`
        select l.id, l.active, l.lifecycle_status, l.revision from listings l
        join connections c on c.workspace_id = l.workspace_id and c.id = l.connection_id
        where l.workspace_id = ${workspaceId} and c.external_account_id in ('900100100', '9002002')
        order by l.id`.execute(app.db)
      return rows
    }
    const before = await homes()
    assert.equal(before.length, 3)
    const { rows: accounts } = await sql<{ id: string }>`
      select id from connections where workspace_id = ${workspaceId}
        and external_account_id in ('900100100', '9002002')`.execute(app.db)
    const wish = { entities: ['listings'], since: null }
    await app.services.db.transaction().execute(async (tx) => {
      await takeSchedules(tx, { workspaceId })
      for (const { id } of accounts)
        await requestImport(tx, { workspaceId }, { id, importing: false }, wish, app.clock.now())
    })
    await until('the accounts to be read', async () => {
      const { rows } = await sql`
        select from sync_schedule where workspace_id = ${workspaceId}
          and (wake_at <= ${app.clock.now()} or holder is not null) limit 1`.execute(app.db)
      return rows.length === 0
    })
    const { rows: left } = await sql`
      select from connections where workspace_id = ${workspaceId} and import_wanted is not null`.execute(
      app.db,
    )
    assert.equal(left.length, 0, 'they were not read')
    assert.deepEqual(await homes(), before)
  })
})
