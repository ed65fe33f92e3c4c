import { Type } from 'typebox'
import {
  entryBytes,
  KvEntriesDeleted,
  KvEntry,
  KvEntryDeleted,
  KvKey,
  KvList,
  listedEntries,
  ProjectId,
  PutKvEntry,
  spaceBytes,
} from '../../../contract/kv.ts'
import { writeOnce } from '../../../http/write-once.ts'
import { route } from '../../route.ts'
import { entries, entry, entryTotal, type KvEntryRow } from './queries.ts'
import { storeEntry, removeEntry, removeMatchingEntries } from './store.ts'

const shown = ({ key, value, expires_at, updated_at }: KvEntryRow): KvEntry => ({
  key,
  value: JSON.parse(value) as unknown,
  ttl_at: expires_at?.toISOString() ?? null,
  updated_at: updated_at.toISOString(),
})

const keyParams = Type.Object({ key: KvKey }, { additionalProperties: false })
const inProject = Type.Object({ project_id: ProjectId }, { additionalProperties: false })
const projectOf = (query: { project_id?: string }) => query.project_id ?? 'default'

const prefix = (description: string) => Type.String({ maxLength: 512, description })

export const kvRoutes = [
  route({
    method: 'GET',
    url: '/v1/kv',
    id: 'listKvEntries',
    family: 'kv',
    account: 'ignored',
    tag: 'KV',
    summary: 'List entries',
    description: `Sorted by key, at most ${listedEntries}; \`hasMore\` says whether there are more, and a longer \`prefix\` finds them.`,
    query: Type.Object(
      {
        project_id: ProjectId,
        prefix: Type.Optional(
          prefix(
            'Only keys that begin with this text. Nothing in it is a wildcard: `%` and `_` mean themselves.',
          ),
        ),
      },
      { additionalProperties: false },
    ),
    reply: KvList,
    errors: [],
    handle: async ({ services, scope, query }) => {
      const now = services.clock.now()
      const wanted = { projectId: projectOf(query), prefix: query.prefix ?? '', now }
      const found = await entries(services.db, scope, wanted, listedEntries + 1)
      const hasMore = found.length > listedEntries
      const total = hasMore ? await entryTotal(services.db, scope, wanted) : found.length
      return {
        data: found.slice(0, listedEntries).map(shown),
        pagination: { nextCursor: null, hasMore, total },
      }
    },
  }),

  route({
    method: 'DELETE',
    url: '/v1/kv',
    id: 'deleteKvEntries',
    family: 'kv',
    account: 'ignored',
    tag: 'KV',
    summary: 'Delete entries by prefix',
    description: 'Everything whose key begins with `prefix`, in one project, at once or not at all.',
    query: Type.Object(
      {
        project_id: ProjectId,
        prefix: prefix('What the keys begin with, taken literally. An empty one is refused with 422.'),
      },
      { additionalProperties: false },
    ),
    reply: KvEntriesDeleted,
    errors: [],
    handle: (context) => {
      const { scope, query, fail, services } = context
      if (query.prefix === '')
        return fail(
          'invalid_params',
          '`prefix` is empty and would mean every key: name what the keys begin with.',
          { field: 'prefix', value_received: '' },
          { statusCase: 'empty_prefix' },
        )
      const wanted = { projectId: projectOf(query), prefix: query.prefix, now: services.clock.now() }
      return writeOnce(context, async (tx) => ({ deleted: await removeMatchingEntries(tx, scope, wanted) }))
    },
  }),

  route({
    method: 'GET',
    url: '/v1/kv/:key',
    id: 'getKvEntry',
    family: 'kv',
    account: 'ignored',
    tag: 'KV',
    summary: 'Get an entry',
    params: keyParams,
    query: inProject,
    reply: KvEntry,
    errors: [],
    handle: async ({ services, scope, params, query, fail }) => {
      const projectId = projectOf(query)
      const row = await entry(services.db, scope, { projectId, key: params.key }, services.clock.now())
      if (!row) return fail('not_found', `No such key in the project \`${projectId}\`.`)
      return shown(row)
    },
  }),

  route({
    method: 'PUT',
    url: '/v1/kv/:key',
    id: 'putKvEntry',
    family: 'kv',
    account: 'ignored',
    tag: 'KV',
    summary: 'Store an entry',
    description: `Replaces what the key held, with its time to live: without \`ttl_seconds\` the entry stays for good. A key and its value take at most ${entryBytes} bytes of UTF-8; all of them in a workspace, over every project, at most ${spaceBytes}. The sandbox of a workspace, and each workspace made by it, has a space of its own.`,
    params: keyParams,
    query: inProject,
    body: PutKvEntry,
    reply: KvEntry,
    errors: ['kv_entry_too_large', 'kv_space_full'],
    handle: (context) => {
      const { services, scope, params, query, body } = context
      const place = { projectId: projectOf(query), key: params.key }
      const given = { value: body.value, ttlSeconds: body.ttl_seconds, now: services.clock.now() }
      return writeOnce(context, async (tx) => shown(await storeEntry(tx, scope, place, given)))
    },
  }),

  route({
    method: 'DELETE',
    url: '/v1/kv/:key',
    id: 'deleteKvEntry',
    family: 'kv',
    account: 'ignored',
    tag: 'KV',
    summary: 'Delete an entry',
    description: 'Can be repeated: `deleted` says whether there was one.',
    params: keyParams,
    query: inProject,
    reply: KvEntryDeleted,
    errors: [],
    handle: (context) => {
      const { services, scope, params, query } = context
      const place = { projectId: projectOf(query), key: params.key }
      const now = services.clock.now()
      return writeOnce(context, async (tx) => ({ deleted: await removeEntry(tx, scope, place, now) }))
    },
  }),
]
