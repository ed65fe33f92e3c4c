/**
 * Compares the same reads in a small and a large workspace (`--rows`), in turn. Both are filled like
 * `test/e2e/constant-cost`, which checks plans instead of times.
 */
import { sql } from 'kysely'
import { Agent, request } from 'undici'
import { settleWorkspaces } from '../src/features/bookings/lapses/settle.ts'
import { insertWorkspace } from '../test/harness/app.ts'
import { pathOf } from '../test/e2e/constant-cost/askings.ts'
import { provenLists } from '../test/e2e/constant-cost/proven-lists.ts'
import { today, type Filled, type ProvenList } from '../test/e2e/constant-cost/proven-list.ts'
import { fillReservations } from '../test/e2e/constant-cost/reservation-list.ts'
import { median, type Bench, type Result } from './bench.ts'
import { openFilling } from './filling.ts'
import { startMeasured } from './measured-server.ts'

const smallSize = 10_000
const largeSize = 1_000_000
const atMost = 1.3
const limit = 50
const rounds = 20
/** Requests for each size in a round. */
const timesARound = 15
const warmUpTimes = 100

interface Read {
  label: string
  path(filled: Filled): string
}
interface Filler {
  fill: ProvenList['fill']
  reads: Read[]
}

const at = (label: string, path: string): Read => ({ label, path: () => path })

/** `GET /v1/reservations` is mostly requested without pending requests. */
const noPending: Filler = {
  fill: (app, workspace, size) =>
    fillReservations(app, workspace, size, ['confirmed', 'confirmed', 'cancelled', 'confirmed']),
  reads: [
    at('the first page of reservations with its total', `/v1/reservations?limit=${limit}`),
    at('the same without total', `/v1/reservations?limit=${limit}&include_total=false`),
    at('`status=pending`, none there', `/v1/reservations?limit=${limit}&status=pending`),
    at(
      'a week of arrivals',
      `/v1/reservations?limit=${limit}&check_in_after=${today}&check_in_before=2026-06-21`,
    ),
    at(
      'a poll with `updated_since`, nothing new',
      `/v1/reservations?limit=${limit}&updated_since=${today}T12:00:00Z`,
    ),
    { label: 'one reservation', path: ({ reservation = '' }) => `/v1/reservations/${reservation}` },
  ],
}

/** Groups the first page of every proven list by what fills it. */
function fillersOf(listNames: string | undefined): Filler[] {
  const picked = listNames?.split(',')
  const unknown = picked?.find((id) => !provenLists.some((list) => list.id === id))
  if (unknown) throw new Error(`${unknown} is no list of test/e2e/constant-cost/proven-lists.ts`)
  const fillers = new Map<ProvenList['fill'], Filler>([[fillReservations, { ...noPending, reads: [] }]])
  for (const list of provenLists.filter(({ id }) => picked?.includes(id) ?? true)) {
    const filler = fillers.get(list.fill) ?? { fill: list.fill, reads: [] }
    fillers.set(list.fill, filler)
    const first = (filled: Filled) => pathOf(list, [], filled, limit)
    filler.reads.push(
      ...(list.id === 'listReservations'
        ? noPending.reads
        : [{ label: `the first page of \`${list.id}\``, path: first }]),
    )
  }
  return [...fillers.values()].filter(({ reads }) => reads.length > 0)
}

interface World {
  size: number
  key: string
  filled: Filled
}

export const growthBench: Bench = async (context) => {
  const large = Number(context.options.rows ?? largeSize)
  const filling = await openFilling(context)
  try {
    for (const filler of fillersOf(context.options.lists)) {
      const worlds: World[] = []
      for (const size of [smallSize, large]) {
        const workspace = await insertWorkspace(filling.db)
        const filled = await filler.fill(filling, workspace, size)
        worlds.push({ size, key: workspace.liveKey, filled: { ...filled } })
      }
      await settleWorkspaces(filling.services)
      await sql`vacuum analyze`.execute(filling.db)
      await sql`checkpoint`.execute(filling.db)
      context.show(await growthOf(context.url, filler.reads, worlds))
    }
  } finally {
    await filling.close()
  }
  return []
}

/** Uses a new process, so no plans or statistics of earlier runs remain. */
async function growthOf(url: string, reads: readonly Read[], worlds: readonly World[]): Promise<Result[]> {
  const server = await startMeasured('growth-server.ts', url, `${today}T12:05:00Z`)
  const dispatcher = new Agent({ connections: 1 })
  async function ask({ path }: Read, { key, filled }: World): Promise<number> {
    const begun = performance.now()
    const { statusCode, body } = await request(server.origin + path(filled), {
      dispatcher,
      headers: { authorization: `Bearer ${key}` },
    })
    const text = await body.text()
    const took = performance.now() - begun
    if (statusCode !== 200) throw new Error(`${path(filled)} answered ${statusCode}: ${text}`)
    return took
  }
  try {
    const took = reads.map(() => worlds.map((): number[] => []))
    for (let round = -1; round < rounds; round += 1)
      for (const [index, read] of reads.entries())
        for (let turn = 0; turn < (round < 0 ? warmUpTimes : timesARound); turn += 1)
          for (const [place, world] of worlds.entries()) {
            const ms = await ask(read, world)
            if (round >= 0) took[index]?.[place]?.push(ms)
          }
    const [small, large] = worlds.map(({ size }) => size.toLocaleString('en'))
    return reads.map(({ label }, index) => {
      const [one, other] = (took[index] ?? []).map(median) as [number, number]
      return {
        label: `${label}, ${large} rows to ${small}`,
        ratio: other / one,
        atMost,
        detail: `${other.toFixed(2)} ms against ${one.toFixed(2)}, medians of ${rounds * timesARound} each in turn`,
      }
    })
  } finally {
    await dispatcher.close()
    server.stop()
  }
}
