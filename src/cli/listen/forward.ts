import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { buildRequestHeaders, createSigningKey } from '../../features/webhooks/public.ts'
import type { LogFeedEvent } from './feed.ts'

const ackTimeoutMs = 10_000
const lookMs = 2_000

export interface ForwardTarget {
  url: string
  secret: string
  serviceName: string
}

/** Forwards an event, signed like a webhook, and returns the result. */
export async function forward(
  { url, secret, serviceName }: ForwardTarget,
  event: LogFeedEvent,
  signal: AbortSignal,
): Promise<string> {
  const body = Buffer.from(JSON.stringify(event))
  const parcel = {
    url,
    keys: [createSigningKey(secret)],
    eventId: event.eventId,
    attemptId: randomUUID(),
    body,
  }
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: buildRequestHeaders(parcel, serviceName, new Date()),
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ackTimeoutMs)]),
    })
    await response.body?.cancel()
    return String(response.status)
  } catch (error) {
    const { cause, name } = error as Error
    if (name === 'TimeoutError') return `no answer within ${ackTimeoutMs / 1000} s`
    return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
      ? 'nothing listens there'
      : 'the receiver cannot be reached'
  }
}

/** Checks whether somebody listens at an address without sending anything. */
export function isListening(address: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(address)
  const number = Number(port) || (protocol === 'https:' ? 443 : 80)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: number, timeout: lookMs })
    const done = (there: boolean) => {
      socket.destroy()
      resolve(there)
    }
    socket.on('connect', () => done(true))
    socket.on('timeout', () => done(false))
    socket.on('error', () => done(false))
  })
}
