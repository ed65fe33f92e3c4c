import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TSchema } from 'typebox'
import type { ListingRecord } from '../../contract/records.ts'
import type { CertificationRun } from '../checks/check.ts'
import { walkFindings } from '../checks/judges.ts'
import { lastChecks, readChecks } from '../checks/read-checks.ts'
import type { BoundedWalk } from '../checks/walk.ts'
import type { Connector } from '../connector.ts'
import { assertPasses, benchRun, reportAnyName } from './assert-check.ts'
import { openBench, type Bench } from './bench.ts'
import type { VendorFacts } from './certify.ts'
import type { VendorRow } from './control.ts'
import { present, walkAll } from './walk.ts'

/** A vendor may refuse calls of these: an id that nothing has, and a filter that some accounts lack. */
const refusable = new Set(['unknown_id', 'reservations.incremental'])
const portfolio = { listings: 24, reservations: 250 }

/** Every list reads to its end: complete, unique, valid, and without asking for records that do not exist. */
export function readSuite<C extends TSchema>(connector: Connector<C>, facts: VendorFacts): void {
  const { operations } = connector
  describe('reads', { concurrency: false }, () => {
    let bench: Bench<C>
    let run: CertificationRun
    let listings: ListingRecord[] = []
    before(async () => {
      bench = await openBench(connector, facts.start, portfolio)
      run = benchRun(bench)
    })
    after(() => bench.close())

    for (const check of readChecks.filter(({ id }) => !refusable.has(id))) {
      it(`${check.id}: ${check.title}`, () => assertPasses(check, run))
    }

    it('knows whose account it is', async () => {
      const account = await operations.probe(bench.context())
      assert.ok(account.externalAccountId === null || account.externalAccountId.length > 0)
    })

    it('reads exactly what the account holds', async () => {
      const { seen } = run
      const held = await bench.control.state()
      listings = seen.listings?.records ?? []
      assertHolds(seen.listings, held.listings)
      assertHolds(seen.stays, held.reservations)
      assert.ok(seen.stays?.watermark, 'no place to start the next incremental walk')
      if (operations.conversations !== undefined) {
        assertHolds(seen.conversations, held.conversations)
        assertHolds(seen.messages, held.messages)
      }
      if (operations.reviews === undefined) return
      const reviews = new Set(held.reviews.map(({ id }) => String(id)))
      const { records } = present(seen.reviews)
      assert.ok(records.length > 0)
      assert.ok(records.every(({ externalId }) => reviews.has(externalId)))
    })

    it('says of every listing on which channels it is, as the listing itself does', async () => {
      if (operations.channelLinks === undefined) return
      const walked = await bench.walk().channelLinks()
      assert.deepEqual(walkFindings('linkedListing', walked, reportAnyName), [])
      assertHolds(walked, (await bench.control.state()).listings)
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
        const walked = await walkAll(page)
        assert.deepEqual(walkFindings('unit', walked, reportAnyName), [])
        const { records } = walked
        assert.equal(records.length, listing.model === 'hotel' ? listing.unitCount : 0)
        found.push(...records.map(({ externalId }) => externalId))
      }
      assert.ok(found.length > 0, 'the simulator has no listing with units')
      assert.equal(new Set(found).size, found.length)
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

    for (const check of [...readChecks.filter(({ id }) => refusable.has(id)), ...lastChecks]) {
      it(`${check.id}: ${check.title}`, () => assertPasses(check, run))
    }

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

function assertHolds(walked: BoundedWalk<{ externalId: string }> | undefined, held: VendorRow[]): void {
  const { records, expected } = present(walked)
  assert.deepEqual(
    records.map(({ externalId }) => externalId).toSorted(),
    held.map(({ id }) => String(id)).toSorted(),
  )
  assert.equal(expected ?? held.length, held.length)
}
