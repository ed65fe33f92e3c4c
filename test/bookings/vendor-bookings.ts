/**
 * Bookings made, changed and cancelled through every PMS whose connector writes them, with every fault at every call that
 * a write needs. The caller repeats with the same key: in the end the PMS holds one booking, and ours agrees with it.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { ReservationWrites } from '../../src/connector-kit/write-operations.ts'
import type { Reconciliation } from '../../src/contract/sync.ts'
import { markerOf } from '../../src/features/bookings/pms/pms-act.ts'
import type { TestAnswer } from '../harness/app.ts'
import { until } from '../harness/until.ts'
import type { Vendors } from '../harness/vendors.ts'
import { errorOf } from './pms-world.ts'
import { placesOf, type Fault, type CallPlace } from './vendor-faults.ts'
import { dayAfter, startVendorWorld, type Slot, type VendorWorld } from './vendor-world.ts'

let number = 0
const nextKey = () => `order ${(number += 1)}`
/** Somebody else each time: what changes about a guest is told of all their bookings. */
const newGuest = () => ({
  firstName: 'Ada',
  lastName: `Lovelace ${number}`,
  email: `ada.${number}@example.com`,
  phone: `+44163296${String(number).padStart(4, '0')}`,
})

/** What a caller may be told while nothing is known yet. */
const waiting = ['502 pms_error', '429 rate_limit_exceeded', '409 idempotency_key_in_use']

interface VendorBooking {
  id: string
  externalId: string
  slot: Slot
  key: string
  /** What the answer to a change says was changed. */
  changed?: string[]
}

/** With these faults, for those that take bookings. Each fault needs free nights. */
export function bookingsOfVendors(vendors: Vendors, faults: readonly Fault[], { listings = 2 } = {}): void {
  for (const { manifest, operations } of vendors) {
    if (operations.reservationWrites) bookingsOf(manifest.id, operations.reservationWrites, faults, listings)
  }
}

function bookingsOf(
  vendor: string,
  offered: ReservationWrites,
  faults: readonly Fault[],
  listings: number,
): void {
  describe(vendor, { concurrency: false }, () => {
    let world: VendorWorld
    before(async () => {
      world = await startVendorWorld(vendor, { listings })
    })
    after(() => world.close())
    beforeEach(() => world.simulator.faults.clear())

    /** The same body for the same key, whenever it is repeated. */
    const booking = (
      { listingId, checkIn, checkOut }: Slot,
      { key = nextKey(), ...more }: { key?: string; totalPrice?: number } = {},
    ) => {
      const body = {
        listingId,
        checkIn,
        checkOut,
        guest: newGuest(),
        adults: 2,
        children: 1,
        ...(offered.fields.customPrice === 'required' ? { totalPrice: 640.5 } : {}),
        ...more,
      }
      return { key, send: () => world.send('POST', '/v1/reservations', body, key) }
    }

    /** Repeats with the same key until it is known what became of it. */
    async function insist(send: () => Promise<TestAnswer>): Promise<TestAnswer> {
      for (let tries = 0; tries < 4; tries += 1) {
        const answer = await send()
        world.simulator.faults.clear()
        if (answer.status < 300) return answer
        const code = `${answer.status} ${String(answer.body['error']?.['code'])}`
        assert.ok(waiting.includes(code), answer.text)
        // Meanwhile the list is read, which may show the half of it.
        await world.pass(61)
      }
      return assert.fail('the write was never done')
    }

    async function make(): Promise<VendorBooking> {
      const slot = world.slot()
      const { key, send } = booking(slot)
      const answer = await insist(send)
      assert.equal(answer.status, 201, answer.text)
      return {
        id: String(answer.body['id']),
        externalId: String(answer.body['pms']['reservationId']),
        slot,
        key,
      }
    }

    const told = async (id: string) =>
      (await world.events()).filter(({ data }) => data.object?.['id'] === id).map(({ type }) => type)

    /** Ours says what the vendor says. */
    async function assertAgrees({ id, externalId }: VendorBooking): Promise<void> {
      const [theirs, { body: ours }] = [
        await world.one(externalId),
        await world.app.get(`/v1/reservations/${id}`),
      ]
      const money = (amount: unknown) => (amount === null || amount === undefined ? null : Number(amount))
      assert.deepEqual(
        {
          checkIn: ours['checkIn'],
          checkOut: ours['checkOut'],
          status: ours['status'],
          source: ours['source'],
          confirmationCode: ours['confirmationCode'],
          total: money(ours['financials']?.['totalPrice']),
          currency: ours['financials']?.['currency'],
          adults: ours['occupancy']?.['adults'],
          children: ours['occupancy']?.['children'],
          firstName: ours['primaryGuest']?.['firstName'],
          lastName: ours['primaryGuest']?.['lastName'],
          email: ours['primaryGuest']?.['email'],
        } as unknown,
        {
          checkIn: theirs.checkIn,
          checkOut: theirs.checkOut,
          status: theirs.status,
          source: theirs.source,
          confirmationCode: theirs.confirmationCode,
          total: money(theirs.totalPrice),
          currency: theirs.currency,
          adults: theirs.occupancy?.adults ?? null,
          children: theirs.occupancy?.children ?? null,
          firstName: theirs.guest?.firstName,
          lastName: theirs.guest?.lastName,
          email: theirs.guest?.email,
        },
      )
    }

    async function assertMarked({ externalId, key, slot }: VendorBooking): Promise<void> {
      const search = {
        marker: markerOf(world.app.scope, key),
        listingExternalId: slot.listing.externalId,
        checkIn: slot.checkIn,
        checkOut: slot.checkOut,
        since: new Date(world.app.clock.now().getTime() - 3_600_000),
      }
      const found = await world.asked(async (context) => {
        const stays = await world.writes.staysOn?.(context, search)
        const ofTheDays = stays?.records.filter(
          (stay) =>
            stay.kind === 'reservation' && stay.checkIn === slot.checkIn && stay.checkOut === slot.checkOut,
        )
        return ofTheDays?.map((stay) => stay.externalId) ?? world.writes.findMarked(context, search)
      })
      assert.deepEqual(found, [externalId], 'bookings with the marker, or with the days where there is none')
    }

    /** One operation with every fault at every call of it, then the readings that follow. */
    function underFaults(name: string, operation: Operation): void {
      let places: CallPlace[] | undefined
      for (const { kind, count } of faults) {
        it(`${name}: ${kind}`, async () => {
          if (places === undefined) {
            const example = await operation.prepare()
            places = await placesOf(world.simulator, () => operation.run(example))
          }
          assert.ok(places.length > 0, 'a write calls the vendor')
          for (const place of places) {
            await world.pass(120)
            const prepared = await operation.prepare()
            // A reading in the middle of a write may show half of it.
            await world.pass(1)
            const before = await world.counts()
            world.simulator.faults.add({ kind, count, ...place })
            const done = await operation.run(prepared)
            await world.pass(120)
            const about = `${kind} at ${place.method} ${place.path}`
            const added = operation.adds
            assert.deepEqual(
              await world.counts(),
              { vendor: before.vendor + added, here: before.here + added },
              about,
            )
            await assertAgrees(done)
            await assertMarked(done)
            const types = await told(done.id)
            // Between the calls of a write that needs several, a reading may tell of the first.
            const once = types.filter((type, i) => places?.length === 1 || type !== types[i - 1])
            assert.deepEqual(once, operation.told, about)
            await operation.check?.(done)
          }
        })
      }
    }

    it('a booking is there and here, told once, and nights that are taken are refused', async () => {
      const before = await world.counts()
      const made = await make()
      await assertAgrees(made)
      await assertMarked(made)
      const { listing } = made.slot
      for (let unit = 1; unit < listing.unitCount; unit += 1) {
        assert.equal((await booking(made.slot).send()).status, 201)
      }
      const { key, send } = booking(made.slot)
      const error = errorOf(await send(), 409, 'pms_unavailable')
      assert.equal(error['provider'], vendor)
      const intent = await world.app.get(`/v1/reservations/intents/${encodeURIComponent(key)}`)
      assert.equal(intent.body['state'], 'refused')
      await world.pass(120)
      const units = Math.max(1, listing.unitCount)
      assert.deepEqual(await world.counts(), { vendor: before.vendor + units, here: before.here + units })
      assert.deepEqual(await told(made.id), ['reservation.created'])
    })

    /** Here and there; and the answer keeps nothing quiet. */
    async function assertCosts(slot: Slot, total: number, stated: { totalPrice?: number }): Promise<void> {
      const made = await booking(slot, stated).send()
      assert.equal(made.status, 201, made.text)
      const { pms, id, totalPrice } = made.body
      assert.deepEqual([totalPrice, pms['errors']], [total, []], made.text)
      assert.equal(Number((await world.one(String(pms['reservationId']))).totalPrice), total)
      const { body: ours } = await world.app.get(`/v1/reservations/${String(id)}`)
      assert.equal(ours['financials']?.['totalPrice'], total)
    }

    const quoted = async ({ listingId, checkIn, checkOut }: Slot): Promise<number> => {
      const asked = { listingId, checkIn, checkOut, adults: 2, children: 1 }
      const quote = await world.send('POST', '/v1/reservations/quote', asked)
      assert.equal(quote.status, 200, quote.text)
      assert.equal(quote.body['available'], true, quote.text)
      return Number(quote.body['total'])
    }

    if (offered.quote && offered.fields.customPrice !== 'required')
      it('a booking without a stated price costs what the quote said', async () => {
        const slot = world.slot()
        await assertCosts(slot, await quoted(slot), {})
      })

    if (offered.fields.customPrice !== 'no')
      it('a booking with a stated price costs exactly that', async () => {
        const slot = world.slot()
        const asked = offered.quote ? await quoted(slot) : 640.5
        await assertCosts(slot, asked, { totalPrice: asked })
        for (const [index, share] of [0.8, 1.15].entries()) {
          const totalPrice = Math.round(asked * share) + index / 2
          await assertCosts(world.slot(), totalPrice, { totalPrice })
        }
      })

    underFaults('create', {
      prepare: async () => undefined,
      run: make,
      adds: 1,
      told: ['reservation.created'],
    })

    if (offered.modify)
      underFaults('modify', {
        prepare: make,
        async run(made) {
          assert.ok(made)
          const key = nextKey()
          const checkOut = dayAfter(made.slot.checkOut, -1)
          const change = { guestCount: 2, ...(offered.modify?.dates ? { checkOut } : {}) }
          const answer = await insist(() => world.send('PATCH', `/v1/reservations/${made.id}`, change, key))
          return { ...made, changed: [...(answer.body['changed'] ?? [])] }
        },
        adds: 0,
        told: ['reservation.created', 'reservation.updated'],
        async check({ externalId, slot, changed }) {
          const { occupancy, checkOut } = await world.one(externalId)
          const people = occupancy?.total ?? (occupancy?.adults ?? 0) + (occupancy?.children ?? 0)
          // Where dates and party are two calls, the second may be refused: then it is not told as changed.
          assert.equal(people, changed?.includes('guestCount') ? 2 : 3)
          assert.equal(checkOut, changed?.includes('checkOut') ? dayAfter(slot.checkOut, -1) : slot.checkOut)
          assert.equal(changed?.includes('checkOut') ?? false, offered.modify?.dates)
        },
      })

    if (offered.cancel)
      underFaults('cancel', {
        prepare: make,
        async run(made) {
          assert.ok(made)
          const key = nextKey()
          await insist(() => world.send('POST', `/v1/reservations/${made.id}/cancel`, {}, key))
          return made
        },
        adds: 0,
        told: ['reservation.created', 'reservation.cancelled'],
        async check({ externalId }) {
          assert.equal((await world.one(externalId)).status, 'cancelled')
        },
      })

    it('what nobody asks for again is found out by itself', async () => {
      const places = await placesOf(world.simulator, make)
      const place = places.find(({ path }) => /booking|reservation|leads/i.test(path))
      assert.ok(place)
      await world.pass(1)
      const before = await world.counts()
      const { key, send } = booking(world.slot())
      world.simulator.faults.add({ kind: 'timeout', count: 1, ...place })
      const answer = send()
      await until('the booking there', async () => (await world.counts()).vendor > before.vendor)
      // Nor can it be looked for.
      world.simulator.faults.add({ kind: '429', count: 50 })
      errorOf(await answer, 502, 'pms_error')
      world.simulator.faults.clear()
      const state = async () =>
        String((await world.app.get(`/v1/reservations/intents/${encodeURIComponent(key)}`)).body['state'])
      assert.equal(await state(), 'unknown')
      await world.resolve(61)
      assert.equal(await state(), 'succeeded')
      const again = await send()
      assert.equal(again.status, 201, again.text)
      await world.pass(120)
      assert.deepEqual(await world.counts(), { vendor: before.vendor + 1, here: before.here + 1 })
      assert.deepEqual(await told(String(again.body['id'])), ['reservation.created'])
    })

    it('and every stay is proven to be the vendor’s, field by field', async () => {
      const url = `/v1/connections/${world.connectionId}/reconciliation`
      assert.equal((await world.app.post(url)).status, 202)
      await world.pass(1)
      const { latest } = (await world.app.get(url)).body as unknown as Reconciliation
      assert.deepEqual(latest?.differences, [])
      assert.equal(latest?.proven, true, JSON.stringify(latest))
    })
  })
}

interface Operation {
  /** What it is done to. */
  prepare(): Promise<VendorBooking | undefined>
  run(prepared?: VendorBooking): Promise<VendorBooking>
  /** Bookings more afterwards. */
  adds: number
  told: string[]
  check?(made: VendorBooking): Promise<void>
}
