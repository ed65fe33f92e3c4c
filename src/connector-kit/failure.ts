import { BodyTooLarge } from './read-answer.ts'
import type { VendorErrorKind } from './vendor-error.ts'

export interface Failure {
  kind: VendorErrorKind
  message: string
  code?: string
}

const timeoutCodes = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_ABORTED',
  'ETIMEDOUT',
])

/** Why there was no answer, in the words of VendorError. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof BodyTooLarge) return { kind: 'malformed', message: error.message }
  if (!(error instanceof Error)) return { kind: 'unavailable', message: 'no answer' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const timedOut = error.name === 'TimeoutError' || (code !== undefined && timeoutCodes.has(code))
  const message = timedOut ? 'no answer in time' : `no answer (${code ?? error.message})`
  return { kind: timedOut ? 'timeout' : 'unavailable', message, ...(code === undefined ? {} : { code }) }
}
