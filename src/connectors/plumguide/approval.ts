import { notApproved } from '../../connector-kit/not-approved.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'

/**
 * The vendor answers for an unapproved home as for an expired token. If a fresh token is refused too, the
 * home is the reason, and nobody has to sign in again.
 */
export async function ofHome<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const isRefused = error instanceof VendorError && error.kind === 'rejected' && error.status === 403
    throw isRefused ? notApproved('Plum Guide', error) : error
  }
}
