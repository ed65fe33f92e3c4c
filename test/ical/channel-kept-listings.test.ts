/** A calendar that a listing follows closes its nights at the channel that keeps the listing, and opens them there again. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openPeer } from '../../simulators/ical/peer.ts'
import { openFeedReading } from '../../src/features/calendar/ical/feed-reading.ts'
import { readDueFeeds } from '../../src/features/calendar/ical/worker.ts'
import { startVendorWorld } from '../bookings/vendor-world.ts'
import { until } from '../harness/until.ts'
import { seldom } from '../selling/world.ts'

for (const vendor of ['airbnb', 'booking'] as const) {
  it(`closes nights in an account of ${vendor}, once two files lack them opens them`, async () => {
    const world = await startVendorWorld(vendor, {
      listings: 2,
      writePolicy: { calendar: { availability: true } },
    })
    const reading = openFeedReading(world.app.services)
    const peer = await openPeer('vrbo')
    try {
      const slot = world.slot()
      // A channel closes a night of a room type as a whole.
      await fetch(`${world.simulator.control}/listings/${slot.listing.externalId}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(vendor === 'booking' ? { units: 1 } : {}),
      })
      await world.pass(25 * 3600)
      const shown = () => {
        const range = {
          from: slot.checkIn,
          to: String(Temporal.PlainDate.from(slot.checkOut).subtract({ days: 1 })),
        }
        const nights = world.simulator.operations.nights?.(slot.listing.externalId, range) ?? []
        assert.ok(nights.length > 0)
        return nights.map(({ left }) => left > 0)
      }
      const becomes = (isOpen: boolean) =>
        until(
          `the nights to be ${isOpen ? 'open' : 'closed'} there`,
          () => {
            world.wait(1)
            return shown().every((is) => is === isOpen)
          },
          seldom,
        )
      const readAll = async () => {
        world.wait(15 * 60)
        await readDueFeeds(world.app.services, reading, 100)
      }
      assert.ok(shown().every(Boolean))
      const stay = peer.book(slot.checkIn, slot.checkOut)
      const path = `/v1/listings/${slot.listingId}/ical-feeds`
      const made = await world.app.post(path, { name: 'Vrbo', url: peer.url, platform: 'vrbo' })
      assert.equal(made.status, 201, made.text)
      assert.deepEqual(made.body['keeper'], { provider: vendor, told: true, reason: null })
      await readDueFeeds(world.app.services, reading, 100)
      await becomes(false)
      peer.events = peer.events.filter((event) => event !== stay)
      peer.block('2031-01-01', '2031-01-02')
      await readAll()
      assert.ok(
        shown().every((isOpen) => !isOpen),
        'one file that lacks it opens nothing',
      )
      await readAll()
      await becomes(true)
    } finally {
      await reading.close()
      await peer.close()
      await world.close()
    }
  })
}
