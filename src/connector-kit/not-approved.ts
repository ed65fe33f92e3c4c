/** A home that the channel has not approved: it takes nothing of its calendar, and nobody has to sign in again. */
import { VendorError } from './vendor-error.ts'

const words = 'takes no calendar of this home: it is not approved'

export function notApproved(channel: string, error: VendorError): VendorError {
  const text = `${channel} ${words}`
  return new VendorError('rejected', text, { ...error, vendorMessage: text, cause: error })
}

/** Whether what is told of a night is that. */
export const saysNotApproved = (text: string | null): boolean => text?.includes(words) === true
