/** Readers that come by themselves: what they have not read is shown at once, and told when they should have come and did not. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { icalReaderSource } from '../../src/features/calendar/ical/calendar-readers.ts'
import { lookAtDueReaders } from '../../src/features/calendar/readers/look-at-readers.ts'
import { icalWorld, type IcalWorld } from './ical-world.ts'

let world: IcalWorld
before(async () => {
  world = await icalWorld()
})
after(() => world.close())

const first = Temporal.PlainDate.from('2026-06-15')
const day = (n: number) => String(first.add({ days: n }))

const minutes = async (count: number) => {
  world.app.clock.advance(count * 60_000)
  await lookAtDueReaders(world.app.services, [icalReaderSource])
}
const read = async (path: string) => {
  const answer = await world.app.raw({ method: 'GET', url: path })
  assert.equal(answer.statusCode, 200)
}
const readers = async () => {
  const answer = await world.app.get('/v1/exposure')
  assert.equal(answer.status, 200, answer.text)
  return [answer.body['readersTotal'], answer.body['readers']] as unknown as [
    number,
    Record<string, unknown>[],
  ]
}
const told = async () => {
  const begun = await world.events('calendar.exposed')
  const ended = await world.events('calendar.exposure_ended')
  return [begun, ended] as const
}
const book = async (listing: string, from: number, to: number) => {
  const answer = await world.app.post('/v1/reservations', {
    ...{ listingId: Number(listing), checkIn: day(from), checkOut: day(to), adults: 1 },
    guest: { firstName: 'Mia', lastName: 'Guest' },
  })
  assert.equal(answer.status, 201, answer.text)
  return String(answer.body['id'])
}

it('shows what a reader has not read yet, tells it when it did not come, once, and when it is over', async () => {
  const listing = await world.listing()
  const { path, id } = await world.address(listing, 'vrbo')
  for (let i = 0; i < 3; i += 1) {
    await read(path)
    await minutes(60)
  }
  assert.deepEqual(await readers(), [0, []])
  await book(listing, 20, 22)
  await minutes(1)
  const [total, [reader]] = await readers()
  assert.equal(total, 1)
  assert.deepEqual(
    ['listingId', 'kind', 'readerId', 'channel', 'expectedIntervalMinutes', 'exposedNights', 'overdue'].map(
      (field) => reader?.[field],
    ),
    [listing, 'ical', id, 'vrbo', 60, 2, false],
  )
  await minutes(80)
  assert.deepEqual(await told(), [[], []], 'it may come a little late')
  await minutes(20)
  await minutes(60)
  const [begun] = await told()
  assert.deepEqual(
    begun.map(({ nights, channel, connectionId, reader: who }) => [
      ...[nights, channel, connectionId],
      (who as { readerId: string }).readerId,
    ]),
    [[[day(20), day(21)], 'vrbo', null, id]],
  )
  assert.equal((await readers())[1][0]?.['overdue'], true)
  await read(path)
  await minutes(1)
  assert.deepEqual(await readers(), [0, []])
  const [, ended] = await told()
  assert.deepEqual(
    ended.map(({ nights }) => nights),
    [[day(20), day(21)]],
  )
  await minutes(600)
  assert.deepEqual(
    (await told()).map(({ length }) => length),
    [1, 1],
  )
})

it('says nothing of a reader that came in time, and ends what it said of one that is revoked', async () => {
  const before = (await told()).map(({ length }) => length)
  const listing = await world.listing()
  const [good, gone] = [await world.address(listing, 'booking'), await world.address(listing, 'other')]
  for (let i = 0; i < 3; i += 1) {
    await read(good.path)
    await read(gone.path)
    await minutes(120)
  }
  await book(listing, 30, 31)
  for (let i = 0; i < 4; i += 1) {
    await read(good.path)
    await minutes(60)
  }
  const [begun] = await told()
  assert.equal(begun.length - (before[0] ?? 0), 1)
  assert.equal((begun.at(-1)?.['reader'] as { readerId: string }).readerId, gone.id)
  await world.app.delete(`/v1/listings/${listing}/ical-exports/${gone.id}`)
  await minutes(1)
  assert.deepEqual(
    (await told()).map(({ length }, n) => length - (before[n] ?? 0)),
    [1, 1],
  )
  assert.deepEqual(await readers(), [0, []])
})

it('tells of two that look at once what each tells alone', async () => {
  const before = (await told())[0].length
  const listing = await world.listing()
  await world.address(listing, 'airbnb')
  await minutes(1)
  await book(listing, 40, 41)
  await minutes(1)
  world.app.clock.advance(300 * 60_000)
  await Promise.all([1, 2, 3].map(() => lookAtDueReaders(world.app.services, [icalReaderSource])))
  assert.equal((await told())[0].length - before, 1)
})
