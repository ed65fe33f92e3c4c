/** These examples of the key-value store are written by hand. */
import { at, entry } from './examples.ts'
import { KvEntriesDeleted, KvEntry, KvEntryDeleted, KvList, PutKvEntry } from './kv.ts'

const kept: KvEntry = {
  key: 'cursor:reservations',
  value: { updatedSince: at, pages: 3 },
  ttl_at: null,
  updated_at: at,
}

export const kvExamples = {
  KvEntry: entry(KvEntry, kept, { ...kept, value: null, ttl_at: at }),
  KvList: entry(KvList, { data: [kept], pagination: { nextCursor: null, hasMore: false, total: 1 } }),
  PutKvEntry: entry(PutKvEntry, { value: kept.value, ttl_seconds: 86_400 }, { value: 'paused' }),
  KvEntryDeleted: entry(KvEntryDeleted, { deleted: true }),
  KvEntriesDeleted: entry(KvEntriesDeleted, { deleted: 12 }),
}
