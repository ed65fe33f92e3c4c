/** Errors of Plum Guide, as its routes word them. */
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { reconnect, unsupportedWrite, vendorFailure } from '../../../upstream/errors.ts'
import { asChannel } from '../../channel-words.ts'
import type { RouteWriteContext } from '../../route.ts'
import { provider } from './provider.ts'

/** Errors of every call to Plum Guide made during a request. */
export const callErrors = [
  'no_connection',
  'connection_reauth_required',
  'channel_not_supported',
  'channel_rejected',
  'channel_action_unavailable',
] as const

export const asPlum = <W extends RouteWriteContext, R, S>(
  context: W,
  shown: (done: R) => S,
  work: (context: W) => Promise<R>,
): Promise<S> => asChannel(provider, context, shown, work)

export const notConnectedError = (message: string) =>
  new ApiError('no_connection', message, { provider, ...reconnect(provider) })

export const notSupportedError = (what: string) =>
  unsupportedWrite(provider, `This account of Plum Guide lets nobody ${what} from here.`)

/** Runs work that calls Plum Guide. The calls are idempotent, so one of unknown outcome may be repeated. */
export async function callPlum<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof VendorError ? vendorFailure(error, provider, 'home') : error
  }
}
