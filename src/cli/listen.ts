/**
 * `listen`: receive events on this machine without a public address. It reads the event log of a server and sends what it
 * finds on, signed as a webhook would be.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { newSecret, requestHeaders } from '../features/webhooks/public.ts'
import { readKeysFile } from '../features/workspaces/keys-file.ts'
import { loadConfig } from '../platform/config.ts'
import { usageErrors, UsageError, type Command } from './command.ts'
import { print } from './print.ts'
import { stopRequested } from './signals.ts'

const pollMs = 1_000
const troubleMs = 3_000
const ackTimeoutMs = 10_000

interface LoggedEvent {
  event: string
  eventId: string
  sequence: number
}
interface Log {
  data: LoggedEvent[]
  nextAfter: number
  hasMore: boolean
  log: { latest: number }
}

export interface ListenOptions {
  server: string
  key: string
  target: string
  /** Kinds and families, separated by commas. */
  events: string | undefined
  /** Sequence to begin behind; the end of the log when left out. */
  after: number | undefined
  secret: string
  serviceName: string
  signal: AbortSignal
  print(line: string): void
}

/** A refusal that asking again does not change. */
class Refused extends Error {}

async function readLog(options: ListenOptions, after: number, limit: number): Promise<Log> {
  const query = new URLSearchParams({ after: String(after), limit: String(limit) })
  if (options.events !== undefined) query.set('type', options.events)
  const response = await fetch(`${options.server}/v1/events?${query}`, {
    headers: { authorization: `Bearer ${options.key}` },
    signal: options.signal,
  })
  const body = (await response.json()) as Log & { error?: { message: string } }
  if (response.ok) return body
  const message = `GET /v1/events: ${body.error?.message ?? response.status}`
  const passes = response.status === 429 || response.status >= 500
  throw passes ? new Error(message) : new Refused(message)
}

async function forward(options: ListenOptions, event: LoggedEvent): Promise<void> {
  const body = JSON.stringify(event)
  const parcel = {
    url: options.target,
    secrets: [options.secret],
    eventId: event.eventId,
    attemptId: randomUUID(),
    body,
  }
  const outcome = await fetch(options.target, {
    method: 'POST',
    headers: requestHeaders(parcel, options.serviceName, new Date()),
    body,
    redirect: 'manual',
    signal: AbortSignal.any([options.signal, AbortSignal.timeout(ackTimeoutMs)]),
  }).then(
    async (response) => {
      await response.body?.cancel()
      return String(response.status)
    },
    (error: Error) => (error.cause instanceof Error ? error.cause.message : error.message),
  )
  if (options.signal.aborted) return
  options.print(`  #${event.sequence}  ${event.event.padEnd(32)} -> ${outcome}`)
}

/** Goes on until it is stopped; a server that is away is waited for, a receiver that fails is only reported. */
export async function listen(options: ListenOptions): Promise<void> {
  const { signal } = options
  let after = options.after
  while (!signal.aborted) {
    try {
      // Far behind the end nothing is read but where the end is.
      after ??= (await readLog(options, Number.MAX_SAFE_INTEGER - 1_000_000, 1)).log.latest
      const page = await readLog(options, after, 100)
      for (const event of page.data) {
        if (signal.aborted) return
        await forward(options, event)
        after = event.sequence
      }
      after = page.nextAfter
      if (!page.hasMore) await pause(pollMs, undefined, { signal })
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof Refused) throw error
      options.print(`  the server at ${options.server} does not answer; trying again`)
      await pause(troubleMs, undefined, { signal }).catch(() => {})
    }
  }
}

const isHttp = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

function readArgs(args: string[]) {
  const { values } = usageErrors(() =>
    parseArgs({
      args,
      options: {
        forward: { type: 'string' },
        events: { type: 'string' },
        after: { type: 'string' },
        server: { type: 'string' },
        key: { type: 'string' },
        secret: { type: 'string' },
      },
    }),
  )
  if (!values.forward) throw new UsageError('--forward is needed: the address of your receiver')
  if (!isHttp(values.forward)) throw new UsageError(`--forward is an http address, not "${values.forward}"`)
  if (values.after !== undefined && !/^\d{1,15}$/.test(values.after)) {
    throw new UsageError(`--after is a sequence, not "${values.after}"`)
  }
  return { ...values, forward: values.forward }
}

export const listenCommand: Command = {
  name: 'listen',
  usage:
    '--forward <url> [--events reservation.*] [--after <sequence>] [--server <url>] [--key <key>] [--secret <secret>]',
  summary: 'Send events on to a receiver on this machine; needs no public address',
  async run(args) {
    const values = readArgs(args)
    const config = loadConfig()
    const known = readKeysFile(config.dataDir)
    const server = (values.server ?? known?.baseUrl)?.replace(/\/$/, '')
    const key = values.key ?? known?.liveKey
    if (!server || !key) {
      throw new UsageError('--server and --key are needed: there is no server with its keys in DATA_DIR')
    }
    const secret = values.secret ?? newSecret()
    const stopping = new AbortController()
    void stopRequested().then(() => stopping.abort())
    print(`Listening to ${server}, sending on to ${values.forward}`)
    print(`Signing secret  ${secret}`)
    print('Ctrl-C stops.\n')
    await listen({
      server,
      key,
      target: values.forward,
      events: values.events,
      after: values.after === undefined ? undefined : Number(values.after),
      secret,
      serviceName: config.serviceName,
      signal: stopping.signal,
      print,
    })
  },
}
