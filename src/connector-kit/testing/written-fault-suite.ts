/**
 * Writes nights and messages while the answer is lost: reported outcomes are true, and nothing is done twice.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { TSchema } from 'typebox'
import type { ListingRecord } from '../../contract/records.ts'
import type { Connector } from '../connector.ts'
import { addDays } from '../dates.ts'
import { VendorError } from '../vendor-error.ts'
import { openBench, type Bench } from './bench.ts'
import type { VendorFacts, WriteFacts } from './certify.ts'
import { afterActing, everyFault, isHonest, isSilent } from './faults.ts'
import { freeNights } from './free-nights.ts'
import { present } from './walk.ts'

const impatientMs = 1000

export function writtenFaultSuite<C extends TSchema>(
  connector: Connector<C>,
  facts: VendorFacts,
  writes: WriteFacts,
): void {
  const { calendarWrites, messageWrites } = connector.operations
  describe('writes whose answer is lost', { concurrency: false }, () => {
    let bench: Bench<C>
    let listing: ListingRecord
    before(async () => {
      bench = await openBench(connector, facts.start, { listings: 6, reservations: 40 })
      listing = present((await bench.walk().listings()).records[0])
    })
    after(() => bench.close())
    beforeEach(async () => {
      await bench.control.clearFaults()
      await bench.advance(120_000)
    })

    const contextOf = (fault: string | null) =>
      fault !== null && isSilent(fault)
        ? bench.context('messages', bench.open({ timeoutMs: impatientMs }))
        : bench.context('messages')

    /** The test does the work once to learn its call. */
    async function callOf(work: () => Promise<unknown>): Promise<{ path: string; method: string }> {
      await bench.control.clearCalls()
      await work()
      const done = present((await bench.control.calls()).findLast(({ method }) => method !== 'GET'))
      return { path: present(done.path.split('?')[0]), method: done.method }
    }

    /** Returns null for work that was reported as done. */
    async function errorOf(work: Promise<unknown>): Promise<VendorError | null> {
      const error = await work.then(
        () => null,
        (thrown: unknown) => thrown,
      )
      assert.ok(error === null || error instanceof VendorError, String(error))
      return error
    }

    for (const fault of everyFault) {
      it(`closes a night, or nobody knows, after ${fault}; written again it is closed`, async () => {
        if (calendarWrites === undefined) return
        const close = async (at: string, context = contextOf(null)) =>
          calendarWrites.write(context, [
            {
              ...{ listingExternalId: listing.externalId, unitCount: listing.unitCount, from: at, to: at },
              ...{ currency: listing.currency ?? null, available: false },
            },
          ])
        const isClosed = async (at: string) => {
          const { calendar } = connector.operations
          const days = await present(calendar).range(bench.context(), { listing, from: at, to: at })
          return days[0]?.available === false
        }
        const { checkIn } = await freeNights(bench.context(), connector.operations, listing, 4)
        const where = await callOf(() => close(checkIn))
        const night = addDays(checkIn, 2)
        await bench.control.fault(fault, { count: 1 }, where)
        const error = await errorOf(close(night, contextOf(fault)))
        await bench.control.clearFaults()
        if (error !== null) assert.ok(isHonest(fault, error.kind), error.kind)
        // If a repeatable call succeeded, a retry did the work.
        assert.equal(await isClosed(night), error === null || afterActing.includes(fault))
        assert.deepEqual(await close(night), { refused: [] })
        assert.ok(await isClosed(night))
      })

      it(`sends a message once, or nobody knows, after ${fault}`, async () => {
        if (messageWrites === undefined) return
        const { records } = await bench.walk().conversations()
        const { externalId, platform } = present(records.find(writes.canWriteTo ?? (() => true)))
        const send = (body: string, context = contextOf(null)) =>
          messageWrites.send(context, { conversationExternalId: externalId, platform, body, files: [] })
        const where = await callOf(() => send(`The key, before ${fault}.`))
        const body = `The key, with ${fault}.`
        await bench.control.fault(fault, { count: 1 }, where)
        const error = await errorOf(send(body, contextOf(fault)))
        await bench.control.clearFaults()
        if (error !== null) assert.ok(isHonest(fault, error.kind), error.kind)
        const found = (await bench.walk().messages(externalId)).records.filter((one) =>
          one.body.includes(body),
        )
        assert.equal(found.length, error === null || afterActing.includes(fault) ? 1 : 0)
      })
    }
  })
}
