/** Errors of writes to Booking.com, as its routes word them. */
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import type { ApiError } from '../../../platform/api-error.ts'
import { failedCall, isCertain, vendorFailure } from '../../../upstream/errors.ts'
import { channelVoice } from '../engine/channel-voice.ts'
import { provider } from './provider.ts'

/** Errors of every call to Booking.com made during a request. */
export const callErrors = [
  'no_connection',
  'connection_reauth_required',
  'booking_rejected',
  'booking_rate_limited',
  'booking_error',
] as const

/** Errors of acts that all channels share. */
export const writeErrors = ['listing_inactive', ...callErrors] as const

const voice = channelVoice(provider)
export const asBooking = voice.write
export const notConnectedError = (hotelId: string) =>
  voice.notConnectedError(`Property ${hotelId} of Booking.com is not connected.`)

/** Maps an error of Booking.com for these routes only. `change`: what the call was to do, if its outcome may be unknown. */
export function toBookingError(error: VendorError, change?: string): ApiError {
  if (change === undefined || isCertain(error)) return vendorFailure(error, provider, 'property')
  const text = error.vendorMessage ?? error.message
  return failedCall(
    provider,
    `Booking.com did not say whether ${change} (${text}). Sent again, it is done once.`,
    {
      error,
    },
  )
}

/** Runs work that calls Booking.com, with its refusals worded by these routes. */
export async function callBooking<T>(work: () => Promise<T>, change?: string): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof VendorError ? toBookingError(error, change) : error
  }
}
