/** What stands in the way at Plum Guide, in the words of its routes. */
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { reconnect, unsupportedWrite, vendorFailure } from '../../../upstream/errors.ts'
import { asChannel } from '../../channel-words.ts'
import type { Writing } from '../../route.ts'
import { provider } from './provider.ts'

/** What every call to Plum Guide that somebody waits for can answer. */
export const callErrors = [
  'no_connection',
  'connection_reauth_required',
  'channel_not_supported',
  'channel_rejected',
  'channel_action_unavailable',
] as const

export const asPlum = <W extends Writing, R, S>(
  context: W,
  shown: (done: R) => S,
  work: (context: W) => Promise<R>,
): Promise<S> => asChannel(provider, context, shown, work)

export const notConnectedError = (message: string) =>
  new ApiError('no_connection', message, { provider, ...reconnect(provider) })

export const notSupportedError = (what: string) =>
  unsupportedWrite(provider, `This account of Plum Guide lets nobody ${what} from here.`)

/** Does what calls Plum Guide. Doing it again does no harm, so what is not known to be done may be asked for again. */
export async function callPlum<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof VendorError ? vendorFailure(error, provider, 'home') : error
  }
}
