/** An index of an account: every document is looked at once, and the list is written from what is known of them then. */
import { createHash } from 'node:crypto'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { noteVersions } from './document-queries.ts'
import { documentsOf } from './documents.ts'
import { documentPath } from './addresses.ts'
import type { Kind } from './feed/facts.ts'
import { entryText, indexFrame, type Advertiser } from './feed/indexes.ts'
import { feedSources } from './source-queries.ts'

/** Listings whose nights are looked at in one statement. */
const atOnce = 10

interface Entry {
  listingId: string
  changedAt: Date
  isActive: boolean
}

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
}

export async function indexOf(db: Queryable, asked: AskedIndex): Promise<Index> {
  const { account, kind, publicUrl } = asked
  const entries = await entriesOf(db, asked)
  const hash = createHash('sha256').update(JSON.stringify([publicUrl, account.id, kind, entries]))
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

async function entriesOf(db: Queryable, { scope, account, kind, now }: AskedIndex): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let after = '0'; ;) {
    const sources = await feedSources(db, scope, account.id, { after, limit: atOnce })
    const last = sources.at(-1)
    if (!last) return entries
    const documents = await documentsOf(db, scope, { kind, sources, now })
    const changed = await noteVersions(db, scope, { accountId: account.id, kind }, documents, now)
    entries.push(
      ...documents.map(({ listingId, isActive }) => ({
        listingId,
        isActive,
        changedAt: changed.get(listingId) ?? now,
      })),
    )
    after = last.listingId
  }
}
