/** What stands in the way of a call to a vendor, in the words of the API. Pure. */
import { ApiError } from '../platform/api-error.ts'
import { untoldWaitMs } from '../connector-kit/retry.ts'
import type { VendorError } from '../connector-kit/vendor-error.ts'

/** Nothing was done, for sure. Anything else that goes wrong leaves it open. */
const certain = new Set(['rejected', 'not_found', 'rate_limited', 'credentials', 'reauth'])

export const isCertain = (error: VendorError): boolean => certain.has(error.kind)

/** How long to wait before the next try, in seconds. */
export const waitSeconds = ({ retryAfterMs = untoldWaitMs }: Pick<VendorError, 'retryAfterMs'>): number =>
  Math.max(1, Math.ceil(retryAfterMs / 1000))

/** The account takes no calls for now: the vendor said so, or others of this server wait for it already. */
export function tooBusy(error: VendorError, provider: string, done = 'nothing was done'): ApiError {
  const extra = { provider, retry_after: waitSeconds(error) }
  return error.isQueued
    ? new ApiError(
        'service_unavailable',
        `Too many calls to ${provider} are waiting for this account; ${done}.`,
        extra,
        { cause: error },
      )
    : new ApiError(
        'rate_limit_exceeded',
        `${provider} takes no more calls for now; ${done}.`,
        { scope: 'provider', ...extra },
        { cause: error },
      )
}

/** Their accounts are opened by who owns them, on a page (`connectPattern` is `oauth` or `claim`): nobody else has credentials to send. */
const openedByTheirOwner = new Set(['airbnb', 'booking'])

/** The call in which the account is connected again. Where its owner has to open it, the one that answers with the page for that. */
export const reconnect = (provider: string) => ({
  reconnect: {
    method: 'POST',
    path: `/v1/connect/${provider}${openedByTheirOwner.has(provider) ? '' : '/credentials'}`,
  },
})

export function reauthRequired(provider: string): ApiError {
  return new ApiError(
    'connection_reauth_required',
    `${provider} no longer accepts the stored access; the account has to be connected again.`,
    { provider, ...reconnect(provider) },
  )
}

export function noConnection(provider: string): ApiError {
  return new ApiError(
    'no_connection',
    `The listing is kept in ${provider}, which is not connected.`,
    { provider, ...reconnect(provider) },
    { statusCase: 'reservation_write' },
  )
}

export function unsupported(provider: string, what: string, fields: readonly string[] = []): ApiError {
  const [field] = fields
  return new ApiError('pms_write_unsupported', `${provider} offers no way to ${what} through its API.`, {
    provider,
    ...(field === undefined ? {} : { field, fields: [...fields] }),
  })
}
