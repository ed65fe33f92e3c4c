/** What stands in the way of a write to Airbnb, in the words of its routes. */
import { reconnect } from '../../upstream/errors.ts'
import type { ApiError } from '../../platform/api-error.ts'
import { asChannel, inWordsOf, toldAsChannel, type ChannelWords } from '../channel-words.ts'
import type { Writing } from '../route.ts'
import { provider } from './accounts.ts'

/** What every write to Airbnb can answer. */
export const writeErrors = [
  'listing_inactive',
  'insufficient_access',
  'connection_reauth_required',
  'no_connection',
  'airbnb_rejected',
  'airbnb_rate_limited',
  'airbnb_error',
] as const

const words: ChannelWords = {
  channel: provider,
  rejected: 'airbnb_rejected',
  failed: 'airbnb_error',
  limited: 'airbnb_rate_limited',
  usualWaitSeconds: 10,
  unsupportedFix:
    'Do it on Airbnb itself. Where only third parties describe the call, the server makes it once its setting `AIRBNB_UNVERIFIED_CALLS` is `true`.',
  codeOf: ({ kind, status }) => (kind === 'rejected' && status === 403 ? 'insufficient_access' : undefined),
  extrasOf: (_, code) => (code === 'insufficient_access' ? { provider, ...reconnect(provider) } : undefined),
}

export const asAirbnb = <W extends Writing, R, S>(
  context: W,
  shown: (done: R) => S,
  work: (context: W) => Promise<R>,
): Promise<S> => asChannel(words, context, shown, work)

/** The same for what writes nothing. */
export const toldAsAirbnb = <T>(work: () => Promise<T>): Promise<T> => toldAsChannel(words, work)

/** An error as these routes say it, for whoever adds to it. */
export const inAirbnbWords = (error: ApiError): ApiError => inWordsOf(words, error)
