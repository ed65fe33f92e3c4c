import type { ErrorCode } from '../contract/errors.ts'
import { ApiError, type ErrorExtras } from '../platform/api-error.ts'
import { isDatabaseUnavailable, isRefusingWrites } from '../platform/database-outage.ts'
import { hideTexts, isSecretName } from '../platform/log.ts'
import type { StoredAnswer } from '../platform/idempotency.ts'
import { excerptOf } from './violations.ts'

const sendJson = 'Send the body as JSON with `Content-Type: application/json`.'

/** Fastify raises these errors before a handler runs; keys are its codes. */
const serverErrors: Record<string, { code: ErrorCode; message: string }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: 'payload_too_large',
    message: 'The request body is larger than this path takes.',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    message: sendJson,
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'invalid_json',
    message: '`Content-Length` does not match the body that arrived; nothing was done.',
  },
  FST_ERR_CTP_INVALID_CONTENT_TYPE: {
    code: 'unsupported_media_type',
    message: sendJson,
  },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'invalid_param', message: 'A part of the path is longer than any id.' },
  FST_ERR_BAD_URL: { code: 'invalid_param', message: 'The path is not valid percent-encoding.' },
}

/** A restarted database is back after a few seconds. */
const comeBackAfter = 5

export const unavailable = (message: string, cause?: unknown): ApiError =>
  new ApiError('service_unavailable', message, { retry_after: comeBackAfter }, { cause })

export const unsupportedType = (): ApiError => new ApiError('unsupported_media_type', sendJson)

export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const serverError = serverErrors[(error as { code?: string } | null)?.code ?? '']
  if (serverError) return new ApiError(serverError.code, serverError.message, {}, { cause: error })
  if (isDatabaseUnavailable(error)) return unavailable('The server cannot reach its database.', error)
  if (isRefusingWrites(error))
    return unavailable('The database takes no writes: it is read-only, or its disk is full.', error)
  const { code, statusCode } = (error ?? {}) as { code?: string; statusCode?: number }
  // These are Fastify's own errors, or a connection that broke while its body was read.
  const isCallers = statusCode !== undefined && statusCode >= 400 && statusCode < 500
  if (isCallers && (code?.startsWith('FST_') || code === 'ECONNRESET')) {
    return new ApiError('malformed_request', undefined, {}, { cause: error })
  }
  return new ApiError('internal_error', undefined, {}, { cause: error })
}

const hidden = '[hidden]'
const longestShown = 1_000

/** A value may be a credential in the wrong place, so it is not echoed into the caller's logs. */
function withoutSecrets(extra: ErrorExtras): ErrorExtras {
  if (extra.value_received === undefined) return extra
  const field = String(extra.field ?? '')
  const isSecret = field.split(/[.[]/).some((name) => isSecretName(name))
  return { ...extra, value_received: isSecret ? hidden : hideValue(extra.value_received) }
}

function hideValue(value: unknown): unknown {
  // A pattern over millions of characters would exhaust the stack.
  if (typeof value === 'string' && value.length > longestShown) return hideValue(excerptOf(value))
  if (typeof value === 'string') return isCredentialLike(value) ? hidden : hideTexts(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(hideValue)
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, isSecretName(name) ? hidden : hideValue(item)]),
  )
}

/** Vendors' keys are long and mix letters and digits without spaces; ids of records do not. */
const isCredentialLike = (value: string) =>
  /^[A-Za-z0-9_+/=.-]{24,}$/.test(value) &&
  /[A-Za-z]/.test(value) &&
  /\d/.test(value) &&
  !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value) &&
  !/^\d{4}-\d{2}-\d{2}T/.test(value)

function envelope(error: ApiError, options: { docsUrl: string; requestId: string }) {
  return {
    error: {
      code: error.code,
      message: error.message,
      docs_url: `${options.docsUrl}/${error.code}`,
      fix: error.fix,
      request_id: options.requestId,
      ...withoutSecrets(error.extra),
    },
  }
}

export function errorAnswer(
  error: ApiError,
  options: { publicUrl: string; requestId: string },
): StoredAnswer {
  const { status, headers, extra } = error
  const body = envelope(error, { docsUrl: `${options.publicUrl}/docs/errors`, requestId: options.requestId })
  // With other statuses only the body names the wait.
  const retryAfter = status === 429 || status === 503 ? extra.retry_after : undefined
  return {
    status,
    headers: { ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }), ...headers },
    text: JSON.stringify(body, wellFormed),
  }
}

/** Some languages refuse JSON with half a surrogate pair, which a caller sent or our cut made. */
const wellFormed = (_name: string, value: unknown) =>
  typeof value === 'string' ? value.toWellFormed() : value
