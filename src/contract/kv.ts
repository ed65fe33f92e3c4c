/** A caller keeps data of its own in the key-value store. The interface has its fields in snake case. */
import { Type, type Static } from 'typebox'
import { flag, integer, record, text, timestamp, timestampOrNull } from './fields.ts'

/** Limits count UTF-8 bytes: of one key with its value, and of all of a workspace. */
export const entryBytes = 64 * 1024
export const spaceBytes = 1024 * 1024
/** One answer lists at most this many entries. */
export const listedEntries = 1000
/** Entries live at most ten years. */
const longestSeconds = 315_360_000

export const kvKeyPattern = '^[^\\u0000-\\u001f\\u007f]{1,512}$'
export const projectPattern = '^[A-Za-z0-9_.-]{1,100}$'

export const KvKey = Type.String({
  pattern: kvKeyPattern,
  description: 'Any characters but control characters, percent-encoded where a path needs it: `/` as `%2F`.',
})
export const ProjectId = Type.Optional(
  Type.String({
    pattern: projectPattern,
    description: 'The project the key belongs to; `default` when left out. Keys of two projects never meet.',
  }),
)

/** A value may be any JSON, null included. */
const anyJson = ['object', 'array', 'string', 'number', 'boolean', 'null']
const jsonValue = (description: string) =>
  Type.Unsafe<unknown>({ type: anyJson, items: {}, additionalProperties: true, description })

export const KvEntry = record({
  key: text('The key.', { examples: ['cursor:reservations'] }),
  value: jsonValue('The value that was stored.'),
  ttl_at: timestampOrNull('From this moment on the entry is not there any more; null: it stays.'),
  updated_at: timestamp('When the value was stored.'),
})
export type KvEntry = Static<typeof KvEntry>

export const KvList = record({
  data: Type.Array(KvEntry, { description: 'Sorted by key, character by character.' }),
  pagination: record({
    nextCursor: Type.Null({ description: 'There are no further pages: ask with a longer `prefix`.' }),
    hasMore: flag('Whether there are more than these.'),
    total: integer('Entries that match.', { minimum: 0 }),
  }),
})

export const PutKvEntry = record({
  value: jsonValue('Any JSON value, null among them.'),
  ttl_seconds: Type.Optional(
    integer('For how many seconds the entry is there; for good when left out, whatever it had before.', {
      minimum: 1,
      maximum: longestSeconds,
    }),
  ),
})

export const KvEntryDeleted = record({ deleted: flag('Whether the entry was there.') })
export const KvEntriesDeleted = record({ deleted: integer('How many entries were there.', { minimum: 0 }) })
