/**
 * Measures the CPU time of recording each request's spans and sending them to a collector, for the smallest request.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { sql } from 'kysely'
import { hashApiKey } from '../src/platform/crypto.ts'
import { recordInnerSpan, requestSpans } from '../src/platform/spans.ts'
import { startCollector } from '../test/harness/collector.ts'
import { median, type Bench } from './bench.ts'
import { requestsPerSecond } from './load.ts'

const rounds = 7
const roundSeconds = 3
const kinds = ['traced', 'plain', 'gathered'] as const
type Kind = (typeof kinds)[number]
/** The number of statements of the measured request, rounded up. */
const statements = 8

async function startServer(
  kind: Kind,
  url: string,
  collector: string,
): Promise<{ origin: string; child: ChildProcess }> {
  const args = [kind, url, collector]
  const child = fork(path.join(import.meta.dirname, 'requests-server.ts'), args, { stdio: 'inherit' })
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

/** Returns the microseconds a request spends checking that nobody gathers. */
function checksMicros(): number {
  const rounds = 200_000
  const started = performance.now()
  for (let round = 0; round < rounds; round += 1) {
    requestSpans({ method: 'GET', route: '/v1/listings', traceparent: undefined })
    for (let at = 0; at < statements; at += 1)
      recordInnerSpan(() => ({ name: '', kind: 'client', ms: 0, attributes: {} }))
  }
  return ((performance.now() - started) * 1000) / rounds
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
  const collector = await startCollector({ keeps: false })
  const servers = {
    traced: await startServer('traced', url, ''),
    plain: await startServer('plain', url, ''),
    gathered: await startServer('gathered', url, collector.url),
  }
  const headers = [{ authorization: `Bearer ${key}` }]
  const micros: Record<Kind, number[]> = { traced: [], plain: [], gathered: [] }
  const ask = async (kind: Kind, seconds: number): Promise<number> => {
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
    await collector.close()
  }
  const [traced, plain, gathered] = [median(micros.traced), median(micros.plain), median(micros.gathered)]
  const checks = checksMicros()
  return [
    {
      label: 'CPU time of a request whose story is kept, to one that leaves its line alone',
      ratio: traced / plain,
      atMost: 1.15,
      detail: `${traced.toFixed(0)} against ${plain.toFixed(0)} µs a request`,
    },
    {
      label: 'Traces switched off: what looking for them costs, to the request',
      ratio: checks / traced,
      atMost: 0.01,
      detail: `${checks.toFixed(2)} of ${traced.toFixed(0)} µs a request`,
    },
    {
      label: 'CPU time of a request of which every span is sent to a collector, to one of which none is',
      ratio: gathered / traced,
      atMost: 2.5,
      detail: `${gathered.toFixed(0)} against ${traced.toFixed(0)} µs a request`,
    },
  ]
}
