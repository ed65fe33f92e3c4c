/** Content whose answer is lost, through every PMS whose connector writes it: never twice, and told once it is found. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { ListingWrites } from '../../src/connector-kit/listing-write-operations.ts'
import { connectors } from '../../src/connectors/index.ts'
import { actKinds } from '../../src/features/act-kinds.ts'
import { startActResolver } from '../../src/upstream/acts/public.ts'
import { placesOf, type Fault, type CallPlace } from '../bookings/vendor-faults.ts'
import { startVendorWorld, type VendorWorld } from '../bookings/vendor-world.ts'
import { until } from '../harness/until.ts'

const faults: Fault[] = [
  { kind: 'drop', count: 20 },
  { kind: 'lost_answer', count: 1 },
  { kind: 'late_500', count: 1 },
  { kind: 'malformed', count: 1 },
]

for (const [vendor, { operations }] of Object.entries(connectors)) {
  if (operations.listingWrites) contentOf(vendor, operations.listingWrites)
}

function contentOf(vendor: string, { fields }: ListingWrites): void {
  describe(vendor, { concurrency: false }, () => {
    let world: VendorWorld
    let id: string
    let externalId: string
    let number = 0
    before(async () => {
      world = await startVendorWorld(vendor)
      const { listingId, listing } = world.slot()
      id = listingId
      externalId = listing.externalId
    })
    after(() => world.close())
    beforeEach(() => world.simulator.faults.clear())

    const next = () => {
      number += 1
      return {
        ...(fields.title ? { title: `House number ${number}` } : {}),
        ...(fields.descriptions ? { summary: `Quiet, with view ${number}.` } : {}),
        ...(fields.address ? { address: { city: `Town ${number}` } } : {}),
        ...(fields.photosAdd
          ? { photos: [`https://photos.example.com/${number}.jpg`], photosMode: 'append' as const }
          : {}),
      }
    }
    const put = (body: object, key: string) => world.send('PUT', `/v1/listings/${id}/content`, body, key)
    const there = async () => {
      const listing = await world.asked(async (context) =>
        world.connector.operations.listings?.one?.(context, externalId),
      )
      assert.ok(listing)
      return listing
    }
    const photosHere = async () => {
      const { rows } = await sql<{ photos: { url: string }[] }>`
        select photos from listings where workspace_id = ${world.app.workspace.id} and id = ${id}`.execute(
        world.app.db,
      )
      return (rows[0]?.photos ?? []).map(({ url }) => url)
    }
    /** The server by itself finds out what it can. */
    const resolve = async (seconds: number) => {
      world.wait(seconds)
      const resolver = startActResolver(world.app.services, actKinds, { askEveryMs: 10 })
      await until('every act that is due', async () => {
        const { rows } =
          await sql`select from vendor_acts where next_look_at <= ${world.app.clock.now()} limit 1`.execute(
            world.app.db,
          )
        return rows.length === 0
      }).finally(() => resolver.stop())
    }
    const once = (urls: readonly string[], url: string) => urls.filter((one) => one === url).length

    let places: CallPlace[] | undefined
    for (const { kind, count } of faults) {
      it(`is not done twice after ${kind}, whatever the key`, async () => {
        places ??= await placesOf(world.simulator, async () => {
          const { status, text } = await put(next(), 'places')
          assert.equal(status, 200, text)
        })
        assert.ok(places.length > 0)
        for (const place of places) {
          const about = `${kind} at ${place.method} ${place.path}`
          const body = next()
          const [url = ''] = body.photos ?? []
          world.simulator.faults.add({ kind, count, ...place })
          const first = await put(body, `first ${number}`)
          world.simulator.faults.clear()
          assert.equal(first.status, 200, `${about}: ${first.text}`)
          const pms = first.body['pms'] as {
            applied: string[]
            errors: { section: string; code: string }[]
            unknown?: string[]
          }
          for (const { section, code } of pms.errors) {
            if (code === 'unavailable') assert.ok(pms.unknown?.includes(section), `${about}: ${first.text}`)
          }
          // What is said to be done is done.
          const shown = await there()
          if (pms.applied.includes('title'))
            assert.ok([shown.name, shown.publicName].includes(body.title ?? null), about)
          const photos = (shown.photos ?? []).map((photo) => photo.url)
          assert.equal(pms.applied.includes('photos'), url !== '' && photos.includes(url), about)
          assert.equal((await put(body, `first ${number}`)).text, first.text, `${about}: the same key`)
          await put(body, `second ${number}`)
          await resolve(61)
          await resolve(700)
          const last = await put(body, `third ${number}`)
          assert.equal(last.status, 200, last.text)
          assert.deepEqual((last.body['pms'] as { errors: unknown[] }).errors, [], `${about}: ${last.text}`)
          const now = await there()
          if (url !== '') {
            assert.equal(
              once(
                (now.photos ?? []).map((photo) => photo.url),
                url,
              ),
              1,
              `at the vendor: ${about}`,
            )
            assert.equal(once(await photosHere(), url), 1, `here: ${about}`)
          }
          if (body.title !== undefined) assert.ok([now.name, now.publicName].includes(body.title), about)
          assert.equal(now.city, body.address?.city ?? now.city, about)
        }
      })
    }

    it('that is found later is stored and told without being asked for again', async () => {
      if (!fields.photosAdd) return
      const body = next()
      const [url = ''] = body.photos ?? []
      const events = async () =>
        (await world.events()).filter(({ type }) => type === 'listing.updated').length
      const before = await events()
      // The vendor does it and says nothing, then cannot be read either.
      const last = places?.at(-1)
      assert.ok(last)
      world.simulator.faults.add({ kind: 'lost_answer', count: 1, ...last })
      world.simulator.calls.clear()
      const reading = new Promise<void>((done) => {
        void until('the write', () =>
          world.simulator.calls.list().some(({ fault }) => fault === 'lost_answer'),
        ).then(() => {
          world.simulator.faults.add({ kind: 'drop', count: 50, method: 'GET' })
          done()
        })
      })
      const first = await put(body, 'late')
      await reading
      world.simulator.faults.clear()
      assert.equal(first.status, 200, first.text)
      await resolve(61)
      assert.equal(once((await there()).photos?.map((photo) => photo.url) ?? [], url), 1)
      assert.equal(once(await photosHere(), url), 1)
      assert.ok((await events()) > before)
    })
  })
}
