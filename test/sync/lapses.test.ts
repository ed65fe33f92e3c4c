/** What lapses because time passes is told once. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startLapses, recordLapsed } from '../../src/features/bookings/lapses/lapses.ts'
import { moveStayInstants } from '../../src/records/reservations/instants.ts'
import { publishReservations, shownNow } from '../../src/records/reservations/publish.ts'
import { openWrite } from '../../src/platform/outbox.ts'
import { startTestApp, type TestApp, type TestWorkspace } from '../harness/app.ts'
import { until } from '../harness/until.ts'
import { recordsOf } from '../reads/records.ts'

const soon = '2026-06-15T13:00:00.000Z'
const request = {
  status: 'pending',
  pending_reason: 'host_approval',
  respond_by: soon,
  lapses_at: soon,
  check_in: '2026-07-01',
  check_out: '2026-07-05',
}

describe('requests and inquiries that nobody answers', () => {
  let t: TestApp
  before(async () => {
    t = await startTestApp({ now: '2026-06-15T12:00:00.000Z' })
  })
  after(() => t?.close())

  const eventsOf = async (of: TestWorkspace) => {
    const { body } = await t.get('/v1/events', { key: of.liveKey })
    return [...body['data']!]
  }
  const fresh = async () => {
    const of = await t.addWorkspace()
    return { of, make: recordsOf(t.db, of.live) }
  }

  it('are told to have expired, once, whoever looks', async () => {
    const { of, make } = await fresh()
    const listing = await make.listing()
    const reservation = await make.reservation({ ...request, listing_id: listing })
    await make.reservation({ ...request, listing_id: listing, lapses_at: '2026-06-20T13:00:00.000Z' })
    const inquiry = await make.inquiry({ listing_id: listing, status: 'pre_approved', lapses_at: soon })
    await recordLapsed(t.services)
    assert.deepEqual(await eventsOf(of), [])

    t.clock.set('2026-06-15T13:00:00.000Z')
    await Promise.all([recordLapsed(t.services), recordLapsed(t.services), recordLapsed(t.services)])
    await recordLapsed(t.services)
    const events = await eventsOf(of)
    assert.deepEqual(
      events.map(({ event }) => event as unknown),
      ['reservation.request.updated', 'reservation.updated', 'inquiry.updated'],
    )
    const [settled, updated, expired] = events.map((event) => event['data']!)
    assert.deepEqual(
      [
        settled!['requestStatus'],
        settled!['object']!['id'],
        settled!['previousAttributes'],
        settled!['revision'],
      ] as unknown,
      ['expired', reservation, { status: 'pending' }, 2],
    )
    assert.deepEqual(
      [
        updated!['object']!['status'],
        updated!['object']!['statusDetail'],
        updated!['previousAttributes'],
      ] as unknown,
      [
        'cancelled',
        'request_expired',
        { status: 'pending', statusDetail: null, pendingReason: 'host_approval', respondBy: soon },
      ],
    )
    assert.deepEqual(
      [expired!['object']!['id'], expired!['object']!['status'], expired!['previousAttributes']] as unknown,
      [inquiry, 'expired', { status: 'pre_approved' }],
    )
    // Who asks what changed since then finds it.
    const { body } = await t.get('/v1/reservations?updated_since=2026-06-15T12:59:59Z', { key: of.liveKey })
    assert.deepEqual(
      [...body['data']!].map(({ id }) => id as unknown),
      [reservation],
    )
  })

  it('are told again only with a new deadline', async () => {
    const { of, make } = await fresh()
    const id = await make.reservation({ ...request, listing_id: await make.listing() })
    t.clock.set('2026-06-15T13:00:00.000Z')
    await recordLapsed(t.services)
    const move = (at: string) =>
      t.db.updateTable('reservations').set({ lapses_at: at }).where('id', '=', id).execute()
    await move('2026-06-15T12:30:00.000Z')
    await recordLapsed(t.services)
    const kinds = async () => (await eventsOf(of)).map(({ event }) => event as unknown)
    const lapse = ['reservation.request.updated', 'reservation.updated', 'calendar.updated']
    assert.deepEqual(await kinds(), lapse)
    await move('2026-06-15T14:00:00.000Z')
    await recordLapsed(t.services)
    assert.deepEqual(await kinds(), lapse)
    t.clock.set('2026-06-15T14:00:00.000Z')
    await recordLapsed(t.services)
    assert.deepEqual(await kinds(), [...lapse, ...lapse])
  })

  it('stay lapsed once that was told, though the place is found to lie further west', async () => {
    const { of, make } = await fresh()
    const listing = await make.listing({ time_zone: 'Pacific/Auckland' })
    // Midnight there, at the end of the day of arrival.
    const near = { lapses_at: '2026-06-15T12:00:00.000Z', created_at: '2026-06-15T11:00:00.000Z' }
    const asked = { check_in: '2026-06-15', check_out: '2026-06-18', listing_id: listing, respond_by: null }
    const told = await make.reservation({ ...request, ...asked, ...near })
    const question = await make.inquiry({
      ...near,
      check_in: '2026-06-16',
      listing_id: listing,
      respond_by: null,
    })
    const later = { check_in: '2026-06-19', lapses_at: '2026-06-19T12:00:00.000Z' }
    const open = await make.reservation({ ...request, ...asked, ...later, check_out: '2026-06-22' })
    t.clock.set('2026-06-15T13:00:00.000Z')
    await recordLapsed(t.services)
    const before = await eventsOf(of)
    assert.equal(before.length, 4)
    await t.db.updateTable('listings').set({ time_zone: 'Europe/Paris' }).where('id', '=', listing).execute()
    await t.db.transaction().execute((tx) => moveStayInstants({ tx, scope: of.live }, [listing]))
    await recordLapsed(t.services)
    assert.deepEqual(await eventsOf(of), before)
    const shown = async (path: string) => (await t.get(path, { key: of.liveKey })).body['status'] as unknown
    assert.equal(await shown(`/v1/reservations/${told}`), 'cancelled')
    assert.equal(await shown(`/v1/reservations/${open}`), 'pending')
    const deadline = async (table: 'reservations' | 'inquiries', id: string) =>
      (await t.db.selectFrom(table).select('lapses_at').where('id', '=', id).executeTakeFirst())?.lapses_at
    assert.deepEqual(await deadline('inquiries', question), new Date(near.lapses_at))
    // What nobody was told of moves: midnight in Paris.
    assert.deepEqual(await deadline('reservations', open), new Date('2026-06-19T22:00:00.000Z'))
  })

  it('that are accepted after all become bookings', async () => {
    const { of, make } = await fresh()
    const id = await make.reservation({ ...request, listing_id: await make.listing() })
    t.clock.set('2026-06-15T13:00:00.000Z')
    await recordLapsed(t.services)
    await t.db.transaction().execute(async (tx) => {
      const now = t.clock.now()
      const write = await openWrite(tx, of.live, now)
      const before = await shownNow({ tx, scope: of.live, now }, [id])
      await tx
        .updateTable('reservations')
        .set({ status: 'confirmed', pending_reason: null, respond_by: null, lapses_at: null })
        .where('id', '=', id)
        .execute()
      const source = { now, origin: 'test', runId: null }
      await publishReservations(write, source, { before, created: [], importing: null })
    })
    assert.deepEqual(
      (await eventsOf(of)).map(({ event, data }) => [event, data!['requestStatus']] as unknown),
      [
        ['reservation.request.updated', 'expired'],
        ['reservation.updated', undefined],
        ['calendar.updated', undefined],
        ['reservation.request.updated', 'accepted'],
        ['reservation.created', undefined],
        ['reservation.updated', undefined],
      ],
    )
  })

  it('are not told when they had lapsed before they were found, nor under an inactive listing', async () => {
    const { of, make } = await fresh()
    const late = { created_at: '2026-06-15T13:30:00.000Z' }
    await make.reservation({ ...request, ...late, listing_id: await make.listing() })
    await make.inquiry({ ...late, lapses_at: soon })
    const off = await make.listing({ active: false, inactive_reason: 'deactivated' })
    await make.reservation({ ...request, listing_id: off })
    await make.inquiry({ lapses_at: soon, listing_id: off })
    t.clock.set('2026-06-15T14:00:00.000Z')
    await recordLapsed(t.services)
    await t.db
      .updateTable('listings')
      .set({ active: true, inactive_reason: null })
      .where('id', '=', off)
      .execute()
    await recordLapsed(t.services)
    assert.deepEqual(await eventsOf(of), [])
  })

  it('are looked for by a timer that ends when it is told to', async () => {
    const { of, make } = await fresh()
    await make.inquiry({ lapses_at: soon })
    const lapses = startLapses(t.services)
    await until('the event', async () => (await eventsOf(of)).length === 1)
    await lapses.stop()
  })
})
