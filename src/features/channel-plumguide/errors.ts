/** What stands in the way at Plum Guide, in the words of its routes. */
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { ApiError } from '../../platform/api-error.ts'
import { isCertain, reauthRequired, reconnect, tooBusy } from '../../upstream/errors.ts'
import { asChannel, type ChannelWords } from '../channel-words.ts'
import type { Writing } from '../route.ts'
import { provider } from './provider.ts'

/** What every call to Plum Guide that somebody waits for can answer. */
export const callErrors = [
  'no_connection',
  'connection_reauth_required',
  'channel_not_supported',
  'channel_rejected',
  'channel_action_unavailable',
] as const

/** No limits are documented; those of this server count by the minute. */
const usualWaitSeconds = 60

const unsupportedFix =
  'Do it on plumguide.com. The calls for nights, prices and rules are not documented: the server makes them once its setting `PLUMGUIDE_UNVERIFIED_CALLS` is `true`.'

const words: ChannelWords = {
  channel: provider,
  rejected: 'channel_rejected',
  failed: 'channel_action_unavailable',
  limited: 'rate_limit_exceeded',
  usualWaitSeconds,
  unsupportedFix,
}

export const asPlum = <W extends Writing, R, S>(
  context: W,
  shown: (done: R) => S,
  work: (context: W) => Promise<R>,
): Promise<S> => asChannel(words, context, shown, work)

export const notConnected = (message: string) =>
  new ApiError('no_connection', message, { provider, ...reconnect(provider) })

export const notSupported = (what: string) =>
  new ApiError(
    'channel_not_supported',
    `This account of Plum Guide lets nobody ${what} from here.`,
    { channel: provider },
    { fix: unsupportedFix },
  )

/** Does what calls Plum Guide. Doing it again does no harm, so what is not known to be done may be asked for again. */
export async function calling<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof VendorError ? plumError(error) : error
  }
}

function plumError(error: VendorError): ApiError {
  const { kind, status } = error
  if (kind === 'credentials' || kind === 'reauth') return reauthRequired(provider)
  if (kind === 'rate_limited') return tooBusy(error, provider)
  const said = error.vendorMessage ?? error.message
  const extra = { channel: provider, ...(status === undefined ? {} : { upstream_status: status }) }
  if (isCertain(error))
    return new ApiError('channel_rejected', `Plum Guide refused: ${said}`, extra, { cause: error })
  return new ApiError(
    'channel_action_unavailable',
    `Plum Guide could not be reached or failed: ${said}`,
    extra,
    { cause: error },
  )
}
