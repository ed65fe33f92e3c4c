import type { components } from './schema.ts'

type ErrorBody = components['schemas']['ApiError']

/** The server could not answer now, so nobody knows what became of the request. */
export const isPassing = (status: number): boolean => status === 429 || status >= 500

/** What went wrong with a request, in the words of the API's error envelope. */
export class ApiProblem extends Error {
  override name = 'ApiProblem'
  /** `offline` when no answer came. */
  readonly code: string
  readonly status: number
  readonly fix: string | null
  readonly field: string | null
  readonly requestId: string | null
  /** Seconds to wait. */
  readonly retryAfter: number | null

  constructor(body: Partial<ErrorBody> & { code: string }, status: number) {
    super(body.message ?? body.code)
    this.code = body.code
    this.status = status
    this.fix = body.fix ?? null
    this.field = body.field ?? null
    this.requestId = body.request_id ?? null
    this.retryAfter = body.retry_after ?? null
  }

  /** The server could not answer now, so the same request may succeed later. */
  get isPassing(): boolean {
    return this.code === 'offline' || isPassing(this.status)
  }
}

/** No answer came: the write may have been carried out all the same. */
export const offlineProblem = (): ApiProblem => new ApiProblem({ code: 'offline' } as never, 0)

/** A proxy in between answers without an envelope, so how long to wait stands in the headers alone. */
export function problemOf(body: unknown, { status, headers }: Response): ApiProblem {
  const error = (body as { error?: Partial<ErrorBody> } | undefined)?.error
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return new ApiProblem(
    {
      ...(Number.isFinite(seconds) ? { retry_after: seconds } : {}),
      ...error,
      code: error?.code ?? 'internal_error',
    } as never,
    status,
  )
}
