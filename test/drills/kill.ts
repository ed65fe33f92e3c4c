/**
 * SIGKILL at random points while writes with `Idempotency-Key` run: what was acknowledged is there once, a key gives its answer
 * again, and the log of events has no gap.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../harness/until.ts'
import { codeOf } from './checks.ts'
import { operations, type Operation } from './description.ts'
import type { Drill } from './drill.ts'
import { makeGround } from './ground.ts'
import { goodParts, sentOf } from './make-request.ts'
import { Pool } from './pool.ts'
import { randomOf } from './random.ts'
import { bearer, curlLine, send, type DrillAnswer, type SentRequest } from './request.ts'

interface KilledWrite {
  operation: Operation
  sent: SentRequest
  /** Null: the server died first. */
  answer: DrillAnswer | null
}

const writers = 4
const latestKillMs = 900

/**
 * What makes something anew, in a workspace with nothing but what was made here. Switching a listing off is none of it: it would
 * hide the listing, its stays and what was told of them.
 */
const creating = operations.filter(
  ({ method, path, parameters, answers }) =>
    method === 'POST' &&
    !path.includes('{') &&
    answers?.[201] !== undefined &&
    parameters.some(({ name }) => name === 'Idempotency-Key'),
)
/** What was made is listed there. */
const listed = creating.filter(({ path }) =>
  operations.some(
    (other) =>
      other.method === 'GET' && other.path === path && other.parameters.some(({ name }) => name === 'cursor'),
  ),
)

export const kill: Drill = async ({ seed, rounds, only, report, within }) => {
  const ground = await makeGround({ ROLES: 'api,worker' })
  try {
    const { liveKey } = await ground.addWorkspace({ filled: false })
    const keys = { LIVE_KEY: liveKey }
    const pool = new Pool()
    const written: KilledWrite[] = []
    const call = (sent: SentRequest) => send(ground.server.baseUrl, sent)
    const found = (operation: Operation | null, what: string, sent?: SentRequest, answer?: DrillAnswer) =>
      report.add({
        drill: 'kill',
        operation: operation?.id ?? '',
        what,
        replay: `${sent ? `${curlLine(sent, keys)}   # ` : ''}npm run drills -- --only kill --seed ${seed} --rounds ${rounds}`,
        ...(answer ? { answer: `${answer.status} ${answer.text}` } : {}),
      })

    const write = async (operation: Operation, name: string) => {
      const random = randomOf(seed, 'kill', operation.id, name)
      const parts = goodParts(operation, { random, pool })
      const query = parts.query.filter(([parameter]) => parameter !== 'dry_run')
      const headers = { ...bearer(liveKey), 'idempotency-key': `${seed}-${name}` }
      const one: KilledWrite = {
        operation,
        sent: sentOf(operation, { ...parts, query }, headers),
        answer: null,
      }
      written.push(one)
      one.answer = await call(one.sent).catch(() => null)
      if (one.answer && one.answer.status < 300) pool.harvest(JSON.parse(one.answer.text), operation.path)
    }
    /** The workspace has a key before anything is made in it. */
    const earlier = new Map<string, string[]>()
    for (const { path } of listed) earlier.set(path, await idsOf(path, liveKey, call))
    const chosen = creating.filter(({ id }) => !only || id === only)
    for (const [at, operation] of [...chosen, ...chosen].entries()) await write(operation, `first-${at}`)

    for (let round = 0; round < rounds && within(); round += 1) {
      const random = randomOf(seed, 'kill', round)
      let isOver = false
      const working = Array.from({ length: writers }, async (_, writer) => {
        for (let at = 0; !isOver; at += 1)
          await write(randomOf(seed, round, writer, at).pick(chosen), `${round}-${writer}-${at}`)
      })
      await pause(random.int(30, latestKillMs))
      isOver = true
      await ground.server.kill()
      await Promise.all(working)
      await ground.start()
    }

    for (const { operation, sent, answer } of written) {
      const again = await settled(() => call(sent))
      const isDone = answer !== null && answer.status < 300
      if (again.status < 300) pool.harvest(JSON.parse(again.text), operation.path)
      if (isDone && (again.status !== answer.status || again.text !== answer.text))
        found(operation, 'answers the same key otherwise after a kill', sent, again)
      if (isDone && again.headers['idempotency-status'] !== 'cached')
        found(operation, 'does a write again that it had acknowledged', sent, again)
      if (isDone || again.status >= 300) continue
      const third = await settled(() => call(sent))
      if (third.text !== again.text) found(operation, 'gives one key two answers', sent, third)
    }
    const acknowledged = new Set(pool.all)
    for (const operation of listed) {
      const ids = await idsOf(operation.path, liveKey, call)
      const answers = written.filter(
        (one) => one.operation === operation && (one.answer?.status ?? 500) < 300,
      )
      for (const { answer, sent } of answers) {
        const { id } = JSON.parse(answer?.text ?? '{}') as { id?: string }
        const times = ids.filter((one) => one === id).length
        if (id !== undefined && times !== 1)
          found(operation, `holds what it acknowledged ${times} times`, sent)
      }
      const unknown = ids.filter((id) => !acknowledged.has(id) && !earlier.get(operation.path)?.includes(id))
      if (unknown.length > 0) found(operation, `holds ${unknown.length} that no answer named: ${unknown[0]}`)
    }
    const sequences = await sequencesOf(liveKey, call)
    const gap = sequences.findIndex((sequence, at) => at > 0 && sequence !== (sequences[at - 1] ?? 0) + 1)
    if (gap > 0) found(null, `has a gap in its events before ${sequences[gap]}`)
    const done = written.filter(({ answer }) => answer !== null && answer.status < 300).length
    const lost = written.filter(({ answer }) => answer === null).length
    return `${rounds} kills, ${done} writes acknowledged, ${lost} cut off, ${sequences.length} events`
  } finally {
    await ground.close()
  }
}

/** Once nobody else is at work under the key. */
const settled = (ask: () => Promise<DrillAnswer>): Promise<DrillAnswer> =>
  until(
    'a key to be free',
    async () => {
      const answer = await ask()
      return answer.status === 409 && codeOf(JSON.parse(answer.text)) === 'idempotency_key_in_use'
        ? null
        : answer
    },
    { withinMs: 120_000, everyMs: 500 },
  )

async function idsOf(
  path: string,
  key: string,
  call: (sent: SentRequest) => Promise<DrillAnswer>,
): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { text } = await call({ method: 'GET', path: `${path}?limit=100${query}`, headers: bearer(key) })
    const page = JSON.parse(text) as { data: { id: string }[]; pagination: { nextCursor: string | null } }
    ids.push(...page.data.map(({ id }) => String(id)))
    cursor = page.pagination.nextCursor
  }
  return ids
}

async function sequencesOf(
  key: string,
  call: (sent: SentRequest) => Promise<DrillAnswer>,
): Promise<number[]> {
  const sequences: number[] = []
  for (let after = 0, hasMore = true; hasMore;) {
    const { text } = await call({
      method: 'GET',
      path: `/v1/events?after=${after}&limit=100`,
      headers: bearer(key),
    })
    const page = JSON.parse(text) as { data: { sequence: number }[]; nextAfter: number; hasMore: boolean }
    sequences.push(...page.data.map(({ sequence }) => sequence))
    after = page.nextAfter
    hasMore = page.hasMore
  }
  return sequences
}
