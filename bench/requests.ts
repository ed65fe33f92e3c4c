/** What it costs to know of every request what happened inside of it: CPU time of the server for the smallest of requests. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { sql } from 'kysely'
import { hashApiKey } from '../src/platform/crypto.ts'
import { median, type Bench } from './bench.ts'
import { requestsPerSecond } from './load.ts'

const rounds = 7
const roundSeconds = 3
const kinds = ['traced', 'plain'] as const

async function startServer(kind: string, url: string): Promise<{ origin: string; child: ChildProcess }> {
  const child = fork(path.join(import.meta.dirname, 'requests-server.ts'), [kind, url], { stdio: 'inherit' })
  const [message] = (await once(child, 'message')) as [{ origin: string }]
  return { origin: message.origin, child }
}

async function cpuOf(child: ChildProcess): Promise<number> {
  const answer = once(child, 'message') as Promise<[{ cpu: number; dropped: number }]>
  child.send('cpu')
  const [{ cpu, dropped }] = await answer
  if (dropped > 0) throw new Error(`${dropped} lines found no room`)
  return cpu
}

export const requestsBench: Bench = async ({ url, database: { kysely: db } }) => {
  const key = `sk_live_${randomBytes(20).toString('hex')}`
  await sql`
    with made as (
      insert into workspaces (id, name, plan, contact_confirmed)
      values (nextval('workspaces_id'), 'Bench', 'custom', true) returning id
    ) insert into api_keys (workspace_id, mode, prefix, hash) select id, 'live', 'sk_live_', ${hashApiKey(key)} from made`.execute(
    db,
  )
  const servers = { traced: await startServer('traced', url), plain: await startServer('plain', url) }
  const headers = [{ authorization: `Bearer ${key}` }]
  const micros = { traced: [] as number[], plain: [] as number[] }
  const ask = async (kind: (typeof kinds)[number], seconds: number): Promise<number> => {
    const { origin, child } = servers[kind]
    const before = await cpuOf(child)
    const started = performance.now()
    const rate = await requestsPerSecond({ origin, paths: ['/v1/listings?limit=1'], headers }, seconds, 4)
    const answers = (rate * (performance.now() - started)) / 1000
    return ((await cpuOf(child)) - before) / answers
  }
  try {
    for (const kind of kinds) await ask(kind, 2)
    for (let round = 0; round < rounds; round += 1)
      for (const kind of kinds) micros[kind].push(await ask(kind, roundSeconds))
  } finally {
    for (const { child } of Object.values(servers)) child.disconnect()
  }
  const [traced, plain] = [median(micros.traced), median(micros.plain)]
  return [
    {
      label: 'CPU time of a request whose story is kept, to one that leaves its line alone',
      ratio: traced / plain,
      atMost: 1.15,
      detail: `${traced.toFixed(0)} against ${plain.toFixed(0)} µs a request`,
    },
  ]
}
