/** Writes and reads whose answers and errors are worded as the routes of one channel word them. */
import { ApiError } from '../../../platform/api-error.ts'
import { reconnect } from '../../../upstream/errors.ts'
import { asChannel, rethrowAsChannel } from '../channel-words.ts'
import type { RouteWriteContext } from '../../route.ts'

export const channelVoice = (provider: string) => ({
  /** The answer is stored under the `Idempotency-Key` as it is shown. */
  write: <W extends RouteWriteContext, R, S>(
    context: W,
    toReply: (done: R) => S,
    work: (context: W) => Promise<R>,
  ): Promise<S> => asChannel(provider, context, toReply, work),
  read: <T>(work: () => Promise<T>): Promise<T> => rethrowAsChannel(provider, work),
  notConnectedError: (message: string) =>
    new ApiError('no_connection', message, { provider, ...reconnect(provider) }),
})
