/** What is known to be sold is never shown as free, through every PMS that takes bookings, whatever its calendar said last. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { ReservationWrites } from '../../src/connector-kit/write-operations.ts'
import { beginReading } from '../../src/records/calendar/public.ts'
import { connectionAccess } from '../../src/upstream/access.ts'
import { applyCalendar } from '../../src/records/calendar/store.ts'
import type { Vendors } from '../harness/vendors.ts'
import { errorOf } from './pms-world.ts'
import { dayAfter, startVendorWorld, type Slot, type VendorWorld } from './vendor-world.ts'

/** For those that take bookings. */
export function soldNightsOfVendors(vendors: Vendors): void {
  for (const { manifest, operations } of vendors) {
    if (operations.reservationWrites) soldNightsOf(manifest.id, operations.reservationWrites)
  }
}

/** The night before a stay, its nights, and the night after it. */
const around = ({ checkIn, checkOut }: Slot) => ({ from: dayAfter(checkIn, -1), to: checkOut })

function soldNightsOf(vendor: string, offered: ReservationWrites): void {
  describe(vendor, { concurrency: false }, () => {
    let world: VendorWorld
    let guests = 0
    before(async () => {
      world = await startVendorWorld(vendor)
    })
    after(() => world.close())

    const body = ({ listingId, checkIn, checkOut }: Slot) => ({
      listingId,
      checkIn,
      checkOut,
      guest: { firstName: 'Ada', lastName: `Lovelace ${(guests += 1)}`, email: `ada.${guests}@example.com` },
      adults: 2,
      ...(offered.fields.customPrice === 'required' ? { totalPrice: 640.5 } : {}),
    })
    const book = async (slot: Slot) => {
      const answer = await world.send('POST', '/v1/reservations', body(slot))
      assert.equal(answer.status, 201, answer.text)
      return String(answer.body['id'])
    }
    /** Units left on every night around the stay. */
    async function left(slot: Slot): Promise<number[]> {
      const { from, to } = around(slot)
      const answer = await world.app.get(`/v1/availability/${slot.listingId}?from=${from}&to=${to}`)
      const days = (answer.body['days'] ?? []) as { available: boolean; availableUnits: number }[]
      for (const { available, availableUnits } of days) assert.equal(available, availableUnits > 0)
      return days.map(({ availableUnits }) => availableUnits)
    }
    const less = (units: readonly number[], first: number, end: number) =>
      units.map((unit, night) => (night >= first && night < end ? unit - 1 : unit))
    /** The PMS's calendar as it is now, to be stored later. */
    async function page({ listing }: Slot) {
      const reading = await beginReading(world.app.db, world.app.scope, world.app.clock.now())
      const today = world.app.clock.now().toISOString().slice(0, 10)
      const window = { listing, from: dayAfter(today, -1), to: dayAfter(today, 330) }
      const days = await world.asked(async (context) =>
        world.connector.operations.calendar?.range(context, window),
      )
      assert.ok(days)
      return async () => {
        const access = await connectionAccess(world.app.services, world.app.scope, world.connectionId)
        assert.ok(access)
        const { scope, connection } = access
        const now = world.app.clock.now()
        await world.app.db.transaction().execute((tx) =>
          applyCalendar(
            { tx, scope, connection, now, origin: 'test', runId: null },
            listing.externalId,
            days,
            {
              reading,
              isWhole: true,
            },
          ),
        )
      }
    }
    /** Told of the listing's nights since, each with the transaction that told it. */
    async function told({ listingId }: Slot, since: string) {
      const { rows } = await sql<{ data: string; xmin: string }>`
        select data, xmin::text from events
        where workspace_id = ${world.app.workspace.id} and listing_id = ${listingId} and type = 'calendar.updated'
          and sequence > ${since} order by sequence`.execute(world.app.db)
      return rows.map(({ data, xmin }) => {
        const { range, affectedDates, availabilityChanged } = JSON.parse(data) as {
          range: { start: string; end: string }
          affectedDates: number
          availabilityChanged: boolean
        }
        return { nights: [range.start, range.end, affectedDates, availabilityChanged], xmin }
      })
    }
    const newest = async () => String((await world.events()).at(-1)?.sequence ?? '0')
    const writerOf = async (id: string) => {
      const { rows } = await sql<{ xmin: string }>`
        select xmin::text from reservations
        where workspace_id = ${world.app.workspace.id} and id = ${id}`.execute(world.app.db)
      return rows[0]?.xmin
    }

    it('a booking closes its nights with its own answer, and an older calendar does not open them', async () => {
      const slot = world.slot()
      const free = await left(slot)
      const end = free.length - 1
      await world.pause()
      const [stale, since] = [await page(slot), await newest()]
      const id = await book(slot)
      assert.deepEqual(await left(slot), less(free, 1, end))
      const [event, ...others] = await told(slot, since)
      assert.deepEqual(event?.nights, [slot.checkIn, dayAfter(slot.checkOut, -1), end - 1, true])
      assert.equal(event.xmin, await writerOf(id), 'told with the booking')
      assert.deepEqual(others, [])
      await stale()
      assert.deepEqual(await left(slot), less(free, 1, end), 'after a page that was read before')
      await world.resume()
      assert.deepEqual(await left(slot), less(free, 1, end), 'after the calendar was read again')
      assert.equal((await told(slot, since)).length, 1)
    })

    it('nights that are sold out are neither quoted as free nor booked in a rehearsal', async () => {
      const slot = world.slot()
      await world.pause()
      for (let unit = 0; unit < slot.listing.unitCount; unit += 1) await book(slot)
      const { listingId, checkIn, checkOut } = slot
      const query = `property_id=${listingId}&check_in=${checkIn}&check_out=${checkOut}`
      const { body: quote } = await world.app.get(`/v1/quotes?${query}`)
      assert.deepEqual([quote['available'], quote['reason'], quote['availableUnits']], [false, 'taken', 0])
      if (offered.quote) {
        const asked = { listingId, checkIn, checkOut, adults: 2 }
        const { body: theirs } = await world.send('POST', '/v1/reservations/quote', asked)
        assert.deepEqual([theirs['available'], theirs['total']], [false, null])
      }
      const rehearsal = await world.send('POST', '/v1/reservations?dry_run=true', body(slot))
      errorOf(rehearsal, 409, 'pms_unavailable')
      await world.resume()
    })

    if (offered.modify?.dates)
      it('a change closes new nights at once and frees the old ones once the PMS has said so', async () => {
        const slot = world.slot()
        const free = await left(slot)
        const end = free.length - 1
        const id = await book(slot)
        await world.pass(1)
        await world.pause()
        const [stale, since] = [await page(slot), await newest()]
        const moved = { checkIn: dayAfter(slot.checkIn, -1), checkOut: dayAfter(slot.checkOut, -1) }
        const answer = await world.send('PATCH', `/v1/reservations/${id}`, moved)
        assert.equal(answer.status, 200, answer.text)
        assert.deepEqual(await left(slot), less(free, 0, end))
        assert.deepEqual(
          (await told(slot, since)).map(({ nights }) => nights),
          [[moved.checkIn, moved.checkIn, 1, true]],
        )
        await stale()
        assert.deepEqual(await left(slot), less(free, 0, end))
        await world.resume()
        assert.deepEqual(await left(slot), less(free, 0, end - 1))
        assert.deepEqual(
          (await told(slot, since)).map(({ nights }) => nights),
          [
            [moved.checkIn, moved.checkIn, 1, true],
            [moved.checkOut, moved.checkOut, 1, true],
          ],
        )
      })

    if (offered.cancel)
      it('a cancelled stay frees its nights once the PMS has said so', async () => {
        const slot = world.slot()
        const free = await left(slot)
        const end = free.length - 1
        const id = await book(slot)
        await world.pass(1)
        await world.pause()
        // Before any calendar has shown it: to the PMS's calendar that is stored the nights were never taken.
        const unseen = world.slot()
        const unseenFree = await left(unseen)
        const short = await book(unseen)
        const stale = await Promise.all([page(slot), page(unseen)])
        const since = await newest()
        for (const stay of [id, short]) {
          const answer = await world.send('POST', `/v1/reservations/${stay}/cancel`, {})
          assert.equal(answer.status, 200, answer.text)
        }
        assert.deepEqual(await left(slot), less(free, 1, end))
        assert.deepEqual(await left(unseen), less(unseenFree, 1, end))
        for (const store of stale) await store()
        assert.deepEqual(await left(slot), less(free, 1, end))
        assert.deepEqual(await left(unseen), less(unseenFree, 1, end))
        assert.deepEqual(await told(slot, since), [])
        await world.resume()
        assert.deepEqual(await left(slot), free)
        assert.deepEqual(await left(unseen), unseenFree)
        assert.deepEqual(
          (await told(slot, since)).flatMap(({ nights }) => nights[3]).every((isTold) => isTold === true),
          true,
        )
      })

    it('and nothing waits for a confirmation in the end', async () => {
      await world.pass(61)
      const { rows } =
        await sql`select * from night_changes where workspace_id = ${world.app.workspace.id}`.execute(
          world.app.db,
        )
      assert.deepEqual(rows, [])
    })
  })
}
