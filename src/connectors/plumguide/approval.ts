import { VendorError } from '../../connector-kit/vendor-error.ts'

const words = 'Plum Guide takes no calendar of this home: it is not approved'

/**
 * The calendar of one home. A home that is not approved is answered like a token that is over: where a token that was just given
 * is refused as well, it is the home, and nobody has to sign in again.
 */
export async function ofHome<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const isRefused = error instanceof VendorError && error.kind === 'reauth' && error.status === 403
    if (!isRefused) throw error
    throw new VendorError('rejected', words, { ...error, vendorMessage: words, cause: error })
  }
}
