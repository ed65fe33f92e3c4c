/** Random walks over the key-value store, each step compared with a map. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { cleanSpaces } from '../../src/features/extras/kv/cleanup.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'

/** Wildcards of the database among them, and one name that begins another. */
const names = ['a', 'a%1', 'a_2', 'ab3', 'a\\4', 'A%5', 'b%6', 'é🙂'] as const
const prefixes = ['a', 'a%', 'a_', 'a\\', '%', 'A', 'b', 'é', 'x'] as const
const second = 1000

interface ModelEntry {
  value: unknown
  endsAt: number
}

/** What a place holds, by key. A live workspace and its sandbox have two projects each. */
type Place = Map<string, ModelEntry>

const place = { isSandbox: fc.boolean(), project: fc.constantFrom('default', 'other') }
const command = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('put' as const),
      ...place,
      name: fc.constantFrom(...names),
      value: fc.jsonValue({ maxDepth: 2 }),
      ttl: fc.option(fc.integer({ min: 1, max: 4 })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('delete' as const), ...place, name: fc.constantFrom(...names) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('delete all' as const),
      ...place,
      prefix: fc.constantFrom(...prefixes),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('list' as const),
      ...place,
      prefix: fc.constantFrom('', ...prefixes),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(1, 999, second, 3 * second),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clean' as const) }) },
)

describe('the key-value store', () => {
  let app: TestApp
  before(async () => {
    app = await startTestApp({ env: { BURST_LIMIT: '1000000' } })
  })
  after(() => app.close())

  const now = () => app.clock.now().getTime()
  const keptIn = ({ endsAt }: ModelEntry) => endsAt > now()
  const found = (entries: Place, prefix: string) =>
    [...entries]
      .filter(([key, entry]) => key.startsWith(prefix) && keptIn(entry))
      .map(([key]) => key)
      .toSorted()

  it('answers as a map does, whatever is put, deleted or runs out', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 40 }), async (commands) => {
        const workspace = await app.addWorkspace()
        const places = new Map<string, Place>()
        const send = (
          of: { isSandbox: boolean; project: string },
          method: string,
          path: string,
          query = '',
          body?: object,
        ) =>
          app.call(method, `/v1/kv${path}?project_id=${of.project}${query}`, {
            key: of.isSandbox ? workspace.sandboxKey : workspace.liveKey,
            ...(body === undefined ? {} : { body }),
          })
        const entryPath = (name: string) => `/${encodeURIComponent(name)}`
        const prefixed = (prefix: string) => `&prefix=${encodeURIComponent(prefix)}`
        for (const step of commands) {
          if (step.do === 'wait') {
            app.clock.advance(step.ms)
            continue
          }
          if (step.do === 'clean') {
            await cleanSpaces(app.services)
            continue
          }
          const entries = places.getOrInsertComputed(`${step.isSandbox} ${step.project}`, () => new Map())
          if (step.do === 'put') {
            const endsAt = step.ttl === null ? Infinity : now() + step.ttl * second
            const stored = await send(step, 'PUT', entryPath(step.name), '', {
              value: step.value,
              ...(step.ttl === null ? {} : { ttl_seconds: step.ttl }),
            })
            const row = {
              key: step.name,
              value: JSON.parse(JSON.stringify(step.value)) as unknown,
              ttl_at: step.ttl === null ? null : new Date(endsAt).toISOString(),
              updated_at: app.clock.now().toISOString(),
            }
            assert.deepEqual([stored.status, stored.body], [200, row])
            entries.set(step.name, { value: row.value, endsAt })
          } else if (step.do === 'delete') {
            const entry = entries.get(step.name)
            const answer = await send(step, 'DELETE', entryPath(step.name))
            assert.deepEqual(answer.body, { deleted: entry !== undefined && keptIn(entry) })
            entries.delete(step.name)
          } else if (step.do === 'delete all') {
            const gone = found(entries, step.prefix)
            const answer = await send(step, 'DELETE', '', prefixed(step.prefix))
            assert.deepEqual(answer.body, { deleted: gone.length })
            for (const key of gone) entries.delete(key)
          } else {
            const answer = await send(step, 'GET', '', prefixed(step.prefix))
            const keys = found(entries, step.prefix)
            assert.deepEqual(
              [...(answer.body['data'] ?? [])].map((row) => row['key']),
              keys,
            )
            assert.deepEqual(answer.body['pagination'], {
              nextCursor: null,
              hasMore: false,
              total: keys.length,
            })
          }
        }
        for (const isSandbox of [false, true])
          for (const project of ['default', 'other']) {
            const entries = places.get(`${isSandbox} ${project}`) ?? new Map<string, ModelEntry>()
            for (const name of names) {
              const entry = entries.get(name)
              const answer = await send({ isSandbox, project }, 'GET', entryPath(name))
              if (entry && keptIn(entry)) assert.deepEqual(answer.body['value'], entry.value)
              else assert.equal(answer.status, 404)
            }
          }
        await cleanSpaces(app.services)
        const { rows } = await sql<{ bytes: number; counted: number }>`
          select s.bytes::int as counted, (select coalesce(sum(e.bytes), 0) from kv_entries e
                                           where e.workspace_id = s.workspace_id)::int as bytes
          from kv_spaces s where s.workspace_id in (
            select ${workspace.id}::bigint union select id from workspaces where sandbox_of = ${workspace.id}::bigint)`.execute(
          app.db,
        )
        for (const { bytes, counted } of rows) assert.equal(counted, bytes)
        const bytesOf = (isSandbox: boolean) =>
          ['default', 'other']
            .flatMap((project) => [...(places.get(`${isSandbox} ${project}`) ?? [])])
            .filter(([, entry]) => keptIn(entry))
            .reduce((sum, [key, { value }]) => sum + Buffer.byteLength(key + JSON.stringify(value)), 0)
        assert.deepEqual(
          rows
            .map(({ counted }) => counted)
            .toSorted((a, b) => a - b)
            .filter((bytes) => bytes > 0),
          [bytesOf(false), bytesOf(true)].toSorted((a, b) => a - b).filter((bytes) => bytes > 0),
        )
      }),
      { numRuns: 40 },
    )
  })
})
