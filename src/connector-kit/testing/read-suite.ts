import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TSchema } from 'typebox'
import type { ListingRecord } from '../../contract/records.ts'
import type { Connector } from '../connector.ts'
import { addDays } from '../dates.ts'
import { recordChecks, type RecordKind } from '../validate.ts'
import { openBench, type Bench } from './bench.ts'
import type { VendorFacts } from './certify.ts'
import { present, walkAll, type WalkResult } from './walk.ts'

const portfolio = { listings: 24, reservations: 250 }

/** Every list reads to its end: complete, unique, valid, and without asking for records that do not exist. */
export function readSuite<C extends TSchema>(connector: Connector<C>, facts: VendorFacts): void {
  const { operations } = connector
  describe('reads', { concurrency: false }, () => {
    let bench: Bench<C>
    let listings: ListingRecord[] = []
    before(async () => {
      bench = await openBench(connector, facts.start, portfolio)
    })
    after(() => bench.close())

    const whole = (
      kind: RecordKind,
      walked: WalkResult<{ externalId: string }>,
      held: { id: unknown }[],
    ): void => {
      assert.deepEqual(walked.failures, [])
      assertSound(kind, walked.records)
      const ids = walked.records.map(({ externalId }) => externalId)
      assert.deepEqual(ids.toSorted(), held.map(({ id }) => String(id)).toSorted())
      assert.equal(walked.expected ?? held.length, held.length)
    }

    it('knows whose account it is', async () => {
      const account = await operations.probe(bench.context())
      assert.ok(account.externalAccountId === null || account.externalAccountId.length > 0)
    })

    it('reads every listing once', async () => {
      const walked = await bench.walk().listings()
      listings = walked.records
      whole('listing', walked, (await bench.control.state()).listings)
    })

    it('says of every listing on which channels it is, as the listing itself does', async () => {
      if (operations.channelLinks === undefined) return
      const walked = await bench.walk().channelLinks()
      whole('linkedListing', walked, (await bench.control.state()).listings)
      const links = (records: { platform: string; externalId: string }[]) =>
        records.map(({ platform, externalId }) => ({ platform, externalId }))
      const linked = new Map(walked.records.map((record) => [record.externalId, links(record.links)]))
      const isToldHereAlone = listings.every(({ channels }) => channels === undefined)
      assert.ok(
        !isToldHereAlone || [...linked.values()].some((channels) => channels.length > 0),
        'the simulator has no listing on a channel',
      )
      for (const { externalId, channels } of listings) {
        // Some PMSs report channel links only in a list of their own.
        if (channels !== undefined) assert.deepEqual(linked.get(externalId), links(channels))
      }
    })

    it('reads the units of hotel listings and only of those', async () => {
      if (operations.units === undefined) return
      const found: string[] = []
      for (const listing of listings) {
        const page = (cursor: string | null) =>
          present(operations.units).page(bench.context(), { listing, cursor })
        const { records, failures } = await walkAll(page)
        assert.deepEqual(failures, [])
        assertSound('unit', records)
        assert.equal(records.length, listing.model === 'hotel' ? listing.unitCount : 0)
        found.push(...records.map(({ externalId }) => externalId))
      }
      assert.ok(found.length > 0, 'the simulator has no listing with units')
      assert.equal(new Set(found).size, found.length)
    })

    it('reads every day of a calendar, both ends included', async () => {
      if (operations.calendar === undefined) return
      const from = bench.context().now().toISOString().slice(0, 10)
      const to = addDays(from, 89)
      for (const listing of listings.slice(0, 6)) {
        const days = await operations.calendar.range(bench.context(), { listing, from, to })
        for (const day of days) assert.equal(recordChecks.calendarDay.problem(day), null)
        const dates = Array.from({ length: 90 }, (_, index) => addDays(from, index))
        assert.deepEqual(
          days.map(({ date }) => date),
          dates,
        )
        for (const day of days) assert.ok(day.availableUnits <= listing.unitCount)
      }
    })

    it('reads every reservation once', async () => {
      const walked = await bench.walk().reservations()
      whole('stay', walked, (await bench.control.state()).reservations)
      assert.ok(walked.watermark, 'no place to start the next incremental walk')
    })

    it('reads every conversation and every message once', async () => {
      if (operations.conversations === undefined) return
      const conversations = await bench.walk().conversations()
      const state = await bench.control.state()
      whole('conversation', conversations, state.conversations)
      const messages: string[] = []
      for (const { externalId } of conversations.records) {
        const { records, failures } = await bench.walk().messages(externalId)
        assert.deepEqual(failures, [])
        assertSound('message', records)
        messages.push(...records.map((message) => message.externalId))
      }
      assert.deepEqual(messages.toSorted(), state.messages.map(({ id }) => String(id)).toSorted())
    })

    it('reads every review once', async () => {
      if (operations.reviews === undefined) return
      const { records, failures } = await bench.walk().reviews()
      assert.deepEqual(failures, [])
      assertSound('review', records)
      const held = new Set((await bench.control.state()).reviews.map(({ id }) => String(id)))
      assert.ok(records.length > 0)
      assert.ok(records.every(({ externalId }) => held.has(externalId)))
    })

    it('asked for nothing that does not exist, and was never told to slow down', async () => {
      const refused = (await bench.control.calls()).filter(({ status }) => status === null || status >= 400)
      const isClosed = ({ path }: { path: string }) => facts.closed?.test(path) ?? false
      assert.deepEqual(
        refused.filter((call) => !isClosed(call)),
        [],
      )
      assert.ok(refused.length <= 1, 'what is closed was asked for again')
    })

    it('says null for what is not there', async () => {
      const context = bench.context()
      for (const family of [operations.listings, operations.reservations, operations.conversations]) {
        if (family?.one !== undefined) assert.equal(await family.one(context, facts.missingId), null)
      }
      const page = await operations.messages?.page(context, {
        conversationExternalId: facts.missingId,
        cursor: null,
      })
      assert.deepEqual(page?.records ?? [], [])
    })

    it('reads one as it stands in the list', async () => {
      const { listings: rows, reservations, conversations } = await bench.control.state()
      const context = bench.context()
      const one = await Promise.all([
        operations.listings?.one?.(context, String(rows[0]?.id)),
        operations.reservations?.one?.(context, String(reservations[0]?.id)),
        operations.conversations?.one?.(context, String(conversations[0]?.id)),
      ])
      const ids = [rows[0]?.id, reservations[0]?.id, conversations[0]?.id].map(String)
      one.forEach((record, index) => {
        if (record !== undefined) assert.equal(record?.externalId, ids[index])
      })
    })

    it('reads the thread of an inquiry as it stands in the list', async () => {
      const { ofInquiry } = operations.conversations ?? {}
      if (ofInquiry === undefined) return
      const { records: stays } = await bench.walk().reservations()
      const { records: threads } = await bench.walk().conversations()
      const inquiries = stays.filter(({ kind }) => kind === 'inquiry').map(({ externalId }) => externalId)
      const ofInquiries = threads.filter((thread) => inquiries.includes(thread.reservationExternalId ?? ''))
      for (const thread of ofInquiries.slice(0, 3))
        assert.deepEqual(await ofInquiry(bench.context(), thread.reservationExternalId ?? ''), thread)
      assert.equal(await ofInquiry(bench.context(), facts.missingId), null)
    })
  })

  describe('an account with nothing in it', { concurrency: false }, () => {
    it('gives empty walks that end', async () => {
      const bench = await openBench(connector, facts.start, { listings: 0, reservations: 0 })
      try {
        const since = '2026-01-01T00:00:00Z'
        const walk = bench.walk()
        const walks = [
          walk.listings(),
          walk.reservations(),
          walk.reservations(since),
          ...(operations.conversations ? [walk.conversations(), walk.conversations(since)] : []),
          ...(operations.reviews ? [walk.reviews()] : []),
          ...(operations.channelLinks ? [walk.channelLinks()] : []),
        ]
        for (const walked of await Promise.all(walks)) {
          assert.deepEqual([walked.records, walked.failures], [[], []])
        }
      } finally {
        await bench.close()
      }
    })
  })
}

function assertSound(kind: RecordKind, records: { externalId: string }[]): void {
  for (const record of records) {
    assert.equal(recordChecks[kind].problem(record), null, JSON.stringify(record))
  }
  const ids = records.map(({ externalId }) => externalId)
  assert.equal(new Set(ids).size, ids.length, 'an id came twice')
}
