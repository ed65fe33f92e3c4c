/**
 * An index of an account, page by page: what was not written since it was told of is told again as it was, what was is rendered,
 * and what was never rendered has changed. Nothing is kept but a page.
 */
import { createHash } from 'node:crypto'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { nightMarks } from '../../../records/calendar/public.ts'
import { todayAt } from '../../../records/property-day.ts'
import { documentPath } from './addresses.ts'
import { noteVersions, toldOf, type Version } from './document-queries.ts'
import { documentsOf, isActive, withNights } from './documents.ts'
import type { Kind } from './feed/facts.ts'
import { entryText, indexFrame, type Advertiser } from './feed/indexes.ts'
import { feedWindow } from './feed/nights.ts'
import { feedSources, markedSources, type MarkedSource } from './source-queries.ts'

/** Listings of a page, and those whose nights are read in one statement. */
const listingsAtOnce = 50
const renderedAtOnce = 10

export interface AskedIndex {
  scope: Scope
  account: Advertiser & { createdAt: Date }
  kind: Kind
  now: Date
  publicUrl: string
  /** The database and the code that marks are true for: `makerOf`. */
  madeBy: string
}

interface Entry {
  listingId: string
  changedAt: Date
  isActive: boolean
  /** Otherwise than it was told last. */
  isMoved: boolean
}

/**
 * By what is known of its documents. What was written since anybody looked is in the text already, and in the tag from the next
 * asking on: the tag is weak, and whoever asks with it is sent too much sometimes and never too little.
 */
export async function indexState(
  db: Queryable,
  { scope, account, kind, publicUrl, madeBy }: AskedIndex,
): Promise<{ etag: string; changedAt: Date }> {
  const { sum, changedAt } = await toldOf(db, scope, { accountId: account.id, kind })
  const hash = createHash('sha256').update(JSON.stringify([publicUrl, madeBy, account.id, kind, sum]))
  return { etag: `W/"${hash.digest('base64url')}"`, changedAt: changedAt ?? account.createdAt }
}

/** Afterwards the state of the index is that of now. */
export async function lookAtAll(db: Queryable, asked: AskedIndex): Promise<void> {
  for await (const page of entryPages(db, asked)) void page
}

/** Whether the index is what its state says, which nothing that is found out can make it again. */
export async function isAsTold(db: Queryable, asked: AskedIndex): Promise<boolean> {
  for await (const page of entryPages(db, asked)) if (page.some(({ isMoved }) => isMoved)) return false
  return true
}

/** `whole` is called before the last piece. */
export async function* indexText(
  db: Queryable,
  asked: AskedIndex,
  whole: () => Promise<void>,
): AsyncGenerator<string> {
  const { kind, account, publicUrl } = asked
  const [before, after] = indexFrame(kind, account)
  let start = before
  for await (const page of entryPages(db, asked)) {
    const entries = page.map((entry) =>
      entryText(kind, { ...entry, url: publicUrl + documentPath(kind, entry.listingId) }),
    )
    yield start + entries.join('')
    start = ''
  }
  await whole()
  yield start + after
}

async function* entryPages(db: Queryable, asked: AskedIndex): AsyncGenerator<Entry[]> {
  const { scope, account, kind, now } = asked
  const { changedAt: newest } = await toldOf(db, scope, { accountId: account.id, kind })
  // Later than all that was told before, so that nobody who asks by time misses what changed within the same second.
  const at = new Date(Math.max(now.getTime(), (newest?.getTime() ?? 0) + 1000))
  for (let after = '0'; ;) {
    const page = { accountId: account.id, kind, after, limit: listingsAtOnce }
    // Marks are read first: what is written in between is rendered now, and looked at again the next time.
    const sources = await markedSources(db, scope, page)
    const last = sources.at(-1)
    if (!last) return
    const marks = await marksOf(db, asked, sources)
    const markOf = ({ listingId }: MarkedSource) => marks.get(listingId) ?? ''
    const others = sources.filter((source) => source.told === null || source.told.mark !== markOf(source))
    const changed = await noteOthers(
      db,
      asked,
      others.map((source) => ({ source, mark: markOf(source) })),
      at,
    )
    yield sources.flatMap((source): Entry[] => {
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
  { scope, kind, now, madeBy }: AskedIndex,
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

/** Answers by listing since when it is as it is. */
async function noteOthers(
  db: Queryable,
  { scope, account, kind, now }: AskedIndex,
  others: readonly { source: MarkedSource; mark: string }[],
  at: Date,
): Promise<Map<string, Date>> {
  const versions: Version[] = others.map(({ source, mark }) => ({
    ...{ listingId: source.listingId, etag: null, mark, isActive: isActive(source) },
  }))
  const rendered = others.flatMap(({ source }) => (source.told?.isRendered ? [source.listingId] : []))
  for (const ids of inParts(rendered, renderedAtOnce)) {
    const sources = await feedSources(db, scope, account.id, ids)
    for (const { listingId, etag } of await documentsOf(db, scope, { kind, sources, now })) {
      const version = versions.find((one) => one.listingId === listingId)
      if (version) version.etag = etag
    }
  }
  return noteVersions(db, scope, { accountId: account.id, kind }, versions, at)
}

const inParts = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, part) => all.slice(part * size, (part + 1) * size))
