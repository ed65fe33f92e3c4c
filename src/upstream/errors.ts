/** Maps failures of vendor calls to API errors. Pure. */
import { ApiError, type ErrorExtras } from '../platform/api-error.ts'
import { untoldWaitMs } from '../connector-kit/retry.ts'
import type { VendorError } from '../connector-kit/vendor-error.ts'
import type { ErrorCode } from '../contract/errors.ts'
import { channelCodesOf, failureCodesOf } from './failure-codes.ts'
import { recoveringError } from './recovery-gate.ts'

/** After these errors certainly nothing was done; after any other the outcome is unknown. */
const certain = new Set(['rejected', 'not_found', 'rate_limited', 'credentials', 'reauth'])

export const isCertain = (error: VendorError): boolean => certain.has(error.kind)

/** Returns the seconds to wait before the next attempt, at least one. */
export const waitSeconds = ({ retryAfterMs = untoldWaitMs }: Pick<VendorError, 'retryAfterMs'>): number =>
  Math.max(1, Math.ceil(retryAfterMs / 1000))

/** The account accepts no calls now: the vendor said so, or other callers already wait. */
export function tooBusy(error: VendorError, provider: string, done = 'nothing was done'): ApiError {
  if (error.isRecovering) return recoveringError(provider)
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

/** Only the owner can open these accounts, on a page (`connectPattern` is `oauth` or `claim`). */
const openedByTheirOwner = new Set(['airbnb', 'booking'])

/**
 * Names the call that reconnects the account: where its owner must open it, the one that returns the page.
 */
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

/** In these states the account's owner must grant access again. */
export const needsOwner = (status: string): boolean => status === 'error' || status === 'needs_permissions'

export const notOpen = (provider: string, status: string): ApiError =>
  needsOwner(status) ? reauthRequired(provider) : noConnection(provider)

export function noConnection(provider: string): ApiError {
  return new ApiError(
    'no_connection',
    `The listing is kept in ${provider}, which is not connected.`,
    { provider, ...reconnect(provider) },
    { statusCase: 'reservation_write' },
  )
}

export const unsupported = (provider: string, action: string, fields: readonly string[] = []): ApiError =>
  unsupportedWrite(provider, `${provider} offers no way to ${action} through its API.`, fields)

export function unsupportedWrite(
  provider: string,
  message: string,
  fields: readonly string[] = [],
): ApiError {
  const channel = channelCodesOf(provider)
  const [field] = fields
  const sent = field === undefined ? {} : { field, fields: [...fields] }
  return channel
    ? new ApiError(
        channel.unsupported,
        message,
        { channel: provider, ...sent },
        { fix: channel.unsupportedFix },
      )
    : new ApiError(failureCodesOf(provider).unsupported, message, { provider, ...sent })
}

/** Booking.com's response id stands in its message if it is not a field. */
const ruidIn = (words: string): string | undefined => /\(RUID ([^()\s]{1,200})\)/.exec(words)?.[1]

const nameOf = (provider: string): string => channelCodesOf(provider)?.name ?? provider

/** Every error about this kind of provider has these fields. */
export function sourceOf(provider: string, error?: VendorError, words = ''): ErrorExtras {
  if (!channelCodesOf(provider)) return { provider }
  const ruid = provider === 'booking' ? (error?.reference ?? ruidIn(words)) : undefined
  return { channel: provider, ...(ruid === undefined ? {} : { booking_ruid: ruid }) }
}

const upstreamStatus = (provider: string, error?: VendorError): ErrorExtras =>
  channelCodesOf(provider) && error?.status !== undefined ? { upstream_status: error.status } : {}

/** Maps a vendor failure that no rule treats specially. `section` names what was requested. */
export function vendorFailure(error: VendorError, provider: string, section: string): ApiError {
  if (error.kind === 'credentials' || error.kind === 'reauth') return reauthRequired(provider)
  if (error.kind === 'rate_limited') return limitedCall(error, provider)
  if (isCertain(error)) return refusedCall(error, provider, section)
  const words = error.vendorMessage ?? error.message
  return failedCall(provider, `${nameOf(provider)} could not be reached or failed: ${words}`, { error })
}

function limitedCall(error: VendorError, provider: string): ApiError {
  const { limited, usualWaitSeconds } = failureCodesOf(provider)
  // Waiting for our own budget is no answer of the channel.
  if (error.isQueued || limited === 'rate_limit_exceeded') return tooBusy(error, provider)
  const { retryAfterMs = usualWaitSeconds * 1000 } = error
  return new ApiError(
    limited,
    `${nameOf(provider)} takes no more calls for now; nothing was done.`,
    { ...sourceOf(provider, error), retry_after: waitSeconds({ retryAfterMs }) },
    { cause: error },
  )
}

function refusedCall(error: VendorError, provider: string, section: string): ApiError {
  const words = error.vendorMessage ?? error.message
  const message = `${nameOf(provider)} refused: ${words}`
  const channel = channelCodesOf(provider)
  if (!channel)
    return new ApiError(
      failureCodesOf(provider).rejected,
      message,
      { provider, pms: { applied: [], errors: [{ section, code: 'rejected', message: words }] } },
      { cause: error },
    )
  const code: ErrorCode = channel.refusalCode?.(error) ?? channel.rejected
  const extra =
    code === 'insufficient_access'
      ? { provider, ...reconnect(provider) }
      : { ...sourceOf(provider, error, words), ...upstreamStatus(provider, error) }
  return new ApiError(code, message, extra, { cause: error })
}

/** Makes the error of a failed read or write. */
export function failedCall(
  provider: string,
  message: string,
  { error, retryAfter }: { error?: VendorError; retryAfter?: number | null } = {},
): ApiError {
  return new ApiError(
    failureCodesOf(provider).failed,
    message,
    {
      ...sourceOf(provider, error, message),
      ...upstreamStatus(provider, error),
      ...(retryAfter === undefined || retryAfter === null ? {} : { retry_after: retryAfter }),
    },
    error === undefined ? {} : { cause: error },
  )
}
