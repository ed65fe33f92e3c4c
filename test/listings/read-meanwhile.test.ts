/** Content that is written while the listing is being read: what was read before it is not stored over it. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { connectors } from '../../src/connectors/index.ts'
import type { ListingRecord } from '../../src/contract/records.ts'
import { readSoon } from '../../src/features/sync/written/store-written.ts'
import { connectionAccess } from '../../src/upstream/access.ts'
import { startVendorWorld, type VendorWorld } from '../bookings/vendor-world.ts'
import { until } from '../harness/until.ts'

for (const [vendor, { operations }] of Object.entries(connectors)) {
  if (operations.listingWrites?.fields.title) writtenAt(vendor)
}

function writtenAt(vendor: string): void {
  describe(vendor, { concurrency: false }, () => {
    let world: VendorWorld
    let id: string
    let externalId: string
    before(async () => {
      world = await startVendorWorld(vendor)
      const { listingId, listing } = world.slot()
      id = listingId
      externalId = listing.externalId
    })
    after(() => world.close())

    const dayInSeconds = 24 * 3600

    /** What the vendor answers to one of the two ways to read listings is under way until it is let go. */
    function hold(way: 'page' | 'one'): { isHeld: () => boolean; letGo: () => void; end: () => void } {
      const { services } = world.app
      const { listings } = world.connector.operations
      assert.ok(listings?.one)
      const gate = Promise.withResolvers<void>()
      let isHeld = false
      const held =
        <A extends unknown[], R>(read: (...given: A) => Promise<R>) =>
        async (...given: A) => {
          const answer = await read(...given)
          isHeld = true
          await gate.promise
          return answer
        }
      const operations = { ...listings, [way]: held<never[], unknown>(listings[way] as never) }
      services.connectors = {
        [vendor]: { ...world.connector, operations: { ...world.connector.operations, listings: operations } },
      }
      const end = () => void (services.connectors = { [vendor]: world.connector })
      return { isHeld: () => isHeld, letGo: gate.resolve, end }
    }

    async function writtenWhileRead(way: 'page' | 'one', begin: () => void | Promise<void>): Promise<void> {
      const title = `Written beside a ${way}`
      const reading = hold(way)
      await begin()
      await until('the listing to be read', reading.isHeld)
      // The request itself reads the listing as ever.
      reading.end()
      const answer = await world.send('PUT', `/v1/listings/${id}/content`, { title }, way)
      assert.equal(answer.status, 200, answer.text)
      const told = async () => (await world.events()).filter(({ type }) => type === 'listing.updated').length
      const before = await told()
      reading.letGo()
      await world.pass(1)
      const { body } = await world.send('GET', `/v1/listings/${id}`)
      assert.equal((body as { publicName?: string }).publicName, title, JSON.stringify(body))
      assert.equal(await told(), before, 'nothing changed since it was written')
      const there = await world.asked(async (context) =>
        world.connector.operations.listings?.one?.(context, externalId),
      )
      assert.ok([(there as ListingRecord).name, (there as ListingRecord).publicName].includes(title))
    }

    it('a PMS that kept what it had is believed', async () => {
      const { listingWrites } = world.connector.operations
      const title = 'As it was'
      await world.send('PUT', `/v1/listings/${id}/content`, { title }, 'before')
      await world.pass(1)
      await world.pause()
      const answer = await world.send(
        'PUT',
        `/v1/listings/${id}/content`,
        { title: 'Only for a moment' },
        'kept',
      )
      assert.equal(answer.status, 200, answer.text)
      await world.asked(async (context) => listingWrites?.write(context, { externalId, change: { title } }))
      await world.resume()
      const { body } = await world.send('GET', `/v1/listings/${id}`)
      assert.equal((body as { publicName?: string }).publicName, title)
    })

    it('reading back what was written is no change of its own', async () => {
      const answer = await world.send('PUT', `/v1/listings/${id}/content`, { title: 'Told once' }, 'once')
      assert.equal(answer.status, 200, answer.text)
      const revisions = async () => {
        const { rows } = await sql<{ origin: string; previous: object }>`
          select origin, previous from record_history where record_type = 'listing' and record_id = ${id}
          order by revision`.execute(world.app.db)
        return rows
      }
      const before = await revisions()
      await world.pass(1)
      assert.deepEqual(await revisions(), before)
      assert.ok('publicName' in (before.at(-1)?.previous ?? {}), JSON.stringify(before))
    })

    it('a page of the list that was asked for before', () =>
      writtenWhileRead('page', () => world.wait(dayInSeconds)))

    it('the listing by itself, asked for before', () =>
      writtenWhileRead('one', async () => {
        const { services, scope, db } = world.app
        const access = await connectionAccess(services, scope, world.connectionId)
        assert.ok(access)
        await db.transaction().execute((tx) => readSoon(tx, access, [{ entity: 'listings', externalId }]))
      }))
  })
}
