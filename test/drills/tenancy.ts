/**
 * Every id that any answer shows to one workspace, in every place of another workspace's requests where an id can stand: the
 * answer is the one to an id that nobody has, and nothing of the owner's is changed.
 */
import { randomUUID } from 'node:crypto'
import { idsOf, rowsOf, tenantTables } from '../harness/rows.ts'
import { fieldsOf, withValue } from './body-fields.ts'
import { kindOf, kindsOfPathParam, operations, resolved, type Operation } from './description.ts'
import type { Drill } from './drill.ts'
import { makeGround } from './ground.ts'
import { goodParts, sentOf, type RequestParts } from './make-request.ts'
import { harvest, Pool } from './pool.ts'
import { randomOf, type Random } from './random.ts'
import { bearer, curlLine, send, type DrillAnswer, type SentRequest } from './request.ts'

export const tenancy: Drill = async ({ seed, rounds, only, report, within }) => {
  const ground = await makeGround()
  try {
    const [own, other] = [await ground.addWorkspace(), await ground.addWorkspace()]
    const [child, theirChild] = [
      await ground.addWorkspace({ parentId: own.id }),
      await ground.addWorkspace({ parentId: other.id }),
    ]
    const read = async (key: string) => {
      const pool = new Pool()
      await harvest(pool, (path) =>
        send(ground.server.baseUrl, { method: 'GET', path, headers: bearer(key) }),
      )
      return pool
    }
    const mine = await read(own.liveKey)
    // The sandbox and the child are no strangers in name, but their records are as far away.
    const strangers = [own.sandboxKey, child.liveKey, other.liveKey, other.sandboxKey, theirChild.liveKey]
    const theirs: Pool[] = []
    for (const key of strangers) theirs.push(await read(key))
    const workspaces = [own.sandbox.workspaceId, child.id, other.id, other.sandbox.workspaceId, theirChild.id]

    // Whatever the server still writes down of the reading is there once it has ended.
    await ground.stop()
    const tables = await tenantTables(ground.db)
    const before = await rowsOf(ground.db, workspaces, tables)
    const { baseUrl } = await ground.start()

    // What stands under an inactive listing is shown nowhere, and is ours all the same.
    const taken = new Set([...mine.all, ...(await idsOf(ground.db, own.id, tables))])
    let count = 0
    const ask = (sent: SentRequest) => ((count += 1), send(baseUrl, sent))
    for (let round = 0; round < rounds && within(); round += 1) {
      for (const operation of operations.filter(({ id }) => !only || id === only)) {
        for (const place of placesOf(operation)) {
          const random = randomOf(seed, 'tenancy', operation.id, place.name, round)
          const id = foreignId(place, [...theirs], random, { taken, workspaces })
          if (id === null) continue
          const ids: [string, string] = [id, madeUp(id, random)]
          // What a field may look like is told of both, whosever they are.
          if (place.looksRight?.(ids[0]) !== place.looksRight?.(ids[1])) continue
          const parts = goodParts(operation, { random, pool: mine })
          const at = (value: string) => place.put(operation, parts, bearer(own.liveKey), value)
          const differ = await differing(ask, at, ids)
          if (!differ) continue
          report.add({
            drill: 'tenancy',
            operation: operation.id,
            what: `tells an id of others from one that nobody has, as ${place.name}`,
            replay: `${curlLine(at(ids[0]), { LIVE_KEY: own.liveKey })}   # and with ${ids[1]}; --only tenancy --seed ${seed} --operation ${operation.id}`,
            answer: differ,
          })
        }
      }
    }
    await ground.stop()
    const after = await rowsOf(ground.db, workspaces, tables)
    for (const table of tables.filter((name) => before[name] !== after[name])) {
      report.add({
        drill: 'tenancy',
        operation: '',
        what: `changed rows of others in ${table}`,
        replay: `npm run drills -- --only tenancy --seed ${seed} --rounds ${rounds}`,
        answer: `${before[table]} → ${after[table]}`,
      })
    }
    return `${count} requests with ids of ${strangers.length} strangers`
  } finally {
    await ground.close()
  }
}

interface IdPlace {
  name: string
  kinds: string[]
  looksRight?(id: string): boolean
  put(operation: Operation, parts: RequestParts, headers: Record<string, string>, id: string): SentRequest
}

function placesOf(operation: Operation): IdPlace[] {
  const inPath = operation.parameters
    .filter((parameter) => parameter.in === 'path' && !resolved(parameter.schema).enum)
    .map(({ name }): IdPlace => ({
      name: `{${name}}`,
      kinds: kindsOfPathParam(operation, name),
      put: (_, parts, headers, id) =>
        sentOf(operation, { ...parts, path: { ...parts.path, [name]: id } }, headers),
    }))
  const inQuery = operation.parameters
    .filter((parameter) => parameter.in === 'query' && kindOf(parameter.name) !== null)
    .map(({ name }): IdPlace => ({
      name: `?${name}`,
      kinds: [kindOf(name) ?? ''],
      put: (_, parts, headers, id) =>
        sentOf(
          operation,
          { ...parts, query: [...parts.query.filter(([known]) => known !== name), [name, id]] },
          headers,
        ),
    }))
  const inHeaders = operation.parameters
    .filter(
      ({ name, in: place }) => place === 'header' && /-id$/i.test(name) && !/^x-request-id$/i.test(name),
    )
    .map(({ name }): IdPlace => ({
      name,
      kinds: /workspace/i.test(name) ? ['workspace'] : ['account', 'connection', 'connect'],
      put: (_, parts, headers, id) => sentOf(operation, parts, { ...headers, [name]: id }),
    }))
  const inBody = (operation.body ? fieldsOf(operation.body, (name) => kindOf(name) !== null) : []).map(
    ({ way, schema: { pattern = '' } }): IdPlace => ({
      name: way.join('.'),
      looksRight: (id) => new RegExp(pattern, 'u').test(id),
      kinds: [kindOf(way.findLast((step) => step !== '[]') ?? '') ?? ''],
      put: (_, parts, headers, id) =>
        sentOf(operation, { ...parts, body: withValue(parts.body, way, id) }, headers),
    }),
  )
  return [...inPath, ...inQuery, ...inHeaders, ...inBody]
}

/** Mostly of the kind that fits the place. */
function foreignId(
  { kinds }: IdPlace,
  pools: Pool[],
  random: Random,
  { taken, workspaces }: { taken: Set<string>; workspaces: string[] },
): string | null {
  // A child may be acted on by its parent: only the others are strangers as workspaces.
  if (kinds.includes('workspace')) return random.pick(workspaces.slice(2))
  const pool = random.pick(pools)
  const fitting = pool.of(kinds).filter((id) => !taken.has(id))
  if (fitting.length > 0 && random.chance(0.85)) return random.pick(fitting)
  const any = pool.all.filter((id) => !taken.has(id))
  return any.length > 0 ? random.pick(any) : null
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Of the same form, but nobody's. What stands before a colon says which vendor's it is. */
function madeUp(named: string, random: Random): string {
  if (uuid.test(named)) return randomUUID()
  const [vendor = ''] = /^[a-z0-9]+:/.exec(named) ?? []
  const id = named.slice(vendor.length)
  if (/^\d+$/.test(id)) {
    const other = id.slice(1).replaceAll(/\d/g, () => String(random.int(1, 9)))
    return vendor + (id.length < 3 ? `7${random.int(10_000, 99_999)}` : `${id[0]}${other}`)
  }
  return (
    vendor +
    id.replaceAll(/[A-Za-z0-9]/g, (one, at: number) =>
      at < 4 ? one : /\d/.test(one) ? String(random.int(0, 9)) : otherLetter(one, random),
    )
  )
}

/** Beyond F, so that no number in base 16 comes of it; capitals stay capitals. */
function otherLetter(one: string, random: Random): string {
  const letter = random.pick([...'ghjkmnpqrstuvwxyz'])
  return /[A-Z]/.test(one) ? letter.toUpperCase() : letter
}

/** How two answers differ once the ids are taken out; null when they do not. What the first request changed is no difference. */
async function differing(
  ask: (sent: SentRequest) => Promise<DrillAnswer>,
  at: (id: string) => SentRequest,
  ids: [string, string],
): Promise<string | null> {
  const [found, missing] = ids
  const first = [told(await ask(at(found)), ids), told(await ask(at(missing)), ids)]
  if (first[0] === first[1]) return null
  const again = [told(await ask(at(missing)), ids), told(await ask(at(found)), ids)]
  return again[0] === again[1] ? null : `${again[1]}\n  instead of: ${again[0]}`
}

/**
 * What an answer says about one of two ids, without both, the request's own id and the time. Without both, because a number such as 100 is
 * also a limit that every message names.
 */
function told({ status, text }: DrillAnswer, ids: [string, string]): string {
  // What was done in both cases has ids of its own; that it did nothing to others is seen in their rows.
  if (status < 300 && !text.includes('"pagination"')) return `${status} ${shape(text)}`
  const bare = text
    .replaceAll(/"request_id":"[^"]+"/g, '')
    // The server's own address has numbers too, and 127 is an id like any other.
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '<server>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')
  const alsoCut = ids.flatMap((id) => [id, id.slice(0, longestTold)])
  return `${status} ${alsoCut.reduce(without, bare)}`
}

/** The messages cut what is longer. */
const longestTold = 40

function without(text: string, id: string): string {
  const escaped = id.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return text.replaceAll(new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`, 'g'), '<id>')
}

/** The names in an answer and the kinds of its values. */
function shape(text: string): string {
  if (!/^[[{]/.test(text)) return text === '' ? '' : '…'
  return JSON.stringify(JSON.parse(text), (_, value: unknown) =>
    typeof value === 'string' ? '…' : typeof value === 'number' ? 0 : value,
  )
}
