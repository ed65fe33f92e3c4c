/** Reads a page of 50 from 100,000 reservations in 100 workspaces. */
import { request } from 'undici'
import { median, type Bench, type Result } from './bench.ts'
import { fillWorkspaces } from './filled-workspaces.ts'
import { requestsPerSecond, type Target } from './load.ts'
import { startMeasured } from './measured-server.ts'

const rounds = 3
const roundSeconds = 4

export const readsBench: Bench = async ({ url, database }) => {
  const workspaces = await fillWorkspaces(database.kysely)
  const headers = workspaces.map(({ key }) => ({ authorization: `Bearer ${key}` }))
  const full = await startMeasured('full-server.ts', url)
  const sample = await request(`${full.origin}/v1/reservations?limit=50`, { headers: headers[0] ?? {} })
  const bytes = Buffer.from(await sample.body.arrayBuffer())
  if (sample.statusCode !== 200)
    throw new Error(`the sample answered ${sample.statusCode}: ${bytes.toString()}`)
  const bare = await startMeasured('reads-server.ts', 'bare', url, bytes.toString('base64'))
  const plain = await startMeasured('reads-server.ts', 'plain', url)
  const targets: Record<'full' | 'bare' | 'plain', Target> = {
    full: { origin: full.origin, paths: ['/v1/reservations?limit=50'], headers },
    bare: { origin: bare.origin, paths: ['/v1/reservations?limit=50'], headers },
    plain: {
      origin: plain.origin,
      paths: workspaces.map(({ id }) => `/v1/reservations?limit=50&workspace=${id}`),
      headers: [{}],
    },
  }
  const rates = { full: [] as number[], bare: [] as number[], plain: [] as number[] }
  try {
    for (const target of Object.values(targets)) await requestsPerSecond(target, 1)
    for (let round = 0; round < rounds; round++) {
      for (const name of ['full', 'bare', 'plain'] as const) {
        rates[name].push(await requestsPerSecond(targets[name], roundSeconds))
      }
    }
  } finally {
    for (const server of [full, bare, plain]) server.stop()
  }
  const [fullRate, bareRate, plainRate] = [median(rates.full), median(rates.bare), median(rates.plain)]
  const results: Result[] = [
    {
      label: 'a page of 50 reservations through the full stack, to a bare handler that sends the same bytes',
      ratio: fullRate / bareRate,
      atLeast: 0.05,
      detail: `${fullRate.toFixed(0)} against ${bareRate.toFixed(0)} pages a second, ${bytes.length} bytes each`,
    },
    {
      label:
        'the same, to a version that reads columns, maps and stringifies (without key, limits or validation)',
      ratio: fullRate / plainRate,
      atLeast: 1.5,
      detail: `${fullRate.toFixed(0)} against ${plainRate.toFixed(0)} pages a second`,
    },
  ]
  return results
}
