/** Errors of writes to Airbnb, as its routes word them. */
import type { ApiError } from '../../../platform/api-error.ts'
import { asChannel, renderInChannelWords, rethrowAsChannel } from '../../channel-words.ts'
import type { RouteWriteContext } from '../../route.ts'
import { provider } from './accounts.ts'

/** Errors of every write to Airbnb. */
export const writeErrors = [
  'listing_inactive',
  'insufficient_access',
  'connection_reauth_required',
  'no_connection',
  'airbnb_rejected',
  'airbnb_rate_limited',
  'airbnb_error',
] as const

export const asAirbnb = <W extends RouteWriteContext, R, S>(
  context: W,
  shown: (done: R) => S,
  work: (context: W) => Promise<R>,
): Promise<S> => asChannel(provider, context, shown, work)

/** Like `asAirbnb`, for calls that write nothing. */
export const readAsAirbnb = <T>(work: () => Promise<T>): Promise<T> => rethrowAsChannel(provider, work)

/** An error reworded for these routes, for callers that add to it. */
export const inAirbnbWords = (error: ApiError): ApiError => renderInChannelWords(provider, error)
