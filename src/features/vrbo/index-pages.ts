/**
 * An index of an account: every listing is looked at, those that were written since are rendered, and the list is written from
 * what is known of them then.
 */
import { createHash } from 'node:crypto'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { nightMarks } from '../../records/calendar/public.ts'
import { todayAt } from '../../records/property-day.ts'
import { noteVersions } from './document-queries.ts'
import { documentsOf, withNights } from './documents.ts'
import { documentPath } from './addresses.ts'
import type { Kind } from './feed/facts.ts'
import { entryText, indexFrame, type Advertiser } from './feed/indexes.ts'
import { feedWindow } from './feed/nights.ts'
import type { KnownDocuments } from './known-documents.ts'
import { feedSources, markedSources, type MarkedSource } from './source-queries.ts'

/** Listings that are looked at in one statement, and those whose nights are read in one. */
const markedAtOnce = 200
const renderedAtOnce = 10

interface Entry {
  listingId: string
  changedAt: Date
  isActive: boolean
}

const factsOf = ({ listingId, changedAt, isActive }: Entry) => [listingId, changedAt, isActive]

export interface Index {
  etag: string
  changedAt: Date
  /** A piece at a time. */
  text(): Generator<string>
}

export interface AskedIndex {
  scope: Scope
  account: Advertiser & { createdAt: Date }
  kind: Kind
  now: Date
  publicUrl: string
  known: KnownDocuments
}

export async function indexOf(db: Queryable, asked: AskedIndex): Promise<Index> {
  const { account, kind, publicUrl } = asked
  const entries = await entriesOf(db, asked)
  const hash = createHash('sha256').update(
    JSON.stringify([publicUrl, account.id, kind, entries.map(factsOf)]),
  )
  const newest = entries.reduce((most, { changedAt }) => Math.max(most, changedAt.getTime()), 0)
  return {
    etag: `"${hash.digest('base64url')}"`,
    changedAt: newest === 0 ? account.createdAt : new Date(newest),
    *text() {
      const [before, after] = indexFrame(kind, account)
      yield before
      for (const entry of entries)
        yield entryText(kind, { ...entry, url: publicUrl + documentPath(kind, entry.listingId) })
      yield after
    },
  }
}

async function entriesOf(db: Queryable, asked: AskedIndex): Promise<Entry[]> {
  const { scope, account, kind, known } = asked
  const entries: Entry[] = []
  for (let after = '0'; ;) {
    const page = { accountId: account.id, kind, after, limit: markedAtOnce }
    // Marks are read first: what is written in between is rendered now, and looked at again the next time.
    const sources = await markedSources(db, scope, page)
    const last = sources.at(-1)
    if (!last) return entries
    const marks = await marksOf(db, asked, sources)
    const found = new Map<string, Entry>()
    for (const { listingId, etag, changedAt } of sources) {
      const document = known.get(scope, page, listingId)
      if (document && document.mark === marks.get(listingId) && document.etag === etag && changedAt)
        found.set(listingId, { listingId, changedAt, isActive: document.isActive })
    }
    const others = sources.map(({ listingId }) => listingId).filter((id) => !found.has(id))
    for (const ids of inParts(others, renderedAtOnce))
      for (const entry of await renderedEntries(db, asked, ids, marks)) found.set(entry.listingId, entry)
    entries.push(...sources.flatMap(({ listingId }) => found.get(listingId) ?? []))
    after = last.listingId
  }
}

async function marksOf(
  db: Queryable,
  { scope, kind, now }: AskedIndex,
  sources: readonly MarkedSource[],
): Promise<Map<string, string>> {
  const stretches = sources.map(({ listingId, timeZone }) => ({
    listingId,
    ...feedWindow(todayAt(timeZone, now)),
  }))
  const nights = withNights.has(kind)
    ? await nightMarks(db, scope, stretches, now)
    : new Map<string, string>()
  return new Map(
    sources.map(({ listingId, mark }, place) => [
      listingId,
      [mark, nights.get(listingId), stretches[place]?.first].join(' '),
    ]),
  )
}

async function renderedEntries(
  db: Queryable,
  { scope, account, kind, now, known }: AskedIndex,
  listingIds: readonly string[],
  marks: ReadonlyMap<string, string>,
): Promise<Entry[]> {
  const sources = await feedSources(db, scope, account.id, listingIds)
  const documents = await documentsOf(db, scope, { kind, sources, now })
  const changed = await noteVersions(db, scope, { accountId: account.id, kind }, documents, now)
  return documents.map(({ listingId, isActive, etag }) => {
    const mark = marks.get(listingId) ?? ''
    known.set(scope, { accountId: account.id, kind }, listingId, { mark, etag, isActive })
    return { listingId, isActive, changedAt: changed.get(listingId) ?? now }
  })
}

const inParts = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, part) => all.slice(part * size, (part + 1) * size))
