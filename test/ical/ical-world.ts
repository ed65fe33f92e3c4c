/** A server, a listing, and platforms that offer and read calendar files. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { readDueFeeds } from '../../src/features/calendar/ical/worker.ts'
import { openFeedReading, type FeedReading } from '../../src/features/calendar/ical/feed-reading.ts'
import { openPeer, type Peer } from '../../simulators/ical/peer.ts'
import type { PeerPlatform } from '../../simulators/ical/files.ts'
import { makerOf } from '../harness/fixtures.ts'
import { startTestApp, type TestAnswer, type TestApp } from '../harness/app.ts'

export interface IcalWorld {
  app: TestApp
  listing(columns?: Record<string, unknown>): Promise<string>
  peer(platform: PeerPlatform): Promise<Peer>
  /** Follows the calendar and reads it once. */
  follow(listingId: string, url: string, more?: object): Promise<string>
  feed(listingId: string, feedId: string): Promise<TestAnswer['body']>
  /** No feed is read any more. */
  forgetFeeds(): Promise<void>
  /** The next reading of every feed: the clock goes on to it. */
  readAll(): Promise<void>
  address(
    listingId: string,
    platform: string,
    more?: object,
  ): Promise<{ id: string; url: string; path: string }>
  /** Nights of these that cannot be booked. */
  closed(listingId: string, from: string, to: string): Promise<string[]>
  /** Units that are left, by night. */
  unitsLeft(listingId: string, from: string, to: string): Promise<Map<string, number>>
  events(type: string): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

export async function icalWorld(env: Record<string, string> = {}): Promise<IcalWorld> {
  const app = await startTestApp({ env: { BURST_LIMIT: '1000000', ...env } })
  const reading: FeedReading = openFeedReading(app.services)
  const peers: Peer[] = []
  const make = makerOf(app.db, app.scope)
  const nights = async (listingId: string, from: string, to: string) => {
    const answer = await app.get(`/v1/availability/${listingId}?from=${from}&to=${to}`)
    assert.equal(answer.status, 200, answer.text)
    return [...(answer.body['days'] ?? [])]
  }
  const world: IcalWorld = {
    app,
    listing: (columns = {}) => make.listing({ currency: 'EUR', ...columns }),
    async peer(platform) {
      const peer = await openPeer(platform)
      peers.push(peer)
      return peer
    },
    async follow(listingId, url, more = {}) {
      const made = await app.post(`/v1/listings/${listingId}/ical-feeds`, { name: 'Feed', url, ...more })
      assert.equal(made.status, 201, made.text)
      await readDueFeeds(app.services, reading, 1000)
      return String(made.body['id'])
    },
    async feed(listingId, feedId) {
      const answer = await app.get(`/v1/listings/${listingId}/ical-feeds/${feedId}`)
      assert.equal(answer.status, 200, answer.text)
      return answer.body
    },
    async forgetFeeds() {
      await app.db.deleteFrom('ical_feeds').execute()
    },
    async readAll() {
      app.clock.advance(15 * 60_000)
      // A feed that failed is left alone for longer.
      const { rows } = await sql<{ at: Date | null }>`
        select max(next_fetch_at) as at from ical_feeds where failures > 0`.execute(app.db)
      const waitMs = (rows[0]?.at?.getTime() ?? 0) - app.clock.now().getTime()
      if (waitMs > 0) app.clock.advance(waitMs)
      await readDueFeeds(app.services, reading, 1000)
    },
    async address(listingId, platform, more = {}) {
      const made = await app.post(`/v1/listings/${listingId}/ical-exports`, {
        name: 'Reader',
        platform,
        ...more,
      })
      assert.equal(made.status, 201, made.text)
      const url = String(made.body['url'])
      return { id: String(made.body['id']), url, path: new URL(url).pathname }
    },
    async closed(listingId, from, to) {
      const days = await nights(listingId, from, to)
      return days.filter((day) => !day['available']).map((day) => String(day['date']))
    },
    async unitsLeft(listingId, from, to) {
      const days = await nights(listingId, from, to)
      return new Map(days.map((day) => [String(day['date']), Number(day['availableUnits'])]))
    },
    async events(type) {
      const answer = await app.get(`/v1/events?type=${type}&limit=100`)
      assert.equal(answer.status, 200, answer.text)
      return [...(answer.body['data'] ?? [])].map(
        (event) => event['data'] as unknown as Record<string, unknown>,
      )
    },
    async close() {
      await reading.close()
      await Promise.all(peers.map((peer) => peer.close()))
      await app.close()
    },
  }
  return world
}
