import { notApproved } from '../../connector-kit/not-approved.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'

/**
 * The calendar of one home. A home that is not approved is answered like a token that is over: where a token that was just given
 * is refused as well, it is the home, and nobody has to sign in again.
 */
export async function ofHome<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const isRefused = error instanceof VendorError && error.kind === 'rejected' && error.status === 403
    throw isRefused ? notApproved('Plum Guide', error) : error
  }
}
