/** Walks lists to their end twice, and compares single records with their rows. */
import type { VendorOperations } from '../connector.ts'
import type { RecordKind } from '../validate.ts'
import type { MessageRecord, StayRecord } from '../../contract/records.ts'
import { nothing, offered } from './check.ts'
import type { CertificationCheck, Figure, CheckOutcome, CertificationRun } from './check.ts'
import { found } from './findings.ts'
import type { CertificationFinding } from './findings.ts'
import { againFindings, incrementalFindings, singleFindings, walkFindings } from './judges.ts'
import { walk } from './walk.ts'
import type { BoundedWalk } from './walk.ts'

type ListedRecord = { externalId: string }

const outcome = (
  kind: RecordKind,
  run: CertificationRun,
  walked: BoundedWalk<ListedRecord>,
  more: { findings?: CertificationFinding[]; figures?: Partial<Record<Figure, number>> } = {},
): CheckOutcome => ({
  findings: [...walkFindings(kind, walked, run.words), ...(more.findings ?? [])],
  figures: {
    records: walked.records.length,
    pages: walked.pages,
    ...(walked.expected === null ? {} : { expected: walked.expected }),
    ...more.figures,
  },
})

const readListings = (run: CertificationRun, family: NonNullable<VendorOperations['listings']>) =>
  walk(run.bounds, (cursor) => family.page(run.context, { cursor }))
const readStays = (
  run: CertificationRun,
  family: NonNullable<VendorOperations['reservations']>,
  since: string | null = null,
) => walk(run.bounds, (cursor) => family.page(run.context, { cursor, since }))
const readConversations = (
  run: CertificationRun,
  family: NonNullable<VendorOperations['conversations']>,
  since: string | null = null,
) => walk(run.bounds, (cursor) => family.page(run.context, { cursor, since }))

/** Compares a second walk with the first one. */
function again(
  first: BoundedWalk<ListedRecord> | undefined,
  second: () => Promise<BoundedWalk<ListedRecord>>,
): Promise<CheckOutcome> | CheckOutcome {
  if (first === undefined) return { skip: 'walk_failed' }
  if (first.records.length === 0) return nothing
  // A record that moves between bounded walks would look lost behind the bound.
  if (first.end !== 'ended') return { skip: 'bounded' }
  return second().then((walked) => ({
    findings: againFindings(first, walked),
    figures: { records: walked.records.length, pages: walked.pages },
  }))
}

/** Reads some records one by one. */
async function one(
  run: CertificationRun,
  first: BoundedWalk<ListedRecord> | undefined,
  read: (externalId: string) => Promise<ListedRecord | null>,
): Promise<CheckOutcome> {
  if (first === undefined) return { skip: 'walk_failed' }
  const rows = first.records.slice(0, run.samples.singles)
  if (rows.length === 0) return nothing
  const findings: CertificationFinding[] = []
  for (const row of rows) {
    run.bounds.signal.throwIfAborted()
    findings.push(...singleFindings(row, await read(row.externalId), run.words))
  }
  return { findings, figures: { compared: rows.length } }
}

/** The newest change is at the bound and must come again; others need not. */
async function incremental(
  run: CertificationRun,
  first: BoundedWalk<ListedRecord> | undefined,
  since: (watermark: string) => Promise<BoundedWalk<ListedRecord>>,
): Promise<CheckOutcome> {
  if (first === undefined) return { skip: 'walk_failed' }
  if (first.records.length === 0) return nothing
  if (first.end !== 'ended') return { skip: 'bounded' }
  if (first.watermark === null) return { findings: found('no_watermark', 1), figures: {} }
  const walked = await since(first.watermark)
  // A vendor that rereads windows has no last change, and a queue has no bound.
  const hasBound = !['windowed-scan', 'queue'].includes(run.connector.manifest.sync.reservations)
  return {
    findings: hasBound ? incrementalFindings(first, walked) : [],
    figures: { records: walked.records.length, pages: walked.pages },
  }
}

export const listChecks: CertificationCheck[] = [
  {
    id: 'listings',
    title: 'Every listing is read once and fits its schema',
    needs: ({ listings }) => listings !== undefined,
    async run(run) {
      run.seen.listings = await readListings(run, offered(run.connector.operations.listings))
      return outcome('listing', run, run.seen.listings)
    },
  },
  {
    id: 'listings.again',
    title: 'A second walk of the listings brings the same',
    needs: ({ listings }) => listings !== undefined,
    run: async (run) =>
      again(run.seen.listings, () => readListings(run, offered(run.connector.operations.listings))),
  },
  {
    id: 'listings.one',
    title: 'A single listing is as its row in the list',
    needs: ({ listings }) => listings?.one !== undefined,
    run: (run) =>
      one(run, run.seen.listings, (id) => offered(run.connector.operations.listings?.one)(run.context, id)),
  },
  {
    id: 'units',
    title: 'The units of listings that have several',
    needs: ({ units }) => units !== undefined,
    async run(run) {
      if (run.seen.listings === undefined) return { skip: 'walk_failed' }
      const several = run.seen.listings.records
        .filter(({ unitCount }) => unitCount > 1)
        .slice(0, run.samples.singles)
      if (several.length === 0) return nothing
      const findings: CertificationFinding[] = []
      let records = 0
      for (const listing of several) {
        const page = (cursor: string | null) =>
          offered(run.connector.operations.units).page(run.context, { listing, cursor })
        const walked = await walk(run.bounds, page)
        records += walked.records.length
        findings.push(
          ...walkFindings('unit', walked, run.words),
          ...found('units_differ', walked.records.length === listing.unitCount ? 0 : 1),
        )
      }
      return { findings, figures: { listings: several.length, records } }
    },
  },
  {
    id: 'reservations',
    title: 'Every reservation is read once and fits its schema',
    needs: ({ reservations }) => reservations !== undefined,
    async run(run) {
      const walked = await readStays(run, offered(run.connector.operations.reservations))
      run.seen.stays = walked
      return outcome('stay', run, walked, stayFacts(run, walked.records))
    },
  },
  {
    id: 'reservations.again',
    title: 'A second walk of the reservations brings the same',
    needs: ({ reservations }) => reservations !== undefined,
    run: async (run) =>
      again(run.seen.stays, () => readStays(run, offered(run.connector.operations.reservations))),
  },
  {
    id: 'reservations.one',
    title: 'A single reservation is as its row in the list',
    needs: ({ reservations }) => reservations?.one !== undefined,
    run: (run) =>
      one(run, run.seen.stays, (id) => offered(run.connector.operations.reservations?.one)(run.context, id)),
  },
  {
    id: 'reservations.incremental',
    title: 'An incremental walk starts at the newest change, that change included',
    needs: ({ reservations }) => reservations !== undefined,
    run: (run) =>
      incremental(run, run.seen.stays, (since) =>
        readStays(run, offered(run.connector.operations.reservations), since),
      ),
  },
  {
    id: 'conversations',
    title: 'Every conversation is read once and fits its schema',
    needs: ({ conversations }) => conversations !== undefined,
    async run(run) {
      const walked = await readConversations(run, offered(run.connector.operations.conversations))
      run.seen.conversations = walked
      return outcome('conversation', run, walked)
    },
  },
  {
    id: 'conversations.one',
    title: 'A single conversation is as its row in the list',
    needs: ({ conversations }) => conversations?.one !== undefined,
    run: (run) =>
      one(run, run.seen.conversations, (id) =>
        offered(run.connector.operations.conversations?.one)(run.context, id),
      ),
  },
  {
    id: 'messages',
    title: 'The messages of some conversations are read once and fit their schema',
    needs: ({ messages }) => messages !== undefined,
    async run(run) {
      if (run.seen.conversations === undefined) return { skip: 'walk_failed' }
      const some = run.seen.conversations.records.slice(0, run.samples.threads)
      if (some.length === 0) return nothing
      const all: BoundedWalk<MessageRecord> = {
        records: [],
        failures: [],
        pages: 0,
        end: 'ended',
        watermark: null,
        expected: null,
      }
      for (const { externalId } of some) {
        const walked = await walk(run.bounds, (cursor) =>
          offered(run.connector.operations.messages).page(run.context, {
            conversationExternalId: externalId,
            cursor,
          }),
        )
        all.records.push(...walked.records)
        all.failures.push(...walked.failures)
        all.pages += walked.pages
        if (walked.end !== 'ended') all.end = walked.end
      }
      run.seen.messages = all
      return outcome('message', run, all)
    },
  },
  {
    id: 'reviews',
    title: 'Every review is read once and fits its schema',
    needs: ({ reviews }) => reviews !== undefined,
    async run(run) {
      const walked = await walk(run.bounds, (cursor) =>
        offered(run.connector.operations.reviews).page(run.context, { cursor }),
      )
      run.seen.reviews = walked
      return outcome('review', run, walked)
    },
  },
]

/** Shows how well the connector knows the vendor's words and references of bookings. */
function stayFacts(run: CertificationRun, stays: readonly StayRecord[]) {
  const { listings } = run.seen
  const known =
    listings?.end === 'ended' ? new Set(listings.records.map(({ externalId }) => externalId)) : null
  const bookings = stays.filter((stay) => stay.kind === 'reservation')
  const words = [...new Set(stays.map(({ sourceStatus }) => sourceStatus))]
  const said = words.flatMap((word) => run.words.say(word) ?? [])
  const foreign = stays.filter((stay) => {
    const id = stay.listingExternalId
    return known !== null && typeof id === 'string' && !known.has(id)
  })
  const status = (status: string) => bookings.filter((stay) => stay.status === status).length
  return {
    findings: [
      ...found('status_words', said.length, said),
      ...found('status_words_unsaid', words.length - said.length),
      ...found('other_source', bookings.filter(({ source }) => source === null || source === 'other').length),
      ...found('foreign_listing', foreign.length),
    ],
    figures: {
      confirmed: status('confirmed'),
      pending: status('pending'),
      cancelled: status('cancelled'),
      inquiries: stays.filter(({ kind }) => kind === 'inquiry').length,
      blocks: stays.filter(({ kind }) => kind === 'block').length,
    },
  }
}
