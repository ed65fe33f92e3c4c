/** These examples of the key-value store are written by hand. */
import { at, entry } from './examples.ts'
import { KvEntriesDeleted, KvEntry, KvEntryDeleted, KvList, PutKvEntry } from './kv.ts'

const kvEntry: KvEntry = {
  key: 'cursor:reservations',
  value: { updatedSince: at, pages: 3 },
  ttl_at: null,
  updated_at: at,
}

export const kvExamples = {
  KvEntry: entry(KvEntry, kvEntry, { ...kvEntry, value: null, ttl_at: at }),
  KvList: entry(KvList, { data: [kvEntry], pagination: { nextCursor: null, hasMore: false, total: 1 } }),
  PutKvEntry: entry(PutKvEntry, { value: kvEntry.value, ttl_seconds: 86_400 }, { value: 'paused' }),
  KvEntryDeleted: entry(KvEntryDeleted, { deleted: true }),
  KvEntriesDeleted: entry(KvEntriesDeleted, { deleted: 12 }),
}
