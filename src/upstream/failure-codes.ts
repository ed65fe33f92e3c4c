/** This is the single table of error codes for failed calls, by kind of provider. Pure. */
import type { VendorError } from '../connector-kit/vendor-error.ts'
import type { ErrorCode } from '../contract/errors.ts'
import type { channelNames } from '../contract/shared.ts'

export interface FailureCodes {
  /** The provider understood the call and refused it. */
  rejected: ErrorCode
  /** The provider is down, or the call's outcome is unknown. */
  failed: ErrorCode
  limited: ErrorCode
  unsupported: ErrorCode
  /** The provider's shortest limit window is the wait when it names none. */
  usualWaitSeconds: number
}

interface ChannelCodes extends FailureCodes {
  name: string
  /** Errors for operations the channel does not offer suggest this fix. */
  unsupportedFix: string
  /** Some refusals exist only at this channel. */
  refusalCode?(refused: VendorError): ErrorCode | undefined
}

const ofPms: FailureCodes = {
  rejected: 'pms_rejected',
  failed: 'pms_error',
  limited: 'rate_limit_exceeded',
  unsupported: 'pms_write_unsupported',
  usualWaitSeconds: 1,
}

/** The interface defines no codes for Vrbo and Plum Guide. */
const ofOtherChannels = {
  rejected: 'channel_rejected',
  failed: 'channel_action_unavailable',
  limited: 'rate_limit_exceeded',
  unsupported: 'channel_not_supported',
} as const

const ofChannels: Record<(typeof channelNames)[number], ChannelCodes> = {
  airbnb: {
    name: 'Airbnb',
    rejected: 'airbnb_rejected',
    failed: 'airbnb_error',
    limited: 'airbnb_rate_limited',
    unsupported: 'channel_not_supported',
    usualWaitSeconds: 10,
    unsupportedFix:
      'Do it on Airbnb itself. Where only third parties describe the call, the server makes it once its setting `AIRBNB_UNVERIFIED_CALLS` is `true`.',
    refusalCode: ({ status }) => (status === 403 ? 'insufficient_access' : undefined),
  },
  booking: {
    name: 'Booking.com',
    rejected: 'booking_rejected',
    failed: 'booking_error',
    limited: 'booking_rate_limited',
    unsupported: 'channel_not_supported',
    // Third parties report limits per minute.
    usualWaitSeconds: 60,
    unsupportedFix: 'Do it in the extranet of Booking.com.',
  },
  vrbo: {
    name: 'Vrbo',
    ...ofOtherChannels,
    usualWaitSeconds: 1,
    unsupportedFix:
      'Do it in the account at https://www.vrbo.com. Bookings are changed from here where the advertiser is connected with `POST /v1/connect/vrbo/credentials` and the booking was read through it.',
  },
  plumguide: {
    name: 'Plum Guide',
    ...ofOtherChannels,
    // No limits are documented; this server counts per minute.
    usualWaitSeconds: 60,
    unsupportedFix:
      'Do it on plumguide.com. The calls for nights, prices and rules are not documented: the server makes them once its setting `PLUMGUIDE_UNVERIFIED_CALLS` is `true`.',
  },
}

export const channelCodesOf = (provider: string): ChannelCodes | undefined =>
  Object.hasOwn(ofChannels, provider) ? ofChannels[provider as keyof typeof ofChannels] : undefined

export const failureCodesOf = (provider: string): FailureCodes => channelCodesOf(provider) ?? ofPms
