/** What stands in the way of a write to a channel, said by the routes of that channel in its own words. */
import { VendorError } from '../connector-kit/vendor-error.ts'
import type { ErrorCode } from '../contract/errors.ts'
import type { StoreAnswer } from '../http/route.ts'
import { ApiError, type ErrorExtras } from '../platform/api-error.ts'
import type { Writing } from './route.ts'

export interface ChannelWords {
  channel: string
  rejected: ErrorCode
  failed: ErrorCode
  limited: ErrorCode
  /** How long to wait where the channel does not say it: the shortest time by which it counts calls. */
  usualWaitSeconds: number
  /** What to do about what the channel has no call for. */
  unsupportedFix: string
  /** Codes of this channel alone, before all others. */
  codeOf?(refused: VendorError): ErrorCode | undefined
  /** What is told in place of the channel alone. Of what was refused earlier only the `words` are kept. */
  extrasOf?(refused: VendorError | undefined, code: ErrorCode, words: string): ErrorExtras | undefined
}

const vendorErrorIn = ({ cause }: ApiError): VendorError | undefined =>
  cause instanceof VendorError ? cause : undefined

type Meaning = 'rejected' | 'failed'

/** What the routes that know no channel say of every vendor. */
const meanings: Partial<Record<ErrorCode, Meaning>> = {
  pms_rejected: 'rejected',
  pms_error: 'failed',
  reservation_update_failed: 'failed',
  offer_action_failed: 'failed',
  message_not_sent: 'rejected',
  message_send_failed: 'failed',
}
const renamed: Partial<Record<ErrorCode, ErrorCode>> = {
  reservation_not_pending: 'request_no_longer_pending',
  pms_write_unsupported: 'channel_not_supported',
  unsupported_channel: 'channel_not_supported',
}

function codeOf(words: ChannelWords, error: ApiError): ErrorCode {
  const refused = vendorErrorIn(error)
  if (refused?.kind === 'rate_limited') return refused.isQueued ? error.code : words.limited
  const meaning = meanings[error.code]
  return (
    (refused && words.codeOf?.(refused)) ??
    (meaning === undefined ? (renamed[error.code] ?? error.code) : words[meaning])
  )
}

/** How long to wait before the next try, in seconds; undefined where that is not told. */
function waitAfter(words: ChannelWords, error: ApiError, code: ErrorCode): number | undefined {
  const { retry_after: told } = error.extra
  if (typeof told === 'number') return told
  return code === words.limited ? words.usualWaitSeconds : undefined
}

export function inWordsOf(words: ChannelWords, error: ApiError): ApiError {
  const code = codeOf(words, error)
  const isUnsupported = code === 'channel_not_supported'
  if (code === error.code && !isUnsupported) return error
  const { currentStatus } = error.extra
  const wait = waitAfter(words, error, code)
  const refused = vendorErrorIn(error)
  const isUpstream = code === words.rejected || code === words.failed
  return new ApiError(
    code,
    error.message,
    {
      ...(words.extrasOf?.(refused, code, error.message) ?? { channel: words.channel }),
      ...(currentStatus === undefined ? {} : { currentStatus }),
      ...(wait === undefined ? {} : { retry_after: wait }),
      ...(isUpstream && refused?.status !== undefined ? { upstream_status: refused.status } : {}),
    },
    {
      cause: error.cause,
      ...(isUnsupported ? { fix: words.unsupportedFix } : {}),
      ...(wait === undefined ? {} : { headers: { 'retry-after': String(wait) } }),
    },
  )
}

/**
 * Does a write of the routes that know no channel; what it answers, and what is stored of that, is said as the channel's
 * routes say it.
 */
export async function asChannel<W extends Writing, R, S>(
  words: ChannelWords,
  context: W,
  shown: (done: R) => S,
  work: (context: W) => Promise<R>,
): Promise<S> {
  const storeAnswer: StoreAnswer = (tx, result) =>
    context.storeAnswer(tx, result instanceof ApiError ? inWordsOf(words, result) : shown(result as R))
  return toldAsChannel(words, async () => shown(await work({ ...context, storeAnswer })))
}

/** What goes wrong is said as the channel's routes say it. */
export async function toldAsChannel<T>(words: ChannelWords, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ApiError ? inWordsOf(words, error) : error
  }
}
