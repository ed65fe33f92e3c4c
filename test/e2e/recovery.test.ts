/**
 * A backup is taken, the world goes on, the server is destroyed and restored. It reads every account before it writes,
 * keeps closed what it cannot prove open, repeats no event, and ends as the simulated providers are.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startSimulator, type RunningSimulator } from '../../simulators/index.ts'
import type { RecoveryReport } from '../../src/contract/operator-recovery.ts'
import { runScript } from '../harness/child.ts'
import { testFolder } from '../harness/folder.ts'
import { api, startServerProcess, walk, type ServerProcess } from '../harness/server-process.ts'
import { until } from '../harness/until.ts'
import { startReceiver, type Receiver } from '../webhooks/receiver.ts'

interface Stay {
  id: string
  status: string
  checkIn: string
  checkOut: string
  listingId: string
  confirmationCode: string | null
}
interface LoggedEvent {
  eventId: string
  event: string
  sequence: number
  data: { revision?: number; object?: { id?: string } }
}
interface EventPage {
  data: LoggedEvent[]
  nextAfter: number
  hasMore: boolean
  log: { latest: number }
}

const day = (days: number) => String(Temporal.Now.plainDateISO('UTC').add({ days }))
const operatorKey = randomBytes(24).toString('hex')

describe('a server restored from a backup', { concurrency: false }, () => {
  const undo: (() => unknown)[] = []
  const place = testFolder()
  const folder = path.join(place.folder, 'data')
  const copy = path.join(place.folder, 'copy')
  let airbnb: RunningSimulator
  let hostaway: RunningSimulator
  let receiver: Receiver
  let env: Record<string, string>
  let server: ServerProcess
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

  const ask = <T>(method: string, url: string, body?: unknown, headers: Record<string, string> = {}) =>
    api<T>(server, server.keys.liveKey, method, url, body, headers)
  const made = async <T>(method: string, url: string, body?: unknown, headers = {}): Promise<T> => {
    const answer = await ask<T>(method, url, body, headers)
    assert.ok(answer.status < 300, `${url}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const stays = () => walk<Stay>(server, server.keys.liveKey, '/v1/reservations')
  const report = async () => {
    const { status, body } = await api<RecoveryReport>(server, operatorKey, 'GET', '/v1/operator/recovery')
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const events = async (after: number) => {
    const all: LoggedEvent[] = []
    for (;;) {
      const { data, nextAfter, hasMore } = await made<EventPage>('GET', `/v1/events?limit=500&after=${after}`)
      all.push(...data)
      after = nextAfter
      if (!hasMore) return all
    }
  }
  const shown = (from: string, to: string) => airbnb.operations.nights?.(home.airbnbId, { from, to }) ?? []
  /** Calls that change something; signing in is none. */
  const writes = ({ calls }: RunningSimulator, since: number) =>
    calls
      .list()
      .slice(since)
      .filter(({ method, path: called }) => method !== 'GET' && !/oauth|accessTokens/i.test(called))
      .map(({ method, path: called }) => `${method} ${called}`)
  const airbnbInStep = () =>
    until('Airbnb to show our calendar', async () => {
      const { channels } = await made<{ channels: { nights: { state: string }[] }[] }>(
        'GET',
        `/v1/listings/${home.id}/exposure?from=${day(1)}&to=${day(200)}`,
      )
      return (
        channels.length > 0 && channels.every(({ nights }) => nights.every((n) => n.state === 'confirmed'))
      )
    })
  const command = async (...args: string[]) => {
    const run = runScript('src/cli.ts', args, { env: { ...env, DATA_DIR: folder }, cwd: place.folder })
    const code = await run.ended
    return { code, out: run.out(), err: run.err() }
  }

  before(async () => {
    undo.push(place.remove)
    airbnb = await startSimulator('airbnb', { listings: 2, reservations: 6, rateLimit: 'off', seed: 5 })
    undo.push(() => airbnb.close())
    hostaway = await startSimulator('hostaway', { listings: 2, reservations: 12, rateLimit: 'off', seed: 6 })
    undo.push(() => hostaway.close())
    receiver = await startReceiver({ '/slow': 'hang' })
    undo.push(() => receiver.close())
    env = {
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      VENDOR_BASE_URLS: `airbnb=${airbnb.url},hostaway=${hostaway.url}`,
      SYNC_INTERVAL_SECONDS: '1',
      ALLOW_PRIVATE_TARGETS: 'true',
      BURST_LIMIT: '100000',
      OPERATOR_API_KEY: operatorKey,
      ...airbnb.partner,
    }
    server = await startServerProcess(folder, env)
    undo.push(() => server.stop())
    for (const [vendor, { credentials }] of Object.entries({ airbnb, hostaway }))
      await made('POST', `/v1/connect/${vendor}/credentials`, {
        credentials,
        writePolicy: { reservations: { api: true } },
      })
    for (const vendor of ['airbnb', 'hostaway'])
      await until(`the import of ${vendor}`, async () => {
        const { import: progress } = await made<{ import?: { status: string } }>(
          'GET',
          `/v1/connect/${vendor}`,
        )
        return progress?.status === 'completed'
      })
  })
  after(async () => {
    for (const step of undo.reverse()) await step()
  })

  it('has a life before and after its backup', { timeout: 240_000 }, async () => {
    const listings = await walk<{ id: string; channels: { platform?: string; externalId: string }[] }>(
      server,
      server.keys.liveKey,
      '/v1/listings',
    )
    const ofAirbnb = airbnb.operations.state(new Set()) as { listings: { id: string | number }[] }
    const airbnbIds = new Set(ofAirbnb.listings.map(({ id }) => String(id)))
    const sold = listings.find(({ channels }) => channels.some((c) => airbnbIds.has(c.externalId)))
    assert.ok(sold, JSON.stringify(listings))
    home = { id: sold.id, airbnbId: sold.channels.find((c) => airbnbIds.has(c.externalId))?.externalId ?? '' }
    const pms = listings.find(({ channels }) => channels.every((c) => !airbnbIds.has(c.externalId)))
    assert.ok(pms)
    pmsListing = { id: pms.id, externalId: '' }
    await made('POST', '/v1/channels/airbnb/listings/map', { airbnbId: home.airbnbId, listingId: home.id })
    await airbnbInStep()
    await made('POST', '/v1/webhooks', { url: receiver.url('/hook'), events: ['*'] })
    await made('POST', '/v1/webhooks', { url: receiver.url('/slow'), events: ['listing.created'] })
    await made('POST', '/v1/listings', { name: 'Hut', currency: 'EUR', defaultDailyPrice: 100 })
    await until('a delivery that hangs', () => receiver.at('/slow').length > 0)

    takenAt = new Date().toISOString()
    const { code, err } = await command('backup', copy)
    assert.equal(code, 0, err)

    // A direct booking is known here and on no other system but by the nights it closes.
    const { days: nights } = await made<{ days: { date: string; available: boolean }[] }>(
      'GET',
      `/v1/availability/${home.id}?from=${day(30)}&to=${day(120)}`,
    )
    const start = nights.findIndex((_, i) => nights.slice(i, i + 5).every(({ available }) => available))
    assert.ok(start >= 0, JSON.stringify(nights).slice(0, 400))
    directStay = { checkIn: nights[start]?.date ?? '', checkOut: nights[start + 3]?.date ?? '' }
    await made('POST', '/v1/reservations', {
      listingId: home.id,
      ...directStay,
      adults: 1,
      guest: { firstName: 'Direct' },
    })
    pmsBooked = await made('POST', '/v1/reservations', pmsStay(), { 'idempotency-key': key.key })
    const known = hostaway.operations.state(new Set()) as { reservations: { id: number; status: string }[] }
    const standing = known.reservations.filter(({ status }) => status === 'new' || status === 'modified')
    hostaway.operations.cancelReservation(String(standing[0]?.id), {})
    airbnb.operations.createReservation({})
    await airbnbInStep()
    await until('Airbnb to show the direct booking closed', () =>
      shown(directStay.checkIn, directStay.checkIn).every(({ left }) => left === 0),
    )
    const all = await events(0)
    await until('the last event to be delivered', () => receiver.at('/hook').length >= 5)
    lost.sequence = all.at(-1)?.sequence ?? 0
    for (const { eventId } of all) lost.eventIds.add(eventId)
    for (const { data } of all)
      if (data.revision !== undefined && data.object?.id !== undefined)
        lost.revisions.set(data.object.id, Math.max(lost.revisions.get(data.object.id) ?? 0, data.revision))
    lost.reservationId = Math.max(...(await stays()).map(({ id }) => Number(id)))
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
      await server.kill()
      rmSync(folder, { recursive: true })
      // Guests book while the server is away.
      airbnb.operations.createReservation({})
      hostaway.operations.createReservation({})
      cpSync(copy, folder, { recursive: true })
      const restored = { backup: 'copy', taken_at: takenAt, restored_at: new Date().toISOString() }
      writeFileSync(path.join(folder, 'restored.json'), JSON.stringify(restored))
      callsBefore = { airbnb: airbnb.calls.list().length, hostaway: hostaway.calls.list().length }
      airbnb.faults.add({ kind: '500', path: '/v2/reservations', count: 100_000 })
      server = await startServerProcess(folder, env)
      assert.ok(readdirSync(folder).some((name) => /^restored-\d+\.json$/.test(name)))

      const refused = await fetch(`${server.baseUrl}/v1/reservations`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.keys.liveKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(pmsStay()),
      })
      const body = (await refused.json()) as { error: { code: string; message: string } }
      assert.equal(refused.status, 503, JSON.stringify(body))
      assert.equal(body.error.code, 'service_unavailable')
      assert.match(body.error.message, /restored from a backup and has not read connection \d+/)
      assert.ok(Number(refused.headers.get('retry-after')) > 0)
      const read = await fetch(`${server.baseUrl}/v1/events?after=${lost.sequence}`, {
        headers: { authorization: `Bearer ${server.keys.liveKey}` },
      })
      const { epoch } = await report()
      assert.deepEqual([read.status, read.headers.get('event-epoch')], [200, String(epoch)])
      assert.ok(epoch > 1)

      await server.kill()
      server = await startServerProcess(folder, env)
      assert.equal((await report()).epoch, epoch, 'one restore begins one epoch')
      assert.equal((await report()).recovery?.state, 'reconciling')
      assert.deepEqual([...writes(airbnb, callsBefore.airbnb), ...writes(hostaway, callsBefore.hostaway)], [])
      airbnb.faults.clear()
      const done = await until(
        'every account to be reconciled',
        async () => {
          const { recovery } = await report()
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
    const { recovery } = await report()
    const kept = recovery?.keptNights.filter(({ listingId }) => listingId === home.id).map(({ date }) => date)
    const held = [0, 1, 2].map((n) => String(Temporal.PlainDate.from(directStay.checkIn).add({ days: n })))
    assert.deepEqual(
      held.filter((date) => !kept?.includes(date)),
      [],
      JSON.stringify(recovery?.keptNights),
    )
    await airbnbInStep()
    assert.ok(shown(held[0] ?? '', held[2] ?? '').every(({ left }) => left === 0))
    const again = await ask<{ error?: { code: string } }>('POST', '/v1/reservations', {
      listingId: home.id,
      ...directStay,
      adults: 1,
      guest: { firstName: 'Other' },
    })
    assert.equal(again.status, 422, JSON.stringify(again.body))
    assert.match(JSON.stringify(again.body), /a booking may have been lost/)
  })

  it('has every stay as the provider has it, and gives no id out twice', async () => {
    const state = hostaway.operations.state(new Set()) as {
      reservations: {
        status: string
        arrivalDate: string
        departureDate: string
        pendingExpireDate?: string | null
      }[]
    }
    // A request that nobody answered in time has lapsed here; the simulator shows it as pending for good.
    const hasLapsed = (until?: string | null) =>
      until != null && Date.parse(`${until.replace(' ', 'T')}Z`) < Date.now()
    const ours = await walk<Stay & { externalId?: string }>(server, server.keys.liveKey, '/v1/reservations')
    const atAirbnb = airbnb.operations.state(new Set()) as {
      reservations: { confirmation_code: string; start_date: string; nights: number }[]
    }
    for (const { confirmation_code: code, start_date: checkIn } of atAirbnb.reservations) {
      const stay = ours.find(({ confirmationCode }) => confirmationCode === code)
      assert.equal(stay?.checkIn, checkIn, code)
    }
    const datesOf = (rows: { checkIn: string; checkOut: string; cancelled: boolean }[]) =>
      rows.map(({ checkIn, checkOut, cancelled }) => `${checkIn} ${checkOut} ${cancelled}`).toSorted()
    const codes = new Set(atAirbnb.reservations.map(({ confirmation_code }) => confirmation_code))
    assert.deepEqual(
      datesOf(
        ours
          .filter(({ confirmationCode }) => !codes.has(String(confirmationCode)))
          .map(({ checkIn, checkOut, status }) => ({ checkIn, checkOut, cancelled: status === 'cancelled' })),
      ),
      datesOf(
        state.reservations
          .filter(({ status }) => !/inquiry/i.test(status))
          .map(({ arrivalDate, departureDate, status, pendingExpireDate }) => ({
            checkIn: arrivalDate,
            checkOut: departureDate,
            cancelled:
              /cancel|decline|expire|unknown/i.test(status) ||
              (status === 'pending' && hasLapsed(pendingExpireDate)),
          })),
      ),
    )
    const late = ours.filter(({ checkIn }) => checkIn === day(300))
    assert.equal(late.length, 1)
    assert.ok(Number(late[0]?.id) > lost.reservationId, `${late[0]?.id} after ${lost.reservationId}`)
  })

  it('finds the booking of a key that it has forgotten', async () => {
    const again = await made<typeof pmsBooked>('POST', '/v1/reservations', pmsStay(), {
      'idempotency-key': key.key,
    })
    assert.equal(again.pms.reservationId, pmsBooked.pms.reservationId)
    const { reservations } = hostaway.operations.state(new Set()) as {
      reservations: { arrivalDate: string }[]
    }
    assert.equal(reservations.filter(({ arrivalDate }) => arrivalDate === day(300)).length, 1)
  })

  it('numbers events on in an epoch of its own and sends none twice', async () => {
    const fresh = await events(lost.sequence)
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
      receiver.at('/hook').some(({ json }) => json.eventId === fresh.at(-1)?.eventId),
    )
    const ids = receiver.at('/hook').map(({ json }) => json.eventId)
    assert.equal(new Set(ids).size, ids.length, 'an event came twice')
    const last = receiver.at('/hook').find(({ json }) => json.eventId === fresh.at(-1)?.eventId)
    assert.equal(last?.headers['event-epoch'], String((await report()).epoch))
  })

  it('sends held deliveries and opens nights when the operator says so', async () => {
    const slow = receiver.at('/slow').length
    const shownReport = await command('recovery')
    assert.match(shownReport.out, /Every account was reconciled/)
    assert.match(shownReport.out, /DELIVERIES HELD/)
    const released = await command('recovery', 'release-deliveries')
    assert.match(released.out, /^[1-9]\d* deliveries are sent now/, released.err)
    await until('a held delivery', () => receiver.at('/slow').length > slow)
    const opened = await command(
      'recovery',
      'open-night',
      server.keys.workspaceId,
      home.id,
      directStay.checkIn,
    )
    assert.match(opened.out, new RegExp(`Open again: ${directStay.checkIn}`), opened.err)
    await until('the night to open on Airbnb', () =>
      shown(directStay.checkIn, directStay.checkIn).every(({ left }) => left > 0),
    )
    const wrong = await command(
      'recovery',
      'open-night',
      server.keys.workspaceId,
      home.id,
      directStay.checkIn,
    )
    assert.equal(wrong.code, 1)
    assert.match(wrong.err, /no such night that was kept closed/)
  })
})
