/** Nights set through every PMS whose connector writes them, with faults at every call: both sides agree in the end. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { CalendarWrites } from '../../src/connector-kit/calendar-write-operations.ts'
import type { ReservationWrites } from '../../src/connector-kit/write-operations.ts'
import { placesOf, type Fault, type CallPlace } from '../bookings/vendor-faults.ts'
import { startVendorWorld, type Slot, type VendorWorld } from '../bookings/vendor-world.ts'
import { until } from '../harness/until.ts'
import type { Vendors } from '../harness/vendors.ts'

/** With these faults, for those that take nights. */
export function nightsOfVendors(vendors: Vendors, faults: readonly Fault[]): void {
  for (const { manifest, operations } of vendors) {
    const { calendarWrites, reservationWrites } = operations
    if (calendarWrites) nightsOf(manifest.id, calendarWrites, reservationWrites, faults)
  }
}

function nightsOf(
  vendor: string,
  { fields }: CalendarWrites,
  bookings: ReservationWrites | undefined,
  faults: readonly Fault[],
): void {
  describe(vendor, { concurrency: false }, () => {
    let world: VendorWorld
    let value = 320
    before(async () => {
      world = await startVendorWorld(vendor)
      // Of hotels nothing is sent unless it is asked for.
      const calendar = { availability: true, rates: true, restrictions: true }
      const answer = await world.send('PATCH', `/v1/connect/${vendor}/write-policy`, { calendar })
      assert.equal(answer.status, 200, answer.text)
    })
    after(() => world.close())
    beforeEach(() => world.simulator.faults.clear())

    const put = ({ listingId, checkIn }: Slot, settings: object) =>
      world.send('PUT', `/v1/availability/${listingId}`, { dates: [checkIn], ...settings })
    const settings = () => {
      value += 1
      return fields.price ? { price: value } : { minNights: 2 + (value % 3) }
    }
    const atVendor = async ({ listing, checkIn }: Slot) => {
      const calendar = world.connector.operations.calendar
      const days = await world.asked(async (context) =>
        calendar?.range(context, { listing, from: checkIn, to: checkIn }),
      )
      const { price, minNights, available } = days?.[0] ?? {}
      return { price: Number(price), minNights, available }
    }
    const shown = async ({ listingId, checkIn }: Slot) => {
      const { body } = await world.app.get(`/v1/availability/${listingId}?from=${checkIn}&to=${checkIn}`)
      const day = body['days']?.[0]
      return { price: Number(day?.['price']), minNights: day?.['minNights'], available: day?.['available'] }
    }
    const stateOf = async ({ listingId, checkIn }: Slot) => {
      const { rows } = await sql<{ state: string }>`
        select state from calendar_pushes
        where workspace_id = ${world.app.workspace.id} and listing_id = ${listingId} and date = ${checkIn}`.execute(
        world.app.db,
      )
      return rows[0]?.state
    }
    /** Lets time pass until the PMS has said what it took. */
    const settled = (slot: Slot) =>
      until('the night to be settled', async () => {
        const state = await stateOf(slot)
        if (state === 'confirmed' || state === 'refused') return state
        world.wait(5)
        return null
      })
    async function assertShows(slot: Slot, wanted: object): Promise<void> {
      const name = Object.keys(wanted)[0] as 'price'
      assert.deepEqual(
        { [name]: (await atVendor(slot))[name] },
        { [name]: wanted[name as never] },
        'at the vendor',
      )
      assert.deepEqual({ [name]: (await shown(slot))[name] }, { [name]: wanted[name as never] }, 'here')
    }

    it('a night stands there as it was set here', async () => {
      const [slot, wanted] = [world.slot(), settings()]
      const answer = await put(slot, wanted)
      assert.deepEqual(
        answer.body['synced'],
        { attempted: 1, succeeded: 1, failed: 0, authErrors: 0 },
        answer.text,
      )
      await assertShows(slot, wanted)
      await world.pass(3600)
      await assertShows(slot, wanted)
    })

    let places: CallPlace[] | undefined
    for (const { kind, count } of faults) {
      it(`a night is right in the end after ${kind}`, async () => {
        places ??= await placesOf(world.simulator, () => put(world.slot(), settings()))
        assert.ok(places.length > 0)
        for (const place of places) {
          const [slot, wanted] = [world.slot(), settings()]
          world.simulator.faults.add({ kind, count, ...place })
          const answer = await put(slot, wanted)
          assert.equal(answer.status, 200, answer.text)
          const [name, now] = Object.entries(wanted)[0] ?? ['', 0]
          assert.equal((await shown(slot))[name as 'price'], now, 'shown while it is under way')
          world.simulator.faults.clear()
          assert.equal(await settled(slot), 'confirmed')
          await assertShows(slot, wanted)
        }
      })
    }

    if (fields.available && bookings)
      it('a night that is booked is not opened, and never looks as if it were', async () => {
        const slot = world.slot()
        const { listing, listingId, checkIn, checkOut } = slot
        for (let unit = 0; unit < listing.unitCount; unit += 1) {
          const guest = { firstName: 'Ada', lastName: `Lovelace ${unit}`, email: `ada${unit}@example.com` }
          const price = bookings.fields.customPrice === 'required' ? { totalPrice: 640.5 } : {}
          const body = { listingId, checkIn, checkOut, guest, adults: 2, ...price }
          const made = await world.send('POST', '/v1/reservations', body)
          assert.equal(made.status, 201, made.text)
        }
        await world.pass(60)
        assert.equal((await atVendor(slot)).available, false)
        assert.equal((await put(slot, { available: true })).status, 200)
        assert.equal((await shown(slot)).available, false)
        await settled(slot)
        assert.equal((await shown(slot)).available, false)
        await world.pass(3600)
        assert.deepEqual([(await atVendor(slot)).available, (await shown(slot)).available], [false, false])
      })
  })
}
