/** What stands in the way of a write to Booking.com, in the words of its routes. */
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { ApiError } from '../../platform/api-error.ts'
import { isCertain, reauthRequired, reconnect, tooBusy } from '../../upstream/errors.ts'
import { asChannel, type ChannelWords } from '../channel-words.ts'
import type { Writing } from '../route.ts'
import { provider } from './provider.ts'

/** What every call to Booking.com that somebody waits for can answer. */
export const callErrors = [
  'no_connection',
  'connection_reauth_required',
  'booking_rejected',
  'booking_rate_limited',
  'booking_error',
] as const

/** What the acts that every channel shares can answer. */
export const writeErrors = ['listing_inactive', ...callErrors] as const

/** Third parties tell of limits by the minute. */
const usualWaitSeconds = 60

/** The id of an answer stands in its words, too. */
const ruidIn = (words: string): string | undefined => /\(RUID ([^()\s]{1,200})\)/.exec(words)?.[1]

export const extrasOf = (refused: VendorError | undefined, words = '') => {
  const ruid = refused?.reference ?? ruidIn(words)
  return { channel: provider, ...(ruid === undefined ? {} : { booking_ruid: ruid }) }
}

const words: ChannelWords = {
  channel: provider,
  rejected: 'booking_rejected',
  failed: 'booking_error',
  limited: 'booking_rate_limited',
  usualWaitSeconds,
  unsupportedFix: 'Do it in the extranet of Booking.com.',
  extrasOf: (refused, _, said) => extrasOf(refused, said),
}

export const asBooking = <W extends Writing, R, S>(
  context: W,
  shown: (done: R) => S,
  work: (context: W) => Promise<R>,
): Promise<S> => asChannel(words, context, shown, work)

export const notConnected = (hotelId: string) =>
  new ApiError('no_connection', `Property ${hotelId} of Booking.com is not connected.`, {
    provider,
    ...reconnect(provider),
  })

/** What Booking.com says to a call of these routes alone. `change`: what the call was to do, of which it may not be known whether it is done. */
export function bookingError(error: VendorError, change?: string): ApiError {
  const { kind, status, retryAfterMs } = error
  if (kind === 'credentials' || kind === 'reauth') return reauthRequired(provider)
  if (error.isQueued) return tooBusy(error, provider)
  const said = error.vendorMessage ?? error.message
  const extra = { ...extrasOf(error), ...(status === undefined ? {} : { upstream_status: status }) }
  if (kind === 'rate_limited') {
    const wait = retryAfterMs === undefined ? usualWaitSeconds : Math.max(1, Math.ceil(retryAfterMs / 1000))
    return new ApiError(
      'booking_rate_limited',
      'Booking.com takes no more calls for this property for now; nothing was done.',
      { ...extrasOf(error), retry_after: wait },
      { cause: error, headers: { 'retry-after': String(wait) } },
    )
  }
  if (isCertain(error))
    return new ApiError('booking_rejected', `Booking.com refused: ${said}`, extra, { cause: error })
  const message =
    change === undefined
      ? `Booking.com could not be reached or failed: ${said}`
      : `Booking.com did not say whether ${change} (${said}). Sent again, it is done once.`
  return new ApiError('booking_error', message, extra, { cause: error })
}

/** Does what calls Booking.com; its refusals are said in the words of these routes. */
export async function calling<T>(work: () => Promise<T>, change?: string): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof VendorError ? bookingError(error, change) : error
  }
}
