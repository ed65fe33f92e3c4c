import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Conversation, Listing, Message, Reservation, Review } from './records.ts'
import { openAccount } from './test-account.ts'

async function open(t: TestContext) {
  const { get, state } = await openAccount(t)
  const read = async <T>(path: string) => (await get<T>(path)).body.result
  const rows = <T>(path: string) => read<T[]>(`${path}${path.includes('?') ? '&' : '?'}limit=500`)
  const check =
    <T extends { id: number }>(path: string, all: readonly T[]) =>
    async (query: string, passes: (row: T) => boolean) => {
      const wanted = all.filter(passes).map(({ id }) => id)
      // The filter must pass some rows and hold some back, or it proves nothing.
      assert.ok(wanted.length > 0 && wanted.length < all.length, `${query} tells nothing apart`)
      const found = (await rows<T>(`${path}?${query}`)).map(({ id }) => id)
      assert.deepEqual(found.toSorted(), wanted.toSorted(), query)
    }
  return { held: state(), read, rows, check }
}

const isWithin = (day: string | null) => day !== null && day >= '2026-03-01' && day <= '2026-05-20'
const activityDay = (row: Reservation) => row.latestActivityOn?.slice(0, 10) ?? null

test('reservations can be filtered in every documented way', async (t) => {
  const { held, rows, ...account } = await open(t)
  const check = account.check('/reservations', held.reservations)
  const some = held.reservations.find((row) => row.guestEmail !== null)
  await check(`listingId=${some?.listingMapId}`, (row) => row.listingMapId === some?.listingMapId)
  await check('channelId=2005', (row) => row.channelId === 2005)
  await check('match=PATEL', (row) => row.guestName?.toLowerCase().includes('patel') === true)
  await check(`guestEmail=${some?.guestEmail}`, (row) => row.guestEmail === some?.guestEmail)
  await check('arrivalStartDate=2026-05-11', (row) => (row.arrivalDate ?? '') >= '2026-05-11')
  const between = (name: string, from: string, to: string) =>
    `${name}${from}=2026-03-01&${name}${to}=2026-05-20`
  await check(between('arrival', 'StartDate', 'EndDate'), (row) => isWithin(row.arrivalDate))
  await check(between('departure', 'StartDate', 'EndDate'), (row) => isWithin(row.departureDate))
  await check(between('latestActivity', 'Start', 'End'), (row) => isWithin(activityDay(row)))
  // Whole days count, both ends included.
  const day = activityDay(held.reservations[50] as Reservation)
  await check(`latestActivityStart=${day}&latestActivityEnd=${day}`, (row) => activityDay(row) === day)
  await check('isStarred=1', (row) => row.isStarred === 1)
  const unread = held.conversations.filter((one) => one.hasUnreadMessages === 1)
  const ids = new Set(unread.map((one) => one.reservationId))
  await check('hasUnreadConversationMessages=true', (row) => ids.has(row.id))
  const none = ['isArchived=1', 'isPinned=1', 'assigneeUserId=5', 'customerUserId=x']
  for (const query of [...none, 'reservationAgreement=signed'])
    assert.deepEqual(await rows(`/reservations?${query}`), [], query)
})

test('reservations come in every documented order, newest change first by default', async (t) => {
  const { held, rows } = await open(t)
  const received = new Map(held.conversations.map((one) => [one.reservationId, one.messageReceivedOn ?? '']))
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

test('resources, payments and policies come when asked for', async (t) => {
  const { held, read } = await open(t)
  const id = held.reservations.find((row) => (row.financeField ?? []).length > 0)?.id
  const has = async (name: string, query: string) =>
    name in (await read<object>(`/reservations/${id}?${query}`))
  assert.ok(await has('financeField', ''))
  assert.ok(!(await has('financeField', 'includeResources=0')))
  assert.ok(!(await has('remainingBalance', '')))
  assert.ok(await has('remainingBalance', 'includePayments=1'))
  assert.ok(await has('cancellationPolicyDetails', 'includeCancellationPolicy=1'))
})

test('listings can be filtered, ordered and shown without resources', async (t) => {
  const { held, rows, ...account } = await open(t)
  const check = account.check('/listings', held.listings)
  const [some] = held.listings
  await check('match=loft', (row) => row.name?.toLowerCase().includes('loft') === true)
  await check('city=Kyoto', (row) => row.city === 'Kyoto')
  await check('country=Switzerland', (row) => row.countryCode === 'CH')
  await check('propertyTypeId=2', (row) => row.propertyTypeId === 2)
  await check(`contactName=${some?.contactName}`, (row) => row.contactName === some?.contactName)
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

test('a listing is found as available only where every night has room', async (t) => {
  const { held, read, check } = await open(t)
  const free = new Set<number>()
  for (const { id } of held.listings) {
    const path = `/listings/${id}/calendar?startDate=2026-06-01&endDate=2026-06-07`
    const days = await read<{ isAvailable: number }[]>(path)
    if (days.every((day) => day.isAvailable === 1)) free.add(id)
  }
  const query = 'availabilityDateStart=2026-06-01&availabilityDateEnd=2026-06-08'
  await check('/listings', held.listings)(query, ({ id }) => free.has(id))
})

test('reviews can be filtered; listings only in the bracket form', async (t) => {
  const { held, rows, ...account } = await open(t)
  const check = account.check('/reviews', held.reviews)
  const [some] = held.reviews
  await check(`listingMapIds[]=${some?.listingMapId}`, (row) => row.listingMapId === some?.listingMapId)
  await check('type=host-to-guest', (row) => row.type === 'host-to-guest')
  const statuses = ['published', 'expired']
  await check('statuses[]=published&statuses[]=expired', (row) => statuses.includes(row.status ?? ''))
  await check(`reservationId=${some?.reservationId}`, (row) => row.reservationId === some?.reservationId)
  const months = 'departureDateStart=2026-01-01&departureDateEnd=2026-03-31'
  await check(months, (row) => /^2026-0[123]/.test(row.departureDate ?? ''))
  assert.equal((await rows('/reviews?listingMapIds=1')).length, held.reviews.length)
  const sorted = await rows<Review>('/reviews?sortBy=departureDate&sortOrder=asc')
  const days = sorted.map((row) => row.departureDate)
  assert.deepEqual(days, days.toSorted())
})

test('conversations come with their latest message and reservation, messages newest first', async (t) => {
  const { held, rows, read } = await open(t)
  const reservationId = held.conversations[3]?.reservationId
  type Shown = Conversation & { conversationMessages: object[]; Reservation: { id: number } }
  const [found, ...rest] = await rows<Shown>(`/conversations?reservationId=${reservationId}`)
  assert.deepEqual([rest, found?.Reservation.id], [[], reservationId])
  const messages = await rows<Message>(`/conversations/${found?.id}/messages`)
  const own = held.messages.filter((message) => message.conversationId === found?.id)
  assert.deepEqual(messages, own.toReversed())
  assert.deepEqual(found?.conversationMessages, [messages[0]])
  assert.deepEqual(await read(`/conversations/${found?.id}/messages/${messages[0]?.id}`), messages[0])
  const same = await rows<{ id: number }>(`/reservations/${reservationId}/conversations`)
  assert.equal(same[0]?.id, found?.id)
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
  const isTouched = (id: number) => state().reservations.find((row) => row.id === id)?.hostNote !== null
  assert.ok(missed.length > 0 && missed.every(isTouched), 'only moved rows escape the walk')
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
