/** A channel that has not approved the home takes no calendar, and signing in again does not help. */
import { VendorError } from './vendor-error.ts'

const words = 'takes no calendar of this home: it is not approved'

export function notApproved(channel: string, error: VendorError): VendorError {
  const text = `${channel} ${words}`
  return new VendorError('rejected', text, { ...error, vendorMessage: text, cause: error })
}

/** True when a night's refusal has this reason. */
export const saysNotApproved = (text: string | null): boolean => text?.includes(words) === true
