/**
 * Repeated requests for a remembered page and for an unchanged one. They are compared with a handler that runs the
 * list's statement, and with one that sends the bytes from memory.
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
  const full = await startMeasured('full-server.ts', url)
  const statement = await startMeasured('reads-server.ts', 'statement', url)
  const keys = workspaces.map(({ key }) => ({ authorization: `Bearer ${key}` }))
  const answers = await Promise.all(
    keys.map(async (headers) => {
      const { statusCode, headers: told, body } = await request(full.origin + page, { headers })
      const bytes = Buffer.from(await body.arrayBuffer())
      if (statusCode !== 200 || typeof told['etag'] !== 'string') {
        throw new Error(`a page answered ${statusCode} with the tag ${String(told['etag'])}`)
      }
      return { known: { ...headers, 'if-none-match': told['etag'] }, bytes }
    }),
  )
  const known = answers.map((answer) => answer.known)
  const sample = answers[0]?.bytes.toString('base64') ?? ''
  const memory = await startMeasured('reads-server.ts', 'bare', url, sample)
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
  const rates: Record<keyof typeof targets, number[]> = {
    statement: [],
    remembered: [],
    notModified: [],
    bytesAlone: [],
    tagAlone: [],
  }
  try {
    for (const name of names) await requestsPerSecond(targets[name], 1)
    for (let round = 0; round < rounds; round++) {
      for (const name of names) rates[name].push(await requestsPerSecond(targets[name], roundSeconds))
    }
  } finally {
    for (const server of [full, statement, memory]) server.stop()
  }
  const comparisons = [
    [
      "a page that is remembered, to a bare handler that runs the list's statement",
      'remembered',
      'statement',
      3,
    ],
    ['the same asked with its tag and answered 304', 'notModified', 'statement', 6],
    [
      'a page that is remembered, to a bare handler that sends the same bytes from memory',
      'remembered',
      'bytesAlone',
      0.4,
    ],
    [
      'the same answered 304, to a bare handler that answers 304 and asks nobody',
      'notModified',
      'tagAlone',
      0.4,
    ],
  ] as const
  return comparisons.map(([label, ours, theirs, atLeast]) => {
    const [rate, other] = [median(rates[ours]), median(rates[theirs])]
    const detail = `${rate.toFixed(0)} against ${other.toFixed(0)} answers a second`
    return { label, ratio: rate / other, atLeast, detail }
  })
}
