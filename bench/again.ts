/**
 * Asking the same again: a page that is remembered and one that the caller has already, to a bare handler that runs the list's
 * statement for each request, and to one that sends the same bytes from memory, or that they are the same, and asks nobody.
 */
import { request } from 'undici'
import { median, type Bench } from './bench.ts'
import { fillWorkspaces } from './filled-workspaces.ts'
import { requestsPerSecond, type Target } from './load.ts'
import { startMeasured } from './measured-server.ts'

const rounds = 5
const roundSeconds = 3
const page = '/v1/reservations?limit=50'

export const againBench: Bench = async ({ url, database }) => {
  const workspaces = await fillWorkspaces(database.kysely)
  const full = await startMeasured('reads-server.ts', 'full', url)
  const statement = await startMeasured('reads-server.ts', 'statement', url)
  const keys = workspaces.map(({ key }) => ({ authorization: `Bearer ${key}` }))
  let bytes = Buffer.alloc(0)
  const known = await Promise.all(
    keys.map(async (headers) => {
      const { statusCode, headers: told, body } = await request(full.origin + page, { headers })
      bytes = Buffer.from(await body.arrayBuffer())
      if (statusCode !== 200 || typeof told['etag'] !== 'string') {
        throw new Error(`a page answered ${statusCode} with the tag ${String(told['etag'])}`)
      }
      return { ...headers, 'if-none-match': told['etag'] }
    }),
  )
  const memory = await startMeasured('reads-server.ts', 'bare', url, bytes.toString('base64'))
  const targets = {
    statement: {
      origin: statement.origin,
      paths: workspaces.map(({ id }) => `${page}&workspace=${id}`),
      headers: [{}],
    },
    remembered: { origin: full.origin, paths: [page], headers: keys },
    notModified: { origin: full.origin, paths: [page], headers: known, status: 304 },
    bytesAlone: { origin: memory.origin, paths: [page], headers: keys },
    tagAlone: { origin: memory.origin, paths: [page], headers: known, status: 304 },
  } satisfies Record<string, Target>
  const names = Object.keys(targets) as (keyof typeof targets)[]
  const rates = Object.fromEntries(names.map((name) => [name, [] as number[]]))
  try {
    for (const name of names) await requestsPerSecond(targets[name], 1)
    for (let round = 0; round < rounds; round++) {
      for (const name of names) rates[name]?.push(await requestsPerSecond(targets[name], roundSeconds))
    }
  } finally {
    for (const server of [full, statement, memory]) server.stop()
  }
  const rate = (name: keyof typeof targets) => median(rates[name] ?? [])
  const compared = (ours: keyof typeof targets, theirs: keyof typeof targets) => ({
    ratio: rate(ours) / rate(theirs),
    detail: `${rate(ours).toFixed(0)} against ${rate(theirs).toFixed(0)} answers a second`,
  })
  return [
    {
      label: "a page that is remembered, to a bare handler that runs the list's statement",
      ...compared('remembered', 'statement'),
      atLeast: 3,
    },
    {
      label: 'the same asked with its tag and answered 304',
      ...compared('notModified', 'statement'),
      atLeast: 6,
    },
    {
      label: 'a page that is remembered, to a bare handler that sends the same bytes from memory',
      ...compared('remembered', 'bytesAlone'),
      atLeast: 0.4,
    },
    {
      label: 'the same answered 304, to a bare handler that answers 304 and asks nobody',
      ...compared('notModified', 'tagAlone'),
      atLeast: 0.4,
    },
  ]
}
