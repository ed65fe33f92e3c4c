/** The first import holds what the PMS holds, field by field, compared with the simulator's own records. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { outdatedReservations } from '../../src/records/reservations/shown.ts'
import { startWorld, type ShownConnection, type VendorRow, type World } from './world.ts'

interface Stay {
  id: string
  listingId: string
  checkIn: string
  checkOut: string
  status: string
  source: string | null
  confirmationCode: string
  bookedAt: string | null
  primaryGuest?: { firstName: string | null; lastName: string | null; email: string | null }
  occupancy?: { total: number | null }
  financials?: { totalPrice: number | null; currency: string | null }
  unit: { id: string; name: string } | null
  statusDetail?: string
  pendingReason?: string
}

let world: World
before(async () => {
  world = await startWorld({ listings: 12, reservations: 220, seed: 11 })
  await world.connect()
  await world.startWorker()
  await world.settle()
})
after(() => world.close())

const codeOf = (row: VendorRow) =>
  String(row.confirmationCode || row.channelReservationId || row.reservationId || row.id)
const pendingWords = ['pending', 'unconfirmed', 'awaitingPayment', 'awaitingGuestVerification']
const cancelledWords = ['cancelled', 'declined', 'expired', 'unknown']
const instant = (text: string | null) => (text ? new Date(`${text.replace(' ', 'T')}Z`).toISOString() : null)
const isInquiry = (row: VendorRow) =>
  String(row.status).startsWith('inquiry') || Boolean(row.isDatesUnspecified)
const isBlock = (row: VendorRow) =>
  row.arrivalDate === row.departureDate && !cancelledWords.includes(String(row.status))

function sourceOf(row: VendorRow): string {
  if (row.status === 'ownerStay') return 'owner'
  const sources: Record<string, string> = {
    2018: 'airbnb',
    2002: 'vrbo',
    2009: 'vrbo',
    2010: 'vrbo',
    2005: 'booking.com',
    2000: 'direct',
    2013: 'website',
    2017: 'website',
  }
  return sources[String(row.channelId)] ?? 'other'
}

test('the texts that were put together without looking anything up are those that what is stored makes', async () => {
  const { app } = world
  const { rows } = await sql<{ id: string }>`
    select id from reservations where workspace_id = ${app.workspace.id}`.execute(app.db)
  const ids = rows.map(({ id }) => id)
  assert.ok(ids.length > 150)
  assert.deepEqual(await outdatedReservations(app.db, { workspaceId: app.workspace.id }, ids), new Set())
})

test('the import is complete and says so', async () => {
  const body = await world.get<ShownConnection>('/v1/connect/hostaway')
  assert.equal(body.connected, true)
  assert.equal(body.status, 'active')
  assert.equal(body.import?.status, 'completed', JSON.stringify(body.import))
  const { listings, reservations, conversations, messages } = world.state()
  const counts = Object.fromEntries(
    (body.import?.results ?? []).map((one) => [one.entityType, [one.processed, one.errors]]),
  )
  assert.deepEqual(counts.listings, [listings.length, 0])
  assert.deepEqual(counts.reservations, [reservations.length, 0])
  assert.deepEqual(counts.conversations, [conversations.length, 0])
  assert.deepEqual(counts.calendar, [listings.length, 0])
  assert.equal(counts.messages?.[0], new Set(messages.map((message) => message.conversationId)).size)
})

test('listings', async () => {
  const held = await world.all<Record<string, unknown>>('/v1/listings')
  assert.deepEqual(
    held.map((listing) => [listing.name, (listing.address as { city: string }).city, listing.status]).sort(),
    world
      .state()
      .listings.map((row) => [row.internalListingName || row.name, row.city, 'active'])
      .sort(),
  )
})

test('every stay with its status, dates, price, guest and counts; inquiries and blocks are none', async () => {
  const listings = await world.all<{ id: string; name: string }>('/v1/listings')
  const names = new Map(listings.map(({ id, name }) => [id, name]))
  const vendorNames = new Map(
    world.state().listings.map((row) => [row.id, String(row.internalListingName || row.name)]),
  )
  const held = await world.all<Stay>('/v1/reservations')
  const shown = held.map((stay) => ({
    listing: names.get(stay.listingId),
    code: stay.confirmationCode,
    checkIn: stay.checkIn,
    checkOut: stay.checkOut,
    status: stay.status === 'completed' ? 'confirmed' : stay.status,
    source: stay.source,
    total: stay.financials?.totalPrice ?? null,
    currency: stay.financials?.currency ?? null,
    bookedAt: stay.bookedAt,
    guest: [stay.primaryGuest?.firstName, stay.primaryGuest?.lastName].filter(Boolean).join(' '),
    guests: stay.occupancy?.total ?? null,
  }))
  const wanted = world
    .state()
    .reservations.filter((row) => !isInquiry(row) && !isBlock(row))
    .map((row) => {
      const owner = row.status === 'ownerStay'
      const word = String(row.status)
      const standing = pendingWords.includes(word) ? 'pending' : 'confirmed'
      return {
        listing: vendorNames.get(Number(row.listingMapId)),
        code: codeOf(row),
        checkIn: row.arrivalDate,
        checkOut: row.departureDate,
        status: cancelledWords.includes(word) ? 'cancelled' : standing,
        source: sourceOf(row),
        total: row.totalPrice,
        currency: row.currency,
        bookedAt: instant(row.reservationDate ?? null),
        guest: owner ? '' : [row.guestFirstName, row.guestLastName].filter(Boolean).join(' '),
        guests: owner ? null : row.numberOfGuests,
      }
    })
  const lapsed = new Set(
    held.filter((stay) => stay.statusDetail === 'request_expired').map((s) => s.confirmationCode),
  )
  const byCode = (a: { code: string }, b: { code: string }) => (a.code < b.code ? -1 : 1)
  assert.deepEqual(
    shown.sort(byCode),
    // A request nobody answered reads as cancelled, whatever the vendor still calls it.
    wanted.map((row) => (lapsed.has(row.code) ? { ...row, status: 'cancelled' } : row)).sort(byCode),
  )
  assert.ok(held.some((stay) => stay.status === 'completed'))
  assert.ok(held.some((stay) => stay.source === 'owner' && !('primaryGuest' in stay)))
})

test('rooms: stays name the unit they have', async () => {
  const units = new Map(
    world.state().listingUnits.flatMap(({ units: list }) => list.map((unit) => [unit.id, unit.name])),
  )
  const wanted = world
    .state()
    .reservations.filter((row) => !isInquiry(row) && !isBlock(row))
    .flatMap((row) => {
      const [first] = (row.reservationUnit ?? []) as unknown as { listingUnitId: number }[]
      return first ? [[codeOf(row), units.get(first.listingUnitId)]] : []
    })
  const held = await world.all<Stay>('/v1/reservations')
  assert.deepEqual(
    held.flatMap((s) => (s.unit ? [[s.confirmationCode, s.unit.name]] : [])).sort(),
    wanted.sort(),
  )
  assert.ok(wanted.length > 0)
})

test('inquiries are inquiries', async () => {
  const held = await world.all<{ status: string; conversationId: string | null }>('/v1/inquiries?status=all')
  const wanted = world.state().reservations.filter(isInquiry)
  assert.equal(held.length, wanted.length)
  assert.ok(wanted.length > 0)
  const linked = world.state().conversations.filter((c) => wanted.some((row) => row.id === c.reservationId))
  assert.equal(held.filter((inquiry) => inquiry.conversationId !== null).length, linked.length)
})

test('calendars', async () => {
  const { listings, calendar } = world.state()
  const held = await world.all<{ id: string; name: string }>('/v1/listings')
  for (const { id: listingMapId, days } of calendar) {
    const vendor = listings.find((row) => row.id === listingMapId)
    const id = held.find(({ name }) => name === (vendor?.internalListingName || vendor?.name))?.id
    const [first] = days
    const last = days.at(-1)
    const body = await world.get<{ days: { date: string; available: boolean; price: number }[] }>(
      `/v1/availability/${id}?from=${first?.date}&to=${last?.date}`,
    )
    const shown = body.days
    assert.deepEqual(
      shown.map(({ date, available, price }) => [date, available, price]),
      days.slice(0, 366).map((day) => [day.date, Boolean(day.isAvailable), day.price]),
    )
  }
})

test('conversations with all their messages, linked to stay and guest', async () => {
  const state = world.state()
  const threads = await world.all<{ id: string; reservationId: string | null; guestId: string | null }>(
    '/v1/conversations',
  )
  assert.equal(threads.length, state.conversations.length)
  const bodies: string[] = []
  for (const { id } of threads) {
    const messages = await world.all<{ body: string; direction: string; sentAt: string }>(
      `/v1/conversations/${id}/messages`,
    )
    bodies.push(...messages.map((message) => `${message.direction} ${message.body}`))
  }
  assert.deepEqual(
    bodies.sort(),
    state.messages.map((row) => `${row.isIncoming ? 'inbound' : 'outbound'} ${row.body ?? ''}`).sort(),
  )
  const stays = new Set(
    state.reservations.filter((row) => !isInquiry(row) && !isBlock(row)).map((row) => Number(row.id)),
  )
  assert.equal(
    threads.filter((thread) => thread.reservationId !== null).length,
    state.conversations.filter((row) => stays.has(Number(row.reservationId))).length,
  )
  assert.ok(threads.every((thread) => thread.guestId !== null))
})

test('reviews that were written', async () => {
  const held = await world.all<{ publicReview: string; reservationId: string | null }>(
    '/v1/reviews?reviewer_role=all',
  )
  const written = world
    .state()
    .reviews.filter((row) => ['submitted', 'published'].includes(String(row.status)))
  assert.deepEqual(
    held.map((review) => review.publicReview).sort(),
    written.map((row) => row.publicReview).sort(),
  )
  assert.ok(held.every((review) => review.reservationId !== null))
})

test('nothing of what was there before is told as news', async () => {
  assert.deepEqual(await world.events(), [])
})

test('reading everything again changes nothing and moves no updatedAt', async () => {
  const before = await world.all('/v1/reservations')
  const listings = await world.all('/v1/listings')
  const reviews = await world.all('/v1/reviews?reviewer_role=all')
  await world.pass(25 * 3600)
  const body = await world.get<ShownConnection>('/v1/connect/hostaway')
  assert.equal(body.import?.status, 'completed')
  const changed = (body.import?.results ?? []).filter(
    (one) => one.changed > 0 && one.entityType !== 'calendar',
  )
  assert.deepEqual(changed, [])
  assert.deepEqual(await world.all('/v1/listings'), listings)
  assert.deepEqual(await world.all('/v1/reviews?reviewer_role=all'), reviews)
  const updated = (rows: Record<string, unknown>[]) => rows.map((row) => [row.id, row.updatedAt])
  assert.deepEqual(updated(await world.all('/v1/reservations')), updated(before))
  assert.deepEqual(await world.events(), [])
})
