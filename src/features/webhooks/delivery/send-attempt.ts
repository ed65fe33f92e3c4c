/** Makes one attempt: builds the request, sends it and classifies the result. Never throws. */
import { OutboundTimeout, type Outbound } from '../../../platform/outbound/client.ts'
import { rebuildHeaders, renderSignatures, type SignedParcel } from './headers.ts'
import { longestPauseMs, type AttemptOutcome } from './delivery-state.ts'

/** How much of a receiver's answer is stored for debugging. */
const keptBodyBytes = 64 * 1024

export interface AttemptResult {
  outcome: Exclude<AttemptOutcome, 'withheld'>
  status: number | null
  responseTimeMs: number | null
  /** The signature headers, from which all headers can be rebuilt. */
  signatures: string | null
  responseHeaders: Record<string, string | string[]> | null
  responseBody: string | null
  error: string | null
  /** The pause the receiver asked for. */
  pauseMs: number | null
  /** The receiver answered 410: it is gone for good. */
  gone: boolean
}

export interface AttemptSender {
  outbound: Outbound
  serviceName: string
  /** The receiver must answer within this time. */
  ackTimeoutMs: number
}

export async function sendAttempt(
  parcel: SignedParcel,
  sender: AttemptSender,
  at: Date,
): Promise<AttemptResult> {
  const signatures = renderSignatures(parcel, sender.serviceName, at)
  try {
    const answer = await sender.outbound.send({
      url: parcel.url,
      method: 'POST',
      headers: rebuildHeaders(signatures, parcel),
      body: parcel.body,
      timeoutMs: sender.ackTimeoutMs,
      maxBodyBytes: keptBodyBytes,
    })
    return {
      ...judgeAnswer(answer.status, answer.headers['retry-after'], at),
      status: answer.status,
      responseTimeMs: answer.responseTimeMs,
      signatures,
      responseHeaders: answer.headers,
      // PostgreSQL texts cannot contain NUL.
      responseBody: answer.body.toString('utf8').replaceAll('\0', '\u{fffd}'),
    }
  } catch (error) {
    return {
      outcome: 'failed',
      status: null,
      responseTimeMs: null,
      signatures,
      responseHeaders: null,
      responseBody: null,
      error: describe(error),
      pauseMs: null,
      gone: false,
    }
  }
}

type AttemptVerdict = Pick<AttemptResult, 'outcome' | 'error' | 'pauseMs' | 'gone'>

function judgeAnswer(status: number, retryAfter: string | string[] | undefined, at: Date): AttemptVerdict {
  if (status >= 200 && status < 300) return { outcome: 'accepted', error: null, pauseMs: null, gone: false }
  const redirect = status >= 300 && status < 400 ? '; redirects are not followed' : ''
  const gone = status === 410
  const error = `the receiver answered ${status}${redirect}${gone ? ' Gone' : ''}`
  return { outcome: 'failed', error, pauseMs: parseRetryAfter(retryAfter, at), gone }
}

/** `Retry-After` in seconds or as a date (RFC 9110 §10.2.3). */
export function parseRetryAfter(retryAfter: string | string[] | undefined, at: Date): number | null {
  const [value] = [retryAfter].flat()
  if (value === undefined) return null
  const text = value.trim()
  const pauseMs = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - at.getTime()
  return pauseMs > 0 ? Math.min(pauseMs, longestPauseMs) : null
}

function describe(error: unknown): string {
  if (error instanceof OutboundTimeout) return error.message
  // A host with several addresses fails with an AggregateError, which has no message of its own.
  const causes: unknown[] = error instanceof AggregateError ? error.errors : [error]
  return (
    causes
      .map((cause) => (cause instanceof Error ? cause.message : String(cause)))
      .join('; ')
      .slice(0, 500)
      // Cutting may split a surrogate pair, which JSON in PostgreSQL refuses.
      .toWellFormed()
  )
}
