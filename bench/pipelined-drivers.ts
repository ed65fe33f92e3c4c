/**
 * `npm run bench -- pipelined-drivers`: reads through `src/platform/pipelined-reads` and through postgres.js, which pipelines by itself.
 * postgres.js is no dependency: `npm install --no-save postgres@3.4.9` brings it, or `POSTGRES_JS` names its entry file.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openConnection, type Statement } from '../src/platform/pipelined-reads/connection.ts'
import { median, type Bench } from './bench.ts'

/** The part of postgres.js that is used here. */
interface PostgresJs {
  unsafe(text: string, values: unknown[], options: { prepare: boolean }): Promise<unknown[]>
  end(): Promise<void>
}
type OpenPostgresJs = (url: string, options: { max: number; onnotice(): void }) => PostgresJs

const connections = 4
const rows = 20_000
const rounds = 7
const readsPerRound = 20_000
const callers = 100

const texts = {
  version: 'select version from bench_stays where workspace_id = $1 and id = $2',
  stay: 'select body from bench_stays where workspace_id = $1 and id = $2',
}

type ReadRows = (name: keyof typeof texts, values: unknown[]) => Promise<unknown[]>

interface DriverFigures {
  /** Processor time of this process for one read. */
  processorUs: number
  wallUs: number
}

async function loadPostgresJs(): Promise<OpenPostgresJs | undefined> {
  const entry = process.env['POSTGRES_JS'] ?? 'postgres'
  try {
    return ((await import(entry)) as { default: OpenPostgresJs }).default
  } catch {
    return undefined
  }
}

/** Every caller reads a version and then the record, as a request does, and starts again in a later turn. */
async function measure(read: ReadRows): Promise<DriverFigures> {
  const processor = process.cpuUsage()
  const begun = performance.now()
  let left = readsPerRound / 2
  const call = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const values = ['1', String(1 + ((left * 7919) % rows))]
      const answers = await Promise.all([read('version', values), read('stay', values)])
      if (answers.some(({ length }) => length !== 1)) throw new Error('a read found no row')
      await nextTurn()
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  const { user, system } = process.cpuUsage(processor)
  return {
    processorUs: (user + system) / readsPerRound,
    wallUs: ((performance.now() - begun) * 1000) / readsPerRound,
  }
}

/** Four connections of ours, each read sent over the least busy one, as `createPipelinedReads` does. */
async function openOurs(url: string): Promise<{ read: ReadRows; close(): Promise<void> }> {
  const lanes = Array.from({ length: connections }, () =>
    openConnection<never>(url, {
      gathered: () => {
        throw new Error('nothing is gathered here')
      },
      lost: () => {},
      patienceMs: 60_000,
    }),
  )
  while (lanes.some(({ isOpen }) => !isOpen)) await nextTurn()
  return {
    read(name, values) {
      const statement: Statement = { name, text: texts[name], values }
      const lane =
        lanes.find(({ isLeaving }) => isLeaving) ??
        lanes.reduce((best, one) => (one.waiting < best.waiting ? one : best))
      return lane.ask(statement)
    },
    close: async () => void (await Promise.all(lanes.map((lane) => lane.close()))),
  }
}

export const pipelinedDriversBench: Bench = async ({ url, database }) => {
  const openPostgresJs = await loadPostgresJs()
  if (!openPostgresJs) {
    console.log('pipelined-drivers: postgres.js is not installed (npm install --no-save postgres@3.4.9)')
    return []
  }
  const { pool } = database
  await pool.query(`
    create table bench_stays (workspace_id bigint, id bigint, version bigint, body text, primary key (workspace_id, id));
    insert into bench_stays select 1, n, n, repeat(md5(n::text), 64) from generate_series(1, ${rows}) n;
    analyze bench_stays`)
  const ours = await openOurs(url)
  const theirs = openPostgresJs(url, { max: connections, onnotice: () => {} })
  const drivers: Record<'ours' | 'postgres.js' | 'pool', ReadRows> = {
    ours: ours.read,
    'postgres.js': (name, values) => theirs.unsafe(texts[name], values, { prepare: true }),
    pool: async (name, values) => (await pool.query({ name, text: texts[name], values })).rows as unknown[],
  }
  const figures = new Map<string, DriverFigures[]>(Object.keys(drivers).map((name) => [name, []]))
  // The drivers take turns, so that other work on the machine meets all of them.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, read] of Object.entries(drivers)) {
      const figure = await measure(read)
      if (round > 0) figures.get(name)?.push(figure)
    }
  }
  await Promise.all([ours.close(), theirs.end()])
  await pool.query('drop table bench_stays')
  const processor = (name: string) => median((figures.get(name) ?? []).map(({ processorUs }) => processorUs))
  const wall = (name: string) => median((figures.get(name) ?? []).map(({ wallUs }) => wallUs))
  const detail = Object.keys(drivers)
    .map((name) => `${name} ${processor(name).toFixed(1)} µs of the processor, ${wall(name).toFixed(1)} µs`)
    .join('; ')
  return [
    {
      label: 'processor time of a pipelined read, postgres.js over ours',
      ratio: processor('postgres.js') / processor('ours'),
      atLeast: 1,
      detail,
    },
    {
      label: 'time of a pipelined read, postgres.js over ours',
      ratio: wall('postgres.js') / wall('ours'),
      atLeast: 0.9,
      detail,
    },
  ]
}
