/**
 * Asking the same again: a page that is remembered and one that the caller has already, to a bare handler that runs the list's
 * statement for each request.
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
  const known = await Promise.all(
    keys.map(async (headers) => {
      const { statusCode, headers: told, body } = await request(full.origin + page, { headers })
      await body.dump()
      if (statusCode !== 200 || typeof told['etag'] !== 'string') {
        throw new Error(`a page answered ${statusCode} with the tag ${String(told['etag'])}`)
      }
      return { ...headers, 'if-none-match': told['etag'] }
    }),
  )
  const targets: Record<'statement' | 'remembered' | 'notModified', Target> = {
    statement: {
      origin: statement.origin,
      paths: workspaces.map(({ id }) => `${page}&workspace=${id}`),
      headers: [{}],
    },
    remembered: { origin: full.origin, paths: [page], headers: keys },
    notModified: { origin: full.origin, paths: [page], headers: known, status: 304 },
  }
  const names = ['statement', 'remembered', 'notModified'] as const
  const rates = { statement: [] as number[], remembered: [] as number[], notModified: [] as number[] }
  try {
    for (const name of names) await requestsPerSecond(targets[name], 1)
    for (let round = 0; round < rounds; round++) {
      for (const name of names) rates[name].push(await requestsPerSecond(targets[name], roundSeconds))
    }
  } finally {
    for (const server of [full, statement]) server.stop()
  }
  const [bare, remembered, notModified] = names.map((name) => median(rates[name])) as [number, number, number]
  return [
    {
      label: "a page that is remembered, to a bare handler that runs the list's statement",
      ratio: remembered / bare,
      atLeast: 3,
      detail: `${remembered.toFixed(0)} against ${bare.toFixed(0)} pages a second`,
    },
    {
      label: 'the same asked with its tag and answered 304',
      ratio: notModified / bare,
      atLeast: 6,
      detail: `${notModified.toFixed(0)} against ${bare.toFixed(0)} answers a second`,
    },
  ]
}
