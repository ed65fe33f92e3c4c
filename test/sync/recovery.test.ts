/**
 * After a restore: nothing is written to an account before it was read as a whole, and numbers
 * given out since the backup are given to nothing else.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { connectors } from '../../src/connectors/index.ts'
import { VendorError } from '../../src/connector-kit/vendor-error.ts'
import { declareRecovery } from '../../src/features/recovery/declare.ts'
import { waitsForReconciliation } from '../../src/features/recovery/reconciled-gate.ts'
import { parseRestored } from '../../src/features/recovery/restored-file.ts'
import { routes } from '../../src/features/routes.ts'
import { recoveryState } from '../../src/platform/recovery-state.ts'
import { newId } from '../../src/platform/tenant.ts'
import { startVendorWorld, type VendorWorld } from '../bookings/vendor-world.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { makerOf } from '../harness/fixtures.ts'

const hour = 3_600_000

function declare(
  { db, clock }: Pick<TestApp, 'db' | 'clock'>,
  takenAt = new Date(clock.now().getTime() - hour),
) {
  const at = clock.now()
  return declareRecovery(db, { backup: 'test', takenAt, restoredAt: at, at }, 'system')
}

async function calendarFile(app: TestApp, listingId: string): Promise<string> {
  const made = await app.post(`/v1/listings/${listingId}/ical-exports`, { name: 'Reader', platform: 'other' })
  assert.equal(made.status, 201, made.text)
  return new URL(String(made.body['url'])).pathname
}

const setState = (db: TestApp['db'], state: string) =>
  sql`update recovery_accounts set state = ${state}, next_look_at = ${state === 'open' ? null : sql`now()`}`.execute(
    db,
  )

describe('while an account is read after a restore', { concurrency: false }, () => {
  let world: VendorWorld
  let own = ''
  let filesOfOwn: string[] = []
  let fileOfAccount = ''
  let authorization = ''
  before(async () => {
    world = await startVendorWorld('hostaway')
    await world.stopWorkers()
    const { app, slot } = world
    own = await makerOf(app.db, app.scope).listing({ currency: 'EUR', default_nightly_price: '90.00' })
    // The world knows one vendor.
    app.services.connectors = { ...connectors, ...app.services.connectors }
    const vrbo = await app.post('/v1/connect/vrbo', {})
    assert.equal(vrbo.status, 200, vrbo.text)
    const { username, password } = vrbo.body as Record<string, unknown>
    authorization = `Basic ${Buffer.from(`${String(username)}:${String(password)}`).toString('base64')}`
    const mapped = await app.post('/v1/channels/vrbo/listings/map', { listingId: Number(own) })
    assert.equal(mapped.status, 200, mapped.text)
    fileOfAccount = await calendarFile(app, slot().listingId)
    filesOfOwn = [
      await calendarFile(app, own),
      '/vrbo/feeds/availability.xml',
      `/vrbo/feeds/availability/${own}.xml`,
      `/vrbo/feeds/rates/${own}.xml`,
    ]
    for (const url of [fileOfAccount, ...filesOfOwn]) assert.equal((await read(url)).statusCode, 200, url)
    await declare(app)
  })
  const read = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    world.app.raw({ method, url, headers: { authorization, ...headers } })
  const expectHeldBack = async (url: string) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await read(url, { 'if-modified-since': new Date(0).toUTCString() }, method)
      assert.equal(answer.statusCode, 503, `${method} ${url}: ${answer.body}`)
      assert.ok(Number(answer.headers['retry-after']) > 0)
      assert.ok(!answer.body.includes('hostaway'), answer.body)
    }
  }
  after(() => world?.close())

  it('every write of records is refused, and nothing else', async () => {
    const { app } = world
    let refused = 0
    for (const route of routes) {
      if (route.auth === 'none' || route.auth === 'operator' || route.capability) continue
      // A key makes 600 requests a minute.
      app.clock.advance(200)
      if (/[kK]ey|signOut|signIn|disconnect|member/i.test(route.id) && route.method !== 'GET') continue
      const url = route.url.replaceAll(/:[A-Za-z]+/g, '1')
      const answer = await app.call(route.method, url, route.method === 'GET' ? {} : { body: {} })
      const isHeld = answer.status === 503 && answer.text.includes('restored from a backup')
      assert.equal(
        isHeld,
        waitsForReconciliation(route as never),
        `${route.method} ${route.url}: ${answer.text}`,
      )
      if (!isHeld) continue
      refused += 1
      assert.equal(answer.body['error']?.['code'], 'service_unavailable')
      assert.match(answer.text, new RegExp(`connection ${world.connectionId} \\(hostaway\\)`))
      assert.ok(Number(answer.headers['retry-after']) > 0)
      const sandbox = await app.call(route.method, url, { body: {}, key: app.sandboxKey })
      assert.ok(!sandbox.text.includes('restored from a backup'), route.url)
    }
    assert.ok(refused > 60, `${refused}`)
  })

  it('no call that may change something leaves for the vendor', async () => {
    const { simulator } = world
    const seen = () => simulator.calls.list().filter(({ path }) => path === '/v1/written').length
    for (const method of ['post', 'put', 'patch', 'delete'] as const) {
      const sent = world.asked(({ http }) => http[method]('/v1/written', { body: {} }))
      await assert.rejects(
        sent,
        (error) => error instanceof VendorError && error.isRecovering === true,
        method,
      )
    }
    assert.equal(seen(), 0)
    // A read by POST goes out, and fails only because the vendor has no such path.
    const read = world.asked(({ http }) => http.post('/v1/written', { body: {}, safe: true }))
    await assert.rejects(read, (error) => error instanceof VendorError && error.isRecovering === undefined)
    assert.ok(seen() > 0)
  })

  it('no file tells others of nights, which keep the last one', async () => {
    for (const state of ['comparing', 'reading']) {
      await setState(world.app.db, state)
      for (const url of [fileOfAccount, ...filesOfOwn]) await expectHeldBack(url)
    }
  })

  it('an account that needs a person holds up itself alone', async () => {
    const { app, send, slot } = world
    await setState(app.db, 'stuck')
    await expectHeldBack(fileOfAccount)
    for (const url of filesOfOwn) assert.equal((await read(url)).statusCode, 200, url)
    const { listingId, checkIn, checkOut } = slot()
    const guest = { firstName: 'Ada', lastName: 'Lovelace' }
    const booked = await send('POST', '/v1/reservations', { listingId, checkIn, checkOut, guest, adults: 1 })
    assert.equal(booked.status, 503, booked.text)
    assert.match(booked.text, /has not read this account again yet/)
    const own = await send('POST', '/v1/listings', { name: 'Hut', currency: 'EUR', defaultDailyPrice: 90 })
    assert.equal(own.status, 201, own.text)
    const hut = { listingId: own.body['id'], checkIn, checkOut, guest, adults: 1 }
    assert.equal((await send('POST', '/v1/reservations', hut)).status, 201)
    await setState(app.db, 'open')
    assert.equal((await read(fileOfAccount)).statusCode, 200)
    const again = await send('POST', '/v1/reservations', { listingId, checkIn, checkOut, guest, adults: 1 })
    assert.equal(again.status, 201, again.text)
  })
})

describe('the numbers of a restored database', { concurrency: false }, () => {
  const apps: TestApp[] = []
  after(async () => {
    for (const app of apps) await app.close()
  })
  const restored = async (laterMs: number) => {
    const app = await startTestApp()
    apps.push(app)
    const takenAt = new Date(app.clock.now().getTime() - hour)
    app.clock.advance(laterMs)
    return { app, takenAt }
  }
  const numbersOf = async ({ db, scope }: TestApp) => {
    const { rows } = await sql<{ sequence: string }>`
      select sequence from workspace_heads where workspace_id = ${scope.workspaceId}`.execute(db)
    const { epoch, revisionsAhead } = recoveryState()
    const ids = await Promise.all(
      (['reservations', 'guests', 'listings'] as const).map((t) => newId(db, scope, t)),
    )
    return { sequence: Number(rows[0]?.sequence), epoch, revisionsAhead, ids: ids.map(Number) }
  }

  it('are behind all that an earlier restore of the same backup gave out', async () => {
    const first = await restored(0)
    await declare(first.app, first.takenAt)
    const early = await numbersOf(first.app)
    assert.ok(early.sequence > 1_000_000 && early.ids.every((id) => id > 1_000_000), JSON.stringify(early))
    const second = await restored(10 * 60_000)
    await declare(second.app, second.takenAt)
    const late = await numbersOf(second.app)
    // Six hundred seconds went by between the two.
    assert.equal(late.sequence - early.sequence, 600_000)
    assert.ok(late.ids.every((id, i) => id - (early.ids[i] ?? 0) === 600_000))
    assert.equal(late.revisionsAhead - early.revisionsAhead, 600)
    assert.ok(late.epoch > early.epoch)
  })

  it('jump once for one restore, whoever declares it how often', async () => {
    const { app, takenAt } = await restored(0)
    const at = app.clock.now()
    const recovery = { backup: 'b', takenAt, restoredAt: at, at }
    const declared = await Promise.all([1, 2].map(() => declareRecovery(app.db, recovery, 'system')))
    assert.deepEqual(declared.map(({ isNew }) => isNew).toSorted(), [false, true])
    assert.equal(declared[0]?.epoch, declared[1]?.epoch)
    const { sequence } = await numbersOf(app)
    await declareRecovery(app.db, { ...recovery, at: new Date(at.getTime() + hour) }, 'system')
    assert.equal((await numbersOf(app)).sequence, sequence)
  })

  it('of the log are read on over the jump, also by a filter', async () => {
    const { app, takenAt } = await restored(0)
    await app.post('/v1/listings', { name: 'Before', currency: 'EUR' })
    const before = await app.get('/v1/events')
    await declare(app, takenAt)
    await app.post('/v1/listings', { name: 'After', currency: 'EUR' })
    const last = Number(before.body['nextAfter'])
    // Some events were given out and lost after the backup.
    const page = await app.get(`/v1/events?after=${last + 50}&type=listing.created`)
    assert.equal(page.status, 200, page.text)
    const names = (page.body['data'] as unknown as { data: { object: { name: string } } }[]).map(
      ({ data }) => data.object.name,
    )
    assert.deepEqual(names, ['After'])
    assert.equal(page.headers['event-epoch'], String(recoveryState().epoch))
    const first = await app.get('/v1/events?type=listing.created')
    assert.equal(first.body['hasMore'], true)
    const next = await app.get(`/v1/events?type=listing.created&after=${String(first.body['nextAfter'])}`)
    assert.deepEqual([(next.body['data'] as unknown[]).length, next.body['hasMore']], [1, false])
  })
})

describe('restored.json', () => {
  const taken_at = '2026-11-27T03:00:00Z'
  const restored_at = '2026-11-28T03:00:00Z'
  it('says when the backup was taken', () => {
    const read = parseRestored(JSON.stringify({ backup: 'nightly', taken_at, restored_at }), 'restored.json')
    assert.deepEqual(read, {
      backup: 'nightly',
      takenAt: new Date(taken_at),
      restoredAt: new Date(restored_at),
    })
  })
  for (const [text, why] of [
    ['{', /is no JSON/],
    ['{}', /no time in "taken_at"/],
    [JSON.stringify({ taken_at, restored_at: 'yesterday' }), /no time in "restored_at": "yesterday"/],
    [JSON.stringify({ taken_at: restored_at, restored_at: taken_at }), /taken after it was restored/],
  ] as const)
    it(`is refused with the reason: ${text}`, () => {
      assert.throws(() => parseRestored(text, 'restored.json'), why)
    })
})
