/**
 * Requests to addresses that customers gave. Names are resolved here and the connection is made to the address that was
 * checked, so that an answer that changes between check and connection gains nothing. No redirect is followed.
 */
import type { LookupFunction } from 'node:net'
import { Agent, request, type Dispatcher } from 'undici'
import type { OutboundPolicy } from './address.ts'
import { assertAllowed, parseTarget, resolveWithSystem, type Resolve } from './target.ts'

export interface OutboundRequest {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  /** For everything: name, connection, headers and body. */
  timeoutMs: number
  /** What is kept of the answer; reading stops there. */
  maxBodyBytes: number
}

export interface OutboundAnswer {
  status: number
  headers: Record<string, string | string[]>
  body: Buffer
  /** The body ends where reading stopped: at the limit, at the end of the time, or where the connection broke. */
  cut: boolean
  /** Milliseconds until the status line. */
  responseTimeMs: number
}

export interface Outbound {
  /** Throws `TargetRefused`, `OutboundTimeout`, or what the network said. A status is never thrown. */
  send(request: OutboundRequest): Promise<OutboundAnswer>
  close(): Promise<void>
}

export class OutboundTimeout extends Error {
  override name = 'OutboundTimeout'
}

export function createOutbound(policy: OutboundPolicy, resolve: Resolve = resolveWithSystem): Outbound {
  const agent = new Agent({
    connect: { lookup: checkedLookup(policy, resolve) },
    keepAliveTimeout: 10_000,
    keepAliveMaxTimeout: 60_000,
    // The caller's own time limit holds instead of these.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return {
    send: (wanted) => send(agent, policy, wanted),
    close: () => agent.destroy(),
  }
}

function checkedLookup(policy: OutboundPolicy, resolve: Resolve): LookupFunction {
  return (host, options, done) => {
    resolve(host).then(
      (addresses) => {
        try {
          assertAllowed(addresses, policy)
        } catch (error) {
          return done(error as Error, '')
        }
        const [first] = addresses
        if (!first) return done(new Error(`${host} has no address`), '')
        if (options.all) done(null, addresses)
        else done(null, first.address, first.family)
      },
      (error: Error) => done(error, ''),
    )
  }
}

async function send(agent: Agent, policy: OutboundPolicy, wanted: OutboundRequest): Promise<OutboundAnswer> {
  const url = parseTarget(wanted.url, policy)
  const limit = new AbortController()
  const timeout = new OutboundTimeout(`no answer within ${wanted.timeoutMs / 1000} s`)
  const timer = setTimeout(() => limit.abort(timeout), wanted.timeoutMs)
  const started = performance.now()
  try {
    const answer = await request(url, {
      dispatcher: agent,
      method: wanted.method,
      headers: wanted.headers,
      body: wanted.body ?? null,
      signal: limit.signal,
    })
    const responseTimeMs = Math.round(performance.now() - started)
    const { bytes, cut } = await readUpTo(answer.body, wanted.maxBodyBytes)
    return {
      status: answer.statusCode,
      headers: shownHeaders(answer.headers),
      body: bytes,
      cut,
      responseTimeMs,
    }
  } catch (error) {
    throw limit.signal.aborted ? timeout : error
  } finally {
    clearTimeout(timer)
  }
}

/** The status has arrived and stands, so a body that breaks off is only cut short. */
async function readUpTo(body: Dispatcher.ResponseData['body'], limit: number) {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size > limit) break
    }
  } catch {
    return { bytes: Buffer.concat(chunks).subarray(0, limit), cut: true }
  }
  return { bytes: Buffer.concat(chunks).subarray(0, limit), cut: size > limit }
}

function shownHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
