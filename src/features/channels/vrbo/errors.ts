/** Errors of writes to Vrbo, as its routes word them. */
import { asChannel, rethrowAsChannel } from '../../channel-words.ts'
import type { RouteWriteContext } from '../../route.ts'

/** Errors of every write to Vrbo. */
export const writeErrors = [
  'listing_inactive',
  'connection_reauth_required',
  'no_connection',
  'pms_writes_off',
  'invalid_state',
  'channel_not_supported',
  'channel_rejected',
  'channel_action_unavailable',
] as const

const provider = 'vrbo'

export const asVrbo = <W extends RouteWriteContext, R, S>(
  context: W,
  shown: (done: R) => S,
  work: (context: W) => Promise<R>,
): Promise<S> => asChannel(provider, context, shown, work)

/** Like `asVrbo`, for calls that write nothing. */
export const readAsVrbo = <T>(work: () => Promise<T>): Promise<T> => rethrowAsChannel(provider, work)
