import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { TSchema } from 'typebox'
import type { ListingRecord, ReservationRecord } from '../../contract/records.ts'
import type { Connector } from '../connector.ts'
import { addDays } from '../dates.ts'
import { bookedBy } from '../find-booked.ts'
import type { ReservationDraft, WrittenReservation } from '../write-operations.ts'
import { openBench, type Bench } from './bench.ts'
import type { VendorFacts, WriteFacts } from './certify.ts'
import { afterActing, beforeActing, isSilent, unknownKinds } from './faults.ts'
import { freeNights } from './free-nights.ts'
import { failureOf, present } from './walk.ts'

const nights = 4

/**
 * Bookings are made, changed and cancelled as requested and never twice, whether or not the answer arrives.
 */
export function reservationWriteSuite<C extends TSchema>(
  connector: Connector<C>,
  facts: VendorFacts,
  writes: WriteFacts,
): void {
  const { operations } = connector
  const offered = operations.reservationWrites
  if (offered === undefined) return
  describe('bookings written', { concurrency: false }, () => {
    let bench: Bench<C>
    let listing: ListingRecord
    let drafts = 0
    before(async () => {
      bench = await openBench(connector, facts.start, { listings: 6, reservations: 30 })
      const { records } = await bench.walk().listings()
      // Multi-unit listings can sell the same night several times, so refusals need a home or a full room
      // type.
      listing = present(records.toSorted((a, b) => a.unitCount - b.unitCount)[0])
    })
    after(() => bench.close())
    beforeEach(async () => {
      await bench.control.clearFaults()
      await bench.advance(120_000)
      await bench.control.clearCalls()
    })

    const draft = async (fields: Partial<ReservationDraft> = {}): Promise<ReservationDraft> => {
      drafts += 1
      const stay = await freeNights(bench.context(), operations, listing, nights)
      return {
        listingExternalId: listing.externalId,
        ...stay,
        status: 'confirmed',
        platform: 'direct',
        guest: {
          firstName: 'Ines',
          lastName: `Marchetti${drafts}`,
          email: `ines.marchetti.${drafts}@example.com`,
          phone: '+390612345678',
        },
        adults: 2,
        children: 1,
        ...(offered.fields.customPrice === 'required' ? { totalPrice: '640.50' } : {}),
        currency: listing.currency ?? null,
        marker: `lwtest${String(drafts).padStart(14, '0')}`,
        ...fields,
      }
    }
    const targetOf = (externalId: string) => ({ externalId, listingExternalId: listing.externalId })
    const held = async (): Promise<number> => (await bench.control.state()).reservations.length
    const context = (timeoutMs?: number) =>
      bench.context('guest', timeoutMs === undefined ? undefined : bench.open({ timeoutMs }))
    const create = (booking: ReservationDraft, timeoutMs?: number): Promise<WrittenReservation> =>
      offered.create(context(timeoutMs), booking)
    const marked = (booking: ReservationDraft, since = new Date(bench.context().now().getTime() - 600_000)) =>
      bookedBy(context(), connector as unknown as Connector, booking, since)
    const read = async (externalId: string): Promise<ReservationRecord> => {
      const stay = await present(operations.reservations?.one)(context(), externalId)
      assert.ok(stay?.kind === 'reservation', `no reservation ${externalId}`)
      return stay
    }

    it('makes a booking that reads back as it was asked for', async () => {
      const priced = offered.fields.customPrice === 'no' ? {} : { totalPrice: '712.40' }
      const booking = await draft(priced)
      const before = await held()
      const written = await create(booking)
      assert.deepEqual(written.errors, [])
      assert.equal(await held(), before + 1)
      const stay = await read(written.externalId)
      assert.deepEqual([stay.checkIn, stay.checkOut], [booking.checkIn, booking.checkOut])
      assert.equal(stay.listingExternalId, booking.listingExternalId)
      assert.equal(stay.status, writes.bookedAs ?? 'confirmed')
      assert.equal(stay.guest?.firstName, booking.guest.firstName)
      assert.equal(stay.guest?.lastName, booking.guest.lastName)
      assert.equal(stay.guest?.email, booking.guest.email)
      const { adults, children, total } = stay.occupancy ?? {}
      assert.ok((adults === 2 && children === 1) || total === 3, JSON.stringify(stay.occupancy))
      if (priced.totalPrice !== undefined) assert.equal(Number(stay.totalPrice), Number(priced.totalPrice))
      assert.ok(offered.ownSources.includes(stay.source ?? 'other'), `source ${stay.source}`)
      if (written.record !== undefined) assert.deepEqual(written.record, stay)
    })

    it('finds a booking by its marker, and none by another', async () => {
      const booking = await draft()
      const { externalId } = await create(booking)
      assert.deepEqual(await marked(booking), [externalId])
      const guest = { firstName: 'Somebody', lastName: 'Else', email: 'somebody.else@example.com' }
      assert.deepEqual(await marked({ ...booking, marker: 'lwtestzzzzzzzzzzzzzz', guest }), [])
    })

    it('is refused by nights that are taken', async () => {
      const booking = await draft()
      for (let unit = 0; unit < listing.unitCount; unit += 1)
        await create({ ...booking, marker: `lwfill${unit}aaaaaaaaaaaaa` })
      const before = await held()
      const again = { ...(await draft()), checkIn: booking.checkIn, checkOut: booking.checkOut }
      const error = await failureOf(create(again))
      assert.equal(error.kind, 'rejected')
      assert.equal(error.reason, 'dates_unavailable')
      assert.equal(await held(), before)
      assert.deepEqual(await marked(again), [])
    })

    for (const fault of beforeActing) {
      it(`says that nobody knows after ${fault}, and nothing was booked`, async () => {
        const booking = await draft()
        const before = await held()
        await bench.control.fault(fault, { count: 1 }, writes.create)
        const error = await failureOf(create(booking, fault === 'hang' ? 1000 : undefined))
        assert.ok(unknownKinds.includes(error.kind), error.kind)
        assert.equal(await held(), before)
        assert.deepEqual(await marked(booking), [])
      })
    }

    for (const fault of afterActing) {
      it(`says that nobody knows after ${fault}, and the one booking is found`, async () => {
        const booking = await draft()
        const before = await held()
        await bench.control.fault(fault, { count: 1 }, writes.create)
        const error = await failureOf(create(booking, fault === 'timeout' ? 1000 : undefined))
        assert.ok(unknownKinds.includes(error.kind), error.kind)
        assert.equal(await held(), before + 1)
        assert.equal((await marked(booking)).length, 1)
      })
    }

    it('waits when it is told to, and books once', async () => {
      const booking = await draft()
      const before = await held()
      await bench.control.fault('429', { count: 1 }, writes.create)
      await create(booking)
      assert.equal(await held(), before + 1)
    })

    it('changes party and dates, and frees the old nights', async () => {
      if (offered.modify === undefined) return
      const booking = await draft()
      const { externalId } = await create(booking)
      const change = targetOf(externalId)
      await offered.modify.run(context(), { ...change, adults: 1, children: 0 })
      const fewer = await read(externalId)
      assert.ok(
        fewer.occupancy?.adults === 1 || fewer.occupancy?.total === 1,
        JSON.stringify(fewer.occupancy),
      )
      assert.deepEqual([fewer.checkIn, fewer.checkOut], [booking.checkIn, booking.checkOut])
      if (!offered.modify.dates) return
      const checkOut = addDays(booking.checkOut, -1)
      await offered.modify.run(context(), { ...change, checkIn: booking.checkIn, checkOut })
      assert.equal((await read(externalId)).checkOut, checkOut)
    })

    it('is refused a change onto nights that are taken', async () => {
      if (offered.modify?.dates !== true || listing.unitCount > 1) return
      const first = await draft()
      await create(first)
      const second = await draft()
      const { externalId } = await create(second)
      const { listingExternalId, checkIn, checkOut } = first
      const change = { externalId, listingExternalId, checkIn, checkOut }
      const error = await failureOf(offered.modify.run(context(), change))
      assert.deepEqual([error.kind, error.reason], ['rejected', 'dates_unavailable'])
      assert.equal((await read(externalId)).checkIn, second.checkIn)
    })

    it('cancels, and the nights are free again', async () => {
      if (offered.cancel === undefined) return
      const booking = await draft()
      const { externalId } = await create(booking)
      await offered.cancel(context(), targetOf(externalId))
      assert.equal((await read(externalId)).status, 'cancelled')
      const days = await present(operations.calendar).range(context(), {
        listing,
        from: booking.checkIn,
        to: addDays(booking.checkOut, -1),
      })
      assert.ok(days.every(({ available }) => available))
      // The marker still finds the cancelled booking, so that a late retry does not book again.
      assert.deepEqual(await marked(booking), [externalId])
    })

    /** An amendment changes or cancels a booking; `shows` says whether that happened. */
    interface Amendment {
      name: string
      run(externalId: string, timeoutMs?: number): Promise<unknown>
      shows(stay: ReservationRecord): boolean
    }
    const amendments: Amendment[] = []
    const { modify, cancel } = offered
    if (modify !== undefined) {
      amendments.push({
        name: 'a change',
        run: (externalId, timeoutMs) =>
          modify.run(context(timeoutMs), { ...targetOf(externalId), adults: 1, children: 0 }),
        shows: ({ occupancy }) => occupancy?.adults === 1 || occupancy?.total === 1,
      })
    }
    if (cancel !== undefined) {
      amendments.push({
        name: 'a cancellation',
        run: (externalId, timeoutMs) => cancel(context(timeoutMs), targetOf(externalId)),
        shows: ({ status }) => status === 'cancelled',
      })
    }

    for (const { name, run, shows } of amendments) {
      it(`${name} is done or not, and reading back tells which, whatever becomes of the answer`, async () => {
        // The test carries the amendment out once to learn its call.
        const first = (await create(await draft())).externalId
        await bench.control.clearCalls()
        await run(first)
        const done = (await bench.control.calls()).findLast(({ method }) => method !== 'GET')
        assert.ok(done !== undefined)
        const where = { path: (done.path.split('?')[0] ?? '').replace(first, '*'), method: done.method }
        for (const fault of [...beforeActing, ...afterActing]) {
          const { externalId } = await create(await draft())
          await bench.advance(120_000)
          await bench.control.fault(fault, { count: 1 }, where)
          const slow = isSilent(fault)
          const working = run(externalId, slow ? 1000 : undefined)
          // An answer without a body cannot be cut.
          const ended = fault === 'malformed' ? await working.catch(() => undefined) : undefined
          if (ended === undefined) {
            const error = await failureOf(working)
            assert.ok(unknownKinds.includes(error.kind), `${fault}: ${error.kind}`)
          }
          await bench.control.clearFaults()
          assert.equal(shows(await read(externalId)), afterActing.includes(fault), fault)
        }
      })
    }

    it('says not_found for a booking that is not there', async () => {
      const target = targetOf(facts.missingId)
      if (offered.cancel !== undefined) {
        assert.equal((await failureOf(offered.cancel(context(), target))).kind, 'not_found')
      }
      if (offered.modify !== undefined) {
        const error = await failureOf(offered.modify.run(context(), { ...target, adults: 1, children: 0 }))
        assert.equal(error.kind, 'not_found')
      }
    })

    it('prices a stay, and says why it cannot be had', async () => {
      if (offered.quote === undefined) return
      const booking = await draft()
      const { checkIn, checkOut, adults, children, currency } = booking
      const request = { listingExternalId: listing.externalId, checkIn, checkOut, adults, children, currency }
      const open = await offered.quote(context(), request)
      assert.equal(open.available, true)
      assert.ok(Number(open.total) > 0)
      assert.match(open.total ?? '', /^\d+(\.\d+)?$/)
      assert.match(open.currency ?? '', /^[A-Z]{3}$/)
      for (let unit = 0; unit < listing.unitCount; unit += 1) {
        await create({ ...booking, marker: `lwquote${unit}aaaaaaaaaaaa` })
      }
      const taken = await offered.quote(context(), request)
      assert.deepEqual([taken.available, taken.total], [false, null])
      assert.ok(taken.restrictions.length > 0)
    })
  })
}
