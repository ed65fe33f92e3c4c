import type { ErrorCode } from '../contract/errors.ts'
import { ApiError } from '../platform/api-error.ts'
import type { Answer } from '../platform/idempotency.ts'

/** Errors the server itself raises before a handler runs, by its own code. */
const serverErrors: Record<string, { code: ErrorCode; message: string }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: 'payload_too_large',
    message: 'The request body is larger than 1 MiB.',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    message: 'Send the body as JSON with `Content-Type: application/json`.',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'invalid_json',
    message: '`Content-Length` does not match the body that arrived; nothing was done.',
  },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'invalid_param', message: 'A part of the path is longer than any id.' },
  FST_ERR_BAD_URL: { code: 'invalid_param', message: 'The path is not valid percent-encoding.' },
}

export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const known = serverErrors[(error as { code?: string } | null)?.code ?? '']
  if (known) return new ApiError(known.code, known.message, {}, { cause: error })
  return new ApiError('internal_error', undefined, {}, { cause: error })
}

export function envelope(error: ApiError, options: { docsUrl: string; requestId: string }) {
  return {
    error: {
      code: error.code,
      message: error.message,
      docs_url: `${options.docsUrl}/${error.code}`,
      fix: error.fix,
      request_id: options.requestId,
      ...error.extra,
    },
  }
}

export function errorAnswer(error: ApiError, options: { publicUrl: string; requestId: string }): Answer {
  const { status, headers, extra } = error
  const body = envelope(error, { docsUrl: `${options.publicUrl}/docs/errors`, requestId: options.requestId })
  const retryAfter = status === 429 ? extra.retry_after : undefined
  return {
    status,
    headers: { ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }), ...headers },
    text: JSON.stringify(body),
  }
}
