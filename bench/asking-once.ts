/**
 * Compares the whole stack with a handler that runs the same prepared statement and sends the same bytes. Nothing is
 * remembered, so each answer is built.
 */
import { request } from 'undici'
import { sql } from 'kysely'
import type { Queryable } from '../src/platform/tenant.ts'
import { median, type Result } from './bench.ts'
import { fillWorkspaces, type FilledWorkspace } from './filled-workspaces.ts'
import { warmUp, type Target } from './load.ts'
import { measured, startMeasured, type Measured, type MeasuredServer } from './measured-server.ts'

const rounds = 5
const roundSeconds = 3
const recordsEach = 50

const page = '/v1/reservations?limit=50'

/** Takes some ids of each workspace, so that each request asks its own workspace. */
async function recordsOf(db: Queryable, workspaces: readonly FilledWorkspace[]): Promise<string[]> {
  const ids = await Promise.all(
    workspaces.map(async ({ id }) => {
      const { rows } = await sql<{ id: string }>`
        select id from reservations where workspace_id = ${id}::bigint order by id limit ${recordsEach}`.execute(
        db,
      )
      return rows.map((row) => row.id)
    }),
  )
  return Array.from({ length: recordsEach * ids.length }, (_, turn) => {
    const [of, at] = [turn % ids.length, Math.floor(turn / ids.length)]
    return ids[of]?.[at] ?? ''
  })
}

async function bodyOf({ origin, paths: [path = ''], headers: [headers = {}] }: Target): Promise<string> {
  const { statusCode, body } = await request(origin + path, { headers })
  const text = await body.text()
  if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${text}`)
  return text
}

async function compare(
  label: string,
  full: { server: MeasuredServer; target: Target },
  bare: { server: MeasuredServer; target: Target },
): Promise<Result[]> {
  const [length, bareLength] = [(await bodyOf(full.target)).length, (await bodyOf(bare.target)).length]
  if (length !== bareLength) throw new Error(`${label}: ${length} characters against ${bareLength}`)
  const found: { full: Measured[]; bare: Measured[] } = { full: [], bare: [] }
  await warmUp(full.target)
  await warmUp(bare.target)
  for (let round = 0; round < rounds; round += 1) {
    found.bare.push(await measured(bare.server, bare.target, roundSeconds))
    found.full.push(await measured(full.server, full.target, roundSeconds))
  }
  const of = (which: Measured[], name: keyof Measured) => median(which.map((one) => one[name]))
  const [rate, bareRate] = [of(found.full, 'perSecond'), of(found.bare, 'perSecond')]
  const [cpu, bareCpu] = [of(found.full, 'cpu'), of(found.bare, 'cpu')]
  return [
    {
      label: `${label}, to a bare handler with the same statement and bytes`,
      ratio: rate / bareRate,
      atLeast: 0.9,
      detail: `${rate.toFixed(0)} against ${bareRate.toFixed(0)} answers a second, ${length} characters each`,
    },
    {
      label: `${label}: the server's processor beyond that of the bare handler, to 60 µs`,
      ratio: (cpu - bareCpu) / 60,
      atMost: 1,
      detail: `${cpu.toFixed(0)} against ${bareCpu.toFixed(0)} µs: ${(cpu - bareCpu).toFixed(0)} µs`,
    },
  ]
}

export async function askingOnce(url: string, db: Queryable): Promise<Result[]> {
  const workspaces = await fillWorkspaces(db)
  const records = await recordsOf(db, workspaces)
  const headers = workspaces.map(({ key }) => ({ authorization: `Bearer ${key}` }))
  const whose = (turn: number) => `workspace=${workspaces[turn % workspaces.length]?.id}`
  const server = await startMeasured('full-server.ts', url, JSON.stringify({ PAGE_CACHE_MB: '0' }))
  const { origin } = server
  const first = await bodyOf({ origin, paths: [page], headers })
  const { pagination } = JSON.parse(first) as { pagination: { nextCursor: string } }
  const bare = await startMeasured('reads-server.ts', 'statement', url, pagination.nextCursor)
  try {
    return [
      ...(await compare(
        'a page of 50 reservations with its total',
        { server, target: { origin, paths: [page], headers } },
        {
          server: bare,
          target: {
            origin: bare.origin,
            paths: workspaces.map((_, turn) => `${page}&${whose(turn)}`),
            headers: [{}],
          },
        },
      )),
      ...(await compare(
        'one reservation',
        { server, target: { origin, paths: records.map((id) => `/v1/reservations/${id}`), headers } },
        {
          server: bare,
          target: {
            origin: bare.origin,
            paths: records.map((id, turn) => `/v1/reservations/${id}?${whose(turn)}`),
            headers: [{}],
          },
        },
      )),
    ]
  } finally {
    server.stop()
    bare.stop()
  }
}
