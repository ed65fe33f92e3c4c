/** `events tail` follows the event log through restarts of the server, and remembers how far it came. */
import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  isLodgewireError,
  LodgewireConnectionError,
  type Lodgewire,
  type WebhookEvent,
} from '../../../sdk/typescript/src/index.ts'
import { UsageError } from '../command.ts'
import { print, printAside } from '../print.ts'
import { stopRequested } from '../signals.ts'
import { clientAction, describeFailure } from './client-action.ts'
import { plainLine, terminalSafeJson } from './plain-text.ts'

const longestPauseMs = 30_000

interface LogPosition {
  sequence: number
}

export const eventsTail = clientAction({
  examples: [
    'events tail',
    "events tail --type 'reservation.*' --since 1h",
    'events tail --checkpoint seen.json --once --json',
  ],
  more: 'With --json each line is an event. Ctrl-C ends it without an error.',
  options: {
    type: {
      type: 'string',
      value: '<kinds>',
      summary: 'Only these kinds or families, such as reservation.*,listing.updated',
    },
    since: {
      type: 'string',
      value: '<moment>',
      summary:
        'From 90s, 15m, 2h or 7d ago, a time with its zone, or after a sequence number; now when left out',
    },
    checkpoint: {
      type: 'string',
      value: '<file>',
      summary: 'Go on where the last run with this file stopped; events come at least once',
    },
    once: { type: 'boolean', summary: 'End at the end of the log instead of waiting' },
  },
  async run(client, { type, since, checkpoint, once, json }, _positionals, server) {
    const stopping = new AbortController()
    const { signal } = stopping
    void stopRequested().then(() => stopping.abort())
    const types = type?.split(',').map((one) => one.trim())
    try {
      const stored = checkpoint === undefined ? null : readCheckpoint(checkpoint, server)
      const position = { sequence: stored ?? (await findStart(client, since, signal)) }
      await warnOfGap(client, position, signal)
      const save = () => {
        if (checkpoint !== undefined) writeCheckpoint(checkpoint, server, position)
      }
      save()
      for await (const event of followLog(client, { types, position, save, once, signal, server }))
        print(json ? terminalSafeJson(event) : eventText(event))
    } catch (error) {
      // A call under way fails when the command is stopped, which is no error.
      if (!signal.aborted) throw error
    }
  },
})

interface LogWalk {
  types: string[] | undefined
  position: LogPosition
  save(): void
  once: boolean
  signal: AbortSignal
  server: string
}

/** Goes on from the last page after the server was away or asked for a pause. */
async function* followLog(client: Lodgewire, walk: LogWalk): AsyncGenerator<WebhookEvent> {
  const { types, position, save, once, signal, server } = walk
  const keeper = {
    load: () => position.sequence,
    save(sequence: number) {
      position.sequence = sequence
      save()
    },
  }
  let failures = 0
  for (;;) {
    try {
      for await (const event of client.events({ types, keeper, follow: !once, signal })) {
        failures = 0
        yield event
      }
      return
    } catch (error) {
      if (signal.aborted || once || !isPassing(error)) throw error
      failures += 1
      printAside(`${(describeFailure(error, { server, key: '' }) as Error).message} Trying again.`)
      await sleep(Math.min(longestPauseMs, 1000 * 2 ** Math.min(failures - 1, 5)), undefined, { signal })
    }
  }
}

const isPassing = (error: unknown): boolean =>
  error instanceof LodgewireConnectionError ||
  (isLodgewireError(error) && (error.status === 429 || error.status >= 500))

/** Says that events are missing rather than leaving them out in silence. */
async function warnOfGap(client: Lodgewire, { sequence }: LogPosition, signal: AbortSignal): Promise<void> {
  if (sequence === 0) return
  const { log } = await client.get('/v1/events', { query: { after: sequence, limit: 1 }, signal })
  if (log.oldest !== null && log.oldest > sequence + 1)
    printAside(`The server keeps events from ${log.oldest} on; those after ${sequence} are gone.`)
}

const unitMs: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Returns the sequence after which the log is read. */
async function findStart(client: Lodgewire, since: string | undefined, signal: AbortSignal): Promise<number> {
  if (since !== undefined && /^\d{1,15}$/.test(since)) return Number(since)
  const time = since === undefined ? null : timeOf(since)
  const { log } = await client.get('/v1/events', { query: { limit: 1 }, signal })
  if (time === null || log.oldest === null) return log.latest
  let [before, behind] = [log.oldest - 1, log.latest]
  // Sequences grow with time, so each look halves what is left.
  while (before < behind) {
    const middle = Math.floor((before + behind) / 2)
    const page = await client.get('/v1/events', { query: { after: middle, limit: 1 }, signal })
    const [event] = page.data as WebhookEvent[]
    if (event === undefined || event.sequence === null || Date.parse(event.timestamp) >= time) behind = middle
    else before = event.sequence
  }
  return before
}

function timeOf(since: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(since) ?? []
  if (count !== undefined) return Date.now() - Number(count) * (unitMs[unit] ?? 0)
  const hasZone = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/.test(since)
  const time = hasZone ? Date.parse(since) : NaN
  if (!Number.isNaN(time)) return time
  throw new UsageError(
    `--since is 90s, 15m, 2h, 7d, a time like 2026-07-31T08:00Z, or a sequence number, not ${JSON.stringify(since)}.`,
  )
}

function readCheckpoint(file: string, server: string): number | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  const stored = parseCheckpoint(text)
  if (stored === null) throw new Error(`${file} is no checkpoint of events tail. Name another file.`)
  if (stored.server === server) return stored.sequence
  throw new Error(
    `${file} belongs to ${plainLine(stored.server)}, whose log counts differently. Name another file.`,
  )
}

function parseCheckpoint(text: string): { server: string; sequence: number } | null {
  try {
    const { server, sequence } = JSON.parse(text) as { server?: unknown; sequence?: unknown }
    return typeof server === 'string' && Number.isSafeInteger(sequence)
      ? { server, sequence: sequence as number }
      : null
  } catch {
    return null
  }
}

/** A rename leaves the old checkpoint or the new one, never half of it. */
function writeCheckpoint(file: string, server: string, { sequence }: LogPosition): void {
  const draft = `${file}.${randomUUID()}`
  try {
    writeFileSync(draft, `${JSON.stringify({ server, sequence })}\n`, { flag: 'wx' })
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}

function eventText({ sequence, event, timestamp, data }: WebhookEvent): string {
  const { object } = data as { object?: Record<string, unknown> }
  const subject = object?.confirmationCode ?? object?.id ?? ''
  const time = timestamp.slice(0, 19).replace('T', ' ')
  return plainLine(`${time}  ${`#${sequence ?? 'test'}`.padEnd(8)}  ${event.padEnd(32)}  ${String(subject)}`)
}
