/**
 * Builds an account's index page by page: unchanged entries are repeated, changed ones rendered, and never rendered
 * ones count as changed. Only one page is held in memory.
 */
import { createHash } from 'node:crypto'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { nightMarks } from '../../../records/calendar/public.ts'
import { todayAt } from '../../../records/property-day.ts'
import { documentPath } from './addresses.ts'
import { noteVersions, indexFingerprint, type DocumentVersion } from './document-queries.ts'
import { documentsOf, isActive, withNights } from './documents.ts'
import type { FeedKind } from './feed/facts.ts'
import { entryText, indexFrame, type Advertiser } from './feed/indexes.ts'
import { feedWindow } from './feed/nights.ts'
import { feedSources, markedSources, type MarkedSource } from './source-queries.ts'

/** Listings of a page, and those whose nights one statement reads. */
const listingsAtOnce = 50
const renderedAtOnce = 10

export interface IndexRequest {
  scope: Scope
  account: Advertiser & { createdAt: Date }
  kind: FeedKind
  now: Date
  publicUrl: string
  /** Names the database and code that the marks are valid for: `makerOf`. */
  madeBy: string
}

interface IndexPageEntry {
  listingId: string
  changedAt: Date
  isActive: boolean
  /** It differs from what was last announced. */
  isMoved: boolean
}

/**
 * State by the stored documents. Text already includes unseen changes; the tag does from the next fetch on. The tag is
 * weak: a client may be sent too much, never too little.
 */
export async function indexState(
  db: Queryable,
  { scope, account, kind, publicUrl, madeBy }: IndexRequest,
): Promise<{ etag: string; changedAt: Date }> {
  const { sum, changedAt } = await indexFingerprint(db, scope, { accountId: account.id, kind })
  const hash = createHash('sha256').update(JSON.stringify([publicUrl, madeBy, account.id, kind, sum]))
  return { etag: `W/"${hash.digest('base64url')}"`, changedAt: changedAt ?? account.createdAt }
}

/** Refreshes all entries; afterwards the index state is current. */
export async function refreshIndex(db: Queryable, request: IndexRequest): Promise<void> {
  for await (const page of entryPages(db, request)) void page
}

/** Whether the index still equals its stored state. */
export async function isIndexUnchanged(db: Queryable, request: IndexRequest): Promise<boolean> {
  for await (const page of entryPages(db, request)) if (page.some(({ isMoved }) => isMoved)) return false
  return true
}

/** Calls `whole` before the last piece. */
export async function* indexText(
  db: Queryable,
  request: IndexRequest,
  whole: () => Promise<void>,
): AsyncGenerator<string> {
  const { kind, account, publicUrl } = request
  const [before, after] = indexFrame(kind, account)
  let start = before
  for await (const page of entryPages(db, request)) {
    const entries = page.map((entry) =>
      entryText(kind, { ...entry, url: publicUrl + documentPath(kind, entry.listingId) }),
    )
    yield start + entries.join('')
    start = ''
  }
  await whole()
  yield start + after
}

async function* entryPages(db: Queryable, request: IndexRequest): AsyncGenerator<IndexPageEntry[]> {
  const { scope, account, kind, now } = request
  const { changedAt: newest } = await indexFingerprint(db, scope, { accountId: account.id, kind })
  // Later than any earlier answer, so that a client asking by time misses no change of the same second.
  const at = new Date(Math.max(now.getTime(), (newest?.getTime() ?? 0) + 1000))
  for (let after = '0'; ;) {
    const page = { accountId: account.id, kind, after, limit: listingsAtOnce }
    // Read marks first: a write in between is rendered now, and looked at again next time.
    const sources = await markedSources(db, scope, page)
    const last = sources.at(-1)
    if (!last) return
    const marks = await marksOf(db, request, sources)
    const markOf = ({ listingId }: MarkedSource) => marks.get(listingId) ?? ''
    const others = sources.filter((source) => source.told === null || source.told.mark !== markOf(source))
    const changed = await noteUnrendered(
      db,
      request,
      others.map((source) => ({ source, mark: markOf(source) })),
      at,
    )
    yield sources.flatMap((source): IndexPageEntry[] => {
      const { listingId, told } = source
      const entry = { listingId, isActive: isActive(source) }
      const changedAt = changed.get(listingId) ?? told?.changedAt
      if (!changedAt) return []
      const isSame = changedAt.getTime() === told?.changedAt.getTime() && entry.isActive === told.isActive
      return [{ ...entry, changedAt, isMoved: !isSame }]
    })
    after = last.listingId
  }
}

async function marksOf(
  db: Queryable,
  { scope, kind, now, madeBy }: IndexRequest,
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
    sources.map(({ listingId, mark }, place) => {
      const parts = [madeBy, mark, nights.get(listingId), stretches[place]?.first].join(' ')
      return [listingId, createHash('sha256').update(parts).digest('base64url')]
    }),
  )
}

/** Answers for each listing when it changed. */
async function noteUnrendered(
  db: Queryable,
  { scope, account, kind, now }: IndexRequest,
  others: readonly { source: MarkedSource; mark: string }[],
  at: Date,
): Promise<Map<string, Date>> {
  const versions: DocumentVersion[] = others.map(({ source, mark }) => ({
    ...{ listingId: source.listingId, etag: null, mark, isActive: isActive(source) },
  }))
  const rendered = others.flatMap(({ source }) => (source.told?.isRendered ? [source.listingId] : []))
  for (const ids of splitIntoParts(rendered, renderedAtOnce)) {
    const sources = await feedSources(db, scope, account.id, ids)
    for (const { listingId, etag } of await documentsOf(db, scope, { kind, sources, now })) {
      const version = versions.find((one) => one.listingId === listingId)
      if (version) version.etag = etag
    }
  }
  return noteVersions(db, scope, { accountId: account.id, kind }, versions, at)
}

const splitIntoParts = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, part) => all.slice(part * size, (part + 1) * size))
