/** Vendor-neutral routes report a channel account's failures with that channel's own codes. */
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import type { StoreAnswer } from '../../http/route.ts'
import { ApiError } from '../../platform/api-error.ts'
import { sourceOf, unsupportedWrite } from '../../upstream/errors.ts'
import { failureCodesOf, type FailureCodes } from '../../upstream/failure-codes.ts'
import type { RouteWriteContext } from '../route.ts'

const vendorErrorIn = ({ cause }: ApiError): VendorError | undefined =>
  cause instanceof VendorError ? cause : undefined

/** These codes belong to the routes that all vendors share. */
const meanings: Partial<Record<ErrorCode, 'rejected' | 'failed'>> = {
  reservation_update_failed: 'failed',
  offer_action_failed: 'failed',
  message_not_sent: 'rejected',
  message_send_failed: 'failed',
}

function codeOf(codes: FailureCodes, error: ApiError): ErrorCode {
  const refused = vendorErrorIn(error)
  if (refused?.kind === 'rate_limited') return refused.isQueued ? error.code : codes.limited
  if (error.code === 'reservation_not_pending') return 'request_no_longer_pending'
  const meaning = meanings[error.code]
  return meaning === undefined ? error.code : codes[meaning]
}

export function renderInChannelWords(provider: string, error: ApiError): ApiError {
  if (error.code === 'unsupported_channel') return unsupportedWrite(provider, error.message)
  const codes = failureCodesOf(provider)
  const code = codeOf(codes, error)
  if (code === error.code) return error
  const { currentStatus, retry_after: seconds } = error.extra
  const wait = seconds ?? (code === codes.limited ? codes.usualWaitSeconds : undefined)
  const refused = vendorErrorIn(error)
  const isUpstream = code === codes.rejected || code === codes.failed
  return new ApiError(
    code,
    error.message,
    {
      ...sourceOf(provider, refused, error.message),
      ...(currentStatus === undefined ? {} : { currentStatus }),
      ...(wait === undefined ? {} : { retry_after: wait }),
      ...(isUpstream && refused?.status !== undefined ? { upstream_status: refused.status } : {}),
    },
    { cause: error.cause },
  )
}

/** Runs a write of a vendor-neutral route. Its answer and its stored form use the channel's words. */
export async function asChannel<W extends RouteWriteContext, R, S>(
  provider: string,
  context: W,
  toReply: (done: R) => S,
  work: (context: W) => Promise<R>,
): Promise<S> {
  const storeAnswer: StoreAnswer = (tx, result) =>
    context.storeAnswer(
      tx,
      result instanceof ApiError ? renderInChannelWords(provider, result) : toReply(result as R),
    )
  return rethrowAsChannel(provider, async () => toReply(await work({ ...context, storeAnswer })))
}

/** Rethrows a failure with the channel's codes. */
export async function rethrowAsChannel<T>(provider: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ApiError ? renderInChannelWords(provider, error) : error
  }
}
