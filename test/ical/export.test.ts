/** Our calendar as a file, by a parser that is not ours: night by night what the calendar says, and the same nights when it is read back. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { SeededRandom } from '../../simulators/kit/random.ts'
import { readClosed } from '../../simulators/ical/read.ts'
import { icalWorld, type IcalWorld } from './ical-world.ts'

let world: IcalWorld
before(async () => {
  world = await icalWorld()
})
after(() => world.close())

const first = Temporal.PlainDate.from('2026-06-15')
const day = (n: number) => String(first.add({ days: n }))
const window = [day(0), day(360)] as const

const read = (path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  world.app.raw({ method, url: path, headers })

async function closeSome(listing: string, random: SeededRandom): Promise<void> {
  const dates = Array.from({ length: random.int(0, 40) }, () => day(random.int(0, 360)))
  if (dates.length === 0) return
  const answer = await world.app.call('PUT', `/v1/availability/${listing}`, {
    body: { dates: [...new Set(dates)], available: false },
  })
  assert.equal(answer.status, 200, answer.text)
}

/** Answers the nights that were booked: those that are taken already are refused. */
async function bookSome(listing: string, random: SeededRandom): Promise<string[]> {
  const booked: string[] = []
  for (let i = random.int(0, 6); i > 0; i -= 1) {
    const from = random.int(1, 340)
    const nights = random.int(1, 9)
    const answer = await world.app.post('/v1/reservations', {
      listingId: Number(listing),
      checkIn: day(from),
      checkOut: day(from + nights),
      guest: { firstName: 'Secretname', lastName: 'Guest', email: 'secret@guest.example' },
      adults: 2,
    })
    if (answer.status === 201) booked.push(...Array.from({ length: nights }, (_, n) => day(from + n)))
    else
      assert.equal(
        (answer.body['error'] as { reason?: string } | undefined)?.reason,
        'nights_taken',
        answer.text,
      )
  }
  return booked
}

describe('our calendar as a file', () => {
  for (let seed = 1; seed <= 12; seed += 1) {
    it(`is the calendar, night by night, and closes the same nights when it is read: ${seed}`, async () => {
      const random = new SeededRandom(seed)
      const units = random.int(1, 3)
      const listing = await world.listing({ unit_count: units })
      const peer = await world.peer('vrbo')
      for (let i = random.int(0, 4); i > 0; i -= 1) {
        const from = random.int(1, 340)
        peer[random.int(0, 1) === 0 ? 'block' : 'book'](day(from), day(from + random.int(1, 12)))
      }
      if (peer.events.length > 0) await world.follow(listing, peer.url, { platform: 'vrbo' })
      await closeSome(listing, random)
      const booked = await bookSome(listing, random)
      const { path } = await world.address(listing, 'other')
      const file = await read(path)
      assert.equal(file.statusCode, 200)
      const closed = await world.closed(listing, ...window)
      const inWindow = readClosed(file.body).filter((night) => night >= window[0] && night <= window[1])
      assert.deepEqual(inWindow, closed)
      if (units === 1) assert.deepEqual(new Set(booked).difference(new Set(inWindow)), new Set())
      assert.doesNotMatch(file.body, /secret/i)
      for (const line of file.body.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
      assert.doesNotMatch(file.body.replaceAll('\r\n', ''), /[\r\n]/)

      const copy = await world.listing({ unit_count: units })
      const reader = await world.peer('booking')
      reader.bad = { body: file.body }
      await world.follow(copy, reader.url, { platform: 'other', closes: 'listing' })
      assert.deepEqual(await world.closed(copy, ...window), closed)
    })
  }

  it('is the same to the byte until something changes, also the next day, and says so to who asks', async () => {
    const listing = await world.listing()
    await closeSome(listing, new SeededRandom(99))
    const { path } = await world.address(listing, 'airbnb')
    const before = await read(path)
    const [etag, modified] = [String(before.headers['etag']), String(before.headers['last-modified'])]
    assert.match(etag, /^"[\w-]+"$/)
    assert.equal((await read(path, { 'if-none-match': etag })).statusCode, 304)
    assert.equal((await read(path, { 'if-modified-since': modified })).statusCode, 304)
    assert.equal((await read(path, { 'if-none-match': `"other", W/${etag}` })).statusCode, 304)
    assert.equal(
      (await read(path, { 'if-none-match': '"other"', 'if-modified-since': modified })).statusCode,
      200,
    )
    const head = await read(path, {}, 'HEAD')
    assert.deepEqual([head.statusCode, head.body, head.headers['etag']], [200, '', etag])
    world.app.clock.advance(24 * 3_600_000)
    assert.equal((await read(path)).body, before.body)
    await world.app.call('PUT', `/v1/availability/${listing}`, {
      body: { dates: [day(350)], available: false },
    })
    await world.app.call('PUT', `/v1/availability/${listing}`, {
      body: { dates: [day(351)], available: false },
    })
    const after = await read(path, { 'if-none-match': etag, 'if-modified-since': modified })
    assert.equal(after.statusCode, 200)
    assert.notEqual(after.headers['last-modified'], modified)
    // Changed and read twice within a second.
    await world.app.call('PUT', `/v1/availability/${listing}`, {
      body: { dates: [day(352)], available: false },
    })
    const at = String(after.headers['last-modified'])
    assert.equal((await read(path, { 'if-modified-since': at })).statusCode, 200)
  })

  it('answers as if it were not there when it is revoked or replaced, and not too often', async () => {
    const listing = await world.listing()
    const address = await world.address(listing, 'airbnb')
    const missing = await read(`/ical/${'x'.repeat(40)}.ics`)
    const rotated = await world.app.post(`/v1/listings/${listing}/ical-exports/${address.id}/rotate`)
    assert.equal(rotated.status, 200, rotated.text)
    const gone = await read(address.path)
    const bodyOf = (text: string) => ({ ...(JSON.parse(text) as { error: object }).error, request_id: '' })
    assert.equal(gone.statusCode, 404)
    assert.deepEqual(bodyOf(gone.body), bodyOf(missing.body))
    const { pathname } = new URL(String(rotated.body['url']))
    const answers: Awaited<ReturnType<typeof read>>[] = []
    for (let i = 0; i < 31; i += 1) answers.push(await read(pathname))
    const statuses = answers.map(({ statusCode }) => statusCode)
    assert.deepEqual([statuses.filter((status) => status === 200).length, statuses.at(-1)], [30, 429])
    const told = (answer = missing) =>
      ['limit', 'remaining'].map((name) => answer.headers[`x-ratelimit-${name}`])
    assert.deepEqual(
      [told(answers[0]), told(answers[29]), told(answers[30])],
      [
        ['30', '29'],
        ['30', '0'],
        ['30', '0'],
      ],
    )
    assert.ok(Number(answers[30]?.headers['retry-after']) > 0)
  })

  it('is served while the listing is switched off', async () => {
    const listing = await world.listing()
    await closeSome(listing, new SeededRandom(7))
    const { path } = await world.address(listing, 'vrbo')
    const before = await read(path)
    await world.app.post('/v1/listings/status', { listingIds: [Number(listing)], active: false })
    assert.deepEqual([(await read(path)).statusCode, (await read(path)).body], [200, before.body])
  })

  it('is shown as exposed until its reader has read what was sold, and when he should come', async () => {
    const listing = await world.listing()
    const { path, id } = await world.address(listing, 'vrbo')
    const readerOf = async () => {
      const answer = await world.app.get(`/v1/listings/${listing}/exposure?from=${day(1)}&to=${day(60)}`)
      assert.equal(answer.status, 200, answer.text)
      return answer.body['readers']?.[0] as unknown as Record<string, unknown>
    }
    for (const [platform, minutes] of [
      ['airbnb', 180],
      ['booking', 120],
      ['other', 360],
    ] as const) {
      const another = await world.listing()
      await world.address(another, platform)
      const { body } = await world.app.get(`/v1/listings/${another}/exposure?from=${day(1)}&to=${day(60)}`)
      const told = body['readers']?.[0] as unknown as Record<string, unknown> | undefined
      assert.deepEqual([told?.['expectedIntervalMinutes'], told?.['expectedAt']], [minutes, null], platform)
    }
    assert.equal((await readerOf())['expectedIntervalMinutes'], 360)
    for (let i = 0; i < 3; i += 1) {
      await read(path)
      world.app.clock.advance(45 * 60_000)
    }
    const peer = await world.peer('airbnb')
    peer.book(day(20), day(22))
    await world.follow(listing, peer.url, { platform: 'airbnb' })
    const reader = await readerOf()
    assert.deepEqual(
      [reader['exportId'], reader['exposedNights'], reader['expectedIntervalMinutes']],
      [id, [day(20), day(21)], 45],
    )
    assert.equal(
      Date.parse(String(reader['expectedAt'])) - Date.parse(String(reader['lastReadAt'])),
      45 * 60_000,
    )
    await read(path)
    assert.deepEqual((await readerOf())['exposedNights'], [])
  })
})
