import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TSchema } from 'typebox'
import type { StayRecord } from '../../contract/records.ts'
import type { Connector } from '../connector.ts'
import { openBench, type Bench } from './bench.ts'
import type { VendorFacts } from './certify.ts'
import type { VendorRow } from './control.ts'
import { incrementalFindings } from '../checks/judges.ts'
import type { BoundedWalk } from '../checks/walk.ts'
import { present, walkAll } from './walk.ts'

const portfolio = { listings: 12, reservations: 350 }

/** Changes at the vendor are found whenever they happen. */
export function changeSuite<C extends TSchema>(connector: Connector<C>, facts: VendorFacts): void {
  const { operations, manifest } = connector
  // Without a filter by change time, future stays are read again each time; past ones wait for the next full
  // walk.
  const isWindowed = manifest.sync.reservations === 'windowed-scan'
  // Acknowledged bookings do not come again, so a reader has no watermark.
  const isQueue = manifest.sync.reservations === 'queue'
  describe('changes', { concurrency: false }, () => {
    let bench: Bench<C>
    let full: BoundedWalk<StayRecord>
    before(async () => {
      bench = await openBench(connector, facts.start, portfolio)
      full = await stays(null)
    })
    after(() => bench.close())

    const isFollowed = (record: StayRecord): boolean =>
      !isWindowed ||
      (record.kind === 'reservation' && record.checkOut >= bench.context().now().toISOString().slice(0, 10))
    const stays = (since: string | null) => bench.walk('bookings').reservations(since)

    it('starts an incremental walk at the newest change, that change included', async () => {
      if (isQueue) return
      assert.deepEqual(incrementalFindings(full, await stays(full.watermark)), [])
    })

    it('finds a new, a changed and a cancelled booking', async () => {
      await bench.advance(60_000)
      const [first, second] = full.records.filter(isConfirmed).filter(isFollowed)
      const added = await bench.control.book()
      await bench.control.change(present(first).externalId, facts.amendment)
      await bench.control.cancel(present(second).externalId)
      const { records, watermark } = await stays(full.watermark)
      const found = new Map(records.map((record) => [record.externalId, record]))
      assert.ok(found.has(String(added.id)))
      assert.ok(found.has(present(first).externalId))
      const cancelled = found.get(present(second).externalId)
      assert.equal(cancelled?.kind === 'reservation' && cancelled.status, 'cancelled')
      const again = await stays(watermark)
      assert.ok(again.records.length >= 1)
      if (!isWindowed) assert.ok(again.records.length <= 3, 'what was read before is read again and again')
    })

    it('is told a booking until it says that it is stored, and then no more', async () => {
      const { acknowledge } = present(operations.reservations)
      assert.equal(acknowledge !== undefined, isQueue)
      if (acknowledge === undefined) return
      const id = String((await bench.control.book()).id)
      const read = async (unstored: string[] | null) => {
        const found: string[] = []
        const since = bench.context().now().toISOString()
        await walkAll(async (cursor) => {
          const page = await present(operations.reservations).page(bench.context('bookings'), {
            cursor,
            since,
          })
          found.push(...page.records.map(({ externalId }) => externalId))
          const { receipt } = page
          if (receipt !== undefined && unstored !== null)
            await acknowledge(bench.context('bookings'), { receipt, unstored: new Set(unstored) })
          return page
        })
        return found.includes(id)
      }
      const appearances = [await read(null), await read([id]), await read([]), await read([])]
      assert.deepEqual(appearances, [true, true, true, false])
    })

    it('misses nothing when bookings change and vanish during a full walk', async () => {
      const touched: { row: VendorRow; atPage: number }[] = []
      const before = (await stays(null)).records
      const order = before.map(({ externalId }) => externalId)
      const unfollowed = new Set(
        before.filter((record) => !isFollowed(record)).map(({ externalId }) => externalId),
      )
      const read: string[][] = []
      const page = async (cursor: string | null) => {
        const found = await present(operations.reservations).page(bench.context('bookings'), {
          cursor,
          since: null,
        })
        read.push(found.records.map(({ externalId }) => externalId))
        return found
      }
      const walked = await walkAll(page, async (atPage) => {
        if (atPage > 2) return
        await bench.advance(5_000)
        // Change the page's last row, the next page's first, and one far down; then the page's end vanishes.
        const end = atPage * 100 - 1
        for (const index of [end, end + 1, end + 150]) {
          const id = order[index]
          if (id !== undefined) touched.push({ row: await bench.control.change(id, facts.amendment), atPage })
        }
        await bench.control.erase(present(order[end - 1]))
        touched.push({ row: await bench.control.book(), atPage })
      })
      assert.ok(walked.pages > 2)
      const readIds = new Set(read.flat())
      const held = (await bench.control.state()).reservations.map(({ id }) => String(id))
      // Rows changed behind the reader come with the next walk; rows changed ahead of it came in this one.
      const next = new Set((await stays(walked.watermark)).records.map(({ externalId }) => externalId))
      assert.deepEqual(
        held.filter((id) => !readIds.has(id) && !(isQueue && next.has(id))),
        [],
      )
      const missed = touched.filter(({ row, atPage }) => {
        const id = String(row.id)
        return !unfollowed.has(id) && !next.has(id) && !read.slice(atPage).flat().includes(id)
      })
      assert.deepEqual(missed, [])
    })

    it('finds the conversation of a new message', async () => {
      if (operations.conversations === undefined) return
      const since = bench.context().now().toISOString()
      await bench.advance(60_000)
      const message = await bench.control.write({ body: 'Is there a cot?', isIncoming: true })
      const { records } = await bench.walk('messages').conversations(since)
      const ids = records.map(({ externalId }) => externalId)
      assert.ok(
        ids.includes(String(message.conversationId)),
        `${ids.join()} lack ${String(message.conversationId)}`,
      )
    })

    it('never shows a status it does not know as a confirmed stay', async () => {
      const victim = present((await stays(null)).records.find(isConfirmed)).externalId
      await bench.control.change(victim, facts.unknownStatus)
      const { records, failures } = await stays(null)
      const record = records.find(({ externalId }) => externalId === victim)
      assert.ok(record !== undefined || failures.some(({ externalId }) => externalId === victim))
      assert.ok(record === undefined || !isConfirmed(record))
      assert.ok(records.length > 100, 'one bad row stopped the rest')
    })
  })
}

function isConfirmed(record: StayRecord): boolean {
  return record.kind === 'reservation' && record.status === 'confirmed'
}
