import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { startSimulator, type RunningSimulator } from '../index.ts'
import type { Listing } from './listing-record.ts'
import type { Conversation } from './message-record.ts'
import type { Reservation } from './reservation-record.ts'
import type { Review } from './review-record.ts'
import { mintToken, openAccount, type HeldState } from './test-account.ts'

suite('lists', () => {
  let simulator: RunningSimulator
  let token: string
  let held: HeldState

  before(async () => {
    simulator = await startSimulator('hostaway', { rateLimit: 'off', now: '2026-05-11T09:30:00Z' })
    token = await mintToken(simulator)
    held = simulator.operations.state(new Set()) as unknown as HeldState
  })

  after(() => simulator.close())

  async function rows<T>(path: string): Promise<T[]> {
    const response = await fetch(`${simulator.url}/v1${path}${path.includes('?') ? '&' : '?'}limit=500`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return ((await response.json()) as { result: T[] }).result
  }

  /** The filter must pass some rows and hold some back, or it proves nothing. */
  async function filters<T extends { id: number }>(
    path: string,
    all: readonly T[],
    passes: (row: T) => boolean,
  ) {
    const wanted = all.filter(passes)
    assert.ok(wanted.length > 0 && wanted.length < all.length, `${path} tells nothing apart`)
    const found = await rows<T>(path)
    assert.deepEqual(found.map((row) => row.id).toSorted(), wanted.map((row) => row.id).toSorted(), path)
  }

  test('reservations can be filtered in every documented way', async () => {
    const all = held.reservations
    const some = all.find((row) => row.guestEmail !== null) as Reservation
    const check = (query: string, passes: (row: Reservation) => boolean) =>
      filters(`/reservations?${query}`, all, passes)
    await check(`listingId=${some.listingMapId}`, (row) => row.listingMapId === some.listingMapId)
    await check('channelId=2005', (row) => row.channelId === 2005)
    await check('match=PATEL', (row) => row.guestName?.toLowerCase().includes('patel') === true)
    await check(`guestEmail=${some.guestEmail}`, (row) => row.guestEmail === some.guestEmail)
    await check('arrivalStartDate=2026-05-11', (row) => (row.arrivalDate ?? '') >= '2026-05-11')
    const inWindow = (day: string | null) => day !== null && day >= '2026-03-01' && day <= '2026-05-20'
    await check('arrivalStartDate=2026-03-01&arrivalEndDate=2026-05-20', (row) => inWindow(row.arrivalDate))
    await check('departureStartDate=2026-03-01&departureEndDate=2026-05-20', (row) =>
      inWindow(row.departureDate),
    )
    await check('latestActivityStart=2026-03-01&latestActivityEnd=2026-05-20', (row) =>
      inWindow(row.latestActivityOn?.slice(0, 10) ?? null),
    )
    await check('isStarred=1', (row) => row.isStarred === 1)
    const unread = new Set(
      held.conversations.filter((one) => one.hasUnreadMessages === 1).map((one) => one.reservationId),
    )
    await check('hasUnreadConversationMessages=true', (row) => unread.has(row.id))
    for (const none of [
      'isArchived=1',
      'isPinned=1',
      'assigneeUserId=5',
      'customerUserId=x',
      'reservationAgreement=signed',
    ]) {
      assert.deepEqual(await rows(`/reservations?${none}`), [], none)
    }
  })

  test('the latest activity filter takes whole days, both ends included', async () => {
    const day = held.reservations[50]?.latestActivityOn?.slice(0, 10) ?? ''
    await filters(
      `/reservations?latestActivityStart=${day}&latestActivityEnd=${day}`,
      held.reservations,
      (row) => row.latestActivityOn?.startsWith(day) === true,
    )
  })

  test('reservations come in every documented order, newest change first by default', async () => {
    const received = new Map(
      held.conversations.map((one) => [one.reservationId, one.messageReceivedOn ?? '']),
    )
    const keys: Record<string, (row: Reservation) => string> = {
      updatedOn: (row) => row.updatedOn ?? '',
      arrivalDate: (row) => row.arrivalDate ?? '',
      latestActivity: (row) => row.latestActivityOn ?? '',
      lastConversationMessageReceived: (row) => received.get(row.id) ?? '',
    }
    for (const [name, key] of Object.entries(keys)) {
      const up = (await rows<Reservation>(`/reservations?sortOrder=${name}`)).map(key)
      assert.deepEqual(up, up.toSorted(), name)
      if (name === 'updatedOn') continue
      const down = (await rows<Reservation>(`/reservations?sortOrder=${name}Desc`)).map(key)
      assert.deepEqual(down, down.toSorted().toReversed(), `${name}Desc`)
    }
    const plain = await rows<Reservation>('/reservations')
    const order = plain.map((row) => `${row.updatedOn} ${row.id}`)
    assert.deepEqual(order, order.toSorted().toReversed())
  })

  test('resources, payments and policies come when asked for', async () => {
    const id = held.reservations.find((row) => (row.financeField ?? []).length > 0)?.id
    const one = async (query: string) => {
      const response = await fetch(`${simulator.url}/v1/reservations/${id}?${query}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return ((await response.json()) as { result: object }).result
    }
    assert.ok('financeField' in (await one('')))
    assert.ok(!('financeField' in (await one('includeResources=0'))))
    assert.ok(!('remainingBalance' in (await one(''))))
    assert.ok('remainingBalance' in (await one('includePayments=1')))
    assert.ok('cancellationPolicyDetails' in (await one('includeCancellationPolicy=1')))
  })

  test('listings can be filtered, ordered and shown without resources', async () => {
    const all = held.listings
    const check = (query: string, passes: (row: Listing) => boolean) =>
      filters(`/listings?${query}`, all, passes)
    await check('match=loft', (row) => row.name?.toLowerCase().includes('loft') === true)
    await check('city=Kyoto', (row) => row.city === 'Kyoto')
    await check('country=Switzerland', (row) => row.countryCode === 'CH')
    await check('propertyTypeId=2', (row) => row.propertyTypeId === 2)
    await check(`contactName=${all[0]?.contactName}`, (row) => row.contactName === all[0]?.contactName)
    await check('availabilityGuestNumber=8', (row) => (row.personCapacity ?? 0) >= 8)
    await check('isBookingEngineActive=1', (row) => (row.bookingEngineUrls ?? []).length > 0)
    await check('specialStatus[]=active', (row) => row.specialStatus === null)
    await check('latestActivityStart=2026-02-01', (row) => (row.latestActivityOn ?? '') >= '2026-02-01')
    const names = (await rows<Listing>('/listings?sortOrder=nameReversed')).map((row) => row.name ?? '')
    assert.deepEqual(names, names.toSorted().toReversed())
    const [bare] = await rows<object>('/listings?includeResources=0')
    assert.ok(bare !== undefined && !('listingImages' in bare))
    const [full] = await rows<object>('/listings?attachObjects[]=bookingEngineUrls')
    assert.ok(full !== undefined && 'listingImages' in full && 'bookingEngineUrls' in full)
  })

  test('a listing is found as available only where every night has room', async () => {
    const calendarOf = (id: number) =>
      rows<{ isAvailable: number }>(`/listings/${id}/calendar?startDate=2026-06-01&endDate=2026-06-07`)
    const free: number[] = []
    for (const { id } of held.listings) {
      if ((await calendarOf(id)).every((day) => day.isAvailable === 1)) free.push(id)
    }
    await filters(
      '/listings?availabilityDateStart=2026-06-01&availabilityDateEnd=2026-06-08',
      held.listings,
      (row) => free.includes(row.id),
    )
  })

  test('reviews can be filtered; listings only in the bracket form', async () => {
    const all = held.reviews
    const some = all[0] as Review
    const check = (query: string, passes: (row: Review) => boolean) =>
      filters(`/reviews?${query}`, all, passes)
    await check(`listingMapIds[]=${some.listingMapId}`, (row) => row.listingMapId === some.listingMapId)
    await check('type=host-to-guest', (row) => row.type === 'host-to-guest')
    await check('statuses[]=published&statuses[]=expired', (row) =>
      ['published', 'expired'].includes(row.status ?? ''),
    )
    await check(`reservationId=${some.reservationId}`, (row) => row.reservationId === some.reservationId)
    await check('departureDateStart=2026-01-01&departureDateEnd=2026-03-31', (row) =>
      /^2026-0[123]/.test(row.departureDate ?? ''),
    )
    assert.equal((await rows('/reviews?listingMapIds=1')).length, all.length)
    const rated = (await rows<Review>('/reviews?sortBy=departureDate&sortOrder=asc')).map(
      (row) => row.departureDate,
    )
    assert.deepEqual(rated, rated.toSorted())
  })

  test('conversations come with their latest message and reservation, messages newest first', async () => {
    const reservationId = held.conversations[3]?.reservationId
    const [found, ...rest] = await rows<
      Conversation & { conversationMessages: object[]; Reservation: { id: number } }
    >(`/conversations?reservationId=${reservationId}`)
    assert.deepEqual(rest, [])
    assert.equal(found?.Reservation.id, reservationId)
    const messages = await rows<{ id: number; conversationId: number }>(
      `/conversations/${found?.id}/messages`,
    )
    assert.deepEqual(
      messages.map((message) => message.id),
      held.messages
        .filter((message) => message.conversationId === found?.id)
        .map((message) => message.id)
        .toReversed(),
    )
    assert.deepEqual(found?.conversationMessages, [messages[0]])
    const single = await rows<object>(`/conversations/${found?.id}/messages/${messages[0]?.id}`)
    assert.deepEqual(single, messages[0])
    const same = await rows<{ id: number }>(`/reservations/${reservationId}/conversations`)
    assert.equal(same[0]?.id, found?.id)
  })
})

test('a walk by afterId over rows that move loses none of those that stay', async (t) => {
  const { get, control, state } = await openAccount(t, { listings: 4, reservations: 90 })
  const before = state().reservations.map((row) => row.id)
  const seen: number[] = []
  let moved = 0
  for (let afterId = ''; ;) {
    const { body } = await get<Reservation[]>(`/reservations?limit=10${afterId}`)
    seen.push(...body.result.map((row) => row.id))
    assert.ok(seen.length <= before.length, 'no row comes twice')
    const last = body.result.at(-1)
    if (last === undefined) break
    afterId = `&afterId=${last.id}`
    // A row not seen yet and one that was seen move to the front; neither is the cursor.
    const hidden = before.find((id) => !seen.includes(id))
    for (const id of [hidden, seen[0]]) {
      if (moved >= 6 || id === undefined || id === last.id) continue
      moved += 1
      await control('PATCH', `/reservations/${id}`, { hostNote: `moved ${moved}` })
    }
  }
  assert.equal(moved, 6)
  assert.equal(new Set(seen).size, seen.length)
  const missed = before.filter((id) => !seen.includes(id))
  const touched = state()
    .reservations.filter((row) => row.hostNote !== null)
    .map((row) => row.id)
  assert.ok(
    missed.length > 0 && missed.every((id) => touched.includes(id)),
    'only moved rows escape the walk',
  )
})

test('walking upwards by updatedOn meets the moved rows again at the end', async (t) => {
  const { get, control, state } = await openAccount(t, { listings: 4, reservations: 60 })
  const all = state().reservations.map((row) => row.id)
  const first = (await get<Reservation[]>('/reservations?sortOrder=updatedOn&limit=20')).body.result
  await control('PATCH', `/reservations/${first[0]?.id}`, { hostNote: 'again' })
  const seen = first.map((row) => row.id)
  for (let last = first.at(-1)?.id; last !== undefined;) {
    const path = `/reservations?sortOrder=updatedOn&limit=20&afterId=${last}`
    const rows = (await get<Reservation[]>(path)).body.result
    seen.push(...rows.map((row) => row.id))
    assert.ok(seen.length <= all.length + 1, 'only the moved row comes twice')
    last = rows.at(-1)?.id
  }
  assert.deepEqual(new Set(seen), new Set(all))
  assert.equal(seen.at(-1), first[0]?.id)
  assert.equal(seen.length, all.length + 1)
})

test('when the row of afterId was deleted the list says so', async (t) => {
  const { get, control } = await openAccount(t, { listings: 2, reservations: 20 })
  const rows = (await get<Reservation[]>('/reservations?limit=5')).body.result
  const last = rows.at(-1)?.id
  assert.equal((await control('DELETE', `/reservations/${last}`)).status, 204)
  assert.equal((await get(`/reservations?limit=5&afterId=${last}`)).status, 404)
})
