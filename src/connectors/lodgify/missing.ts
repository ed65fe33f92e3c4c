import type { RowFailure } from '../../connector-kit/connector.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'

/** null instead of an error for what the vendor no longer has. */
export async function orNull(answer: Promise<unknown>): Promise<unknown> {
  return answer.catch((error: unknown) => {
    if (error instanceof VendorError && error.kind === 'not_found') return null
    throw error
  })
}

/** null instead of an error for a room type whose rates nobody has entered yet. */
export async function orNoRates(answer: Promise<unknown>): Promise<unknown> {
  return answer.catch((error: unknown) => {
    const isUnset = error instanceof VendorError && error.vendorMessage?.startsWith('NoRateDefined')
    if (isUnset) return null
    throw error
  })
}

/** What is wrong with the answer about one record must not stop the reading of the others; an outage does. */
export function failureOf(externalId: string, error: unknown): RowFailure {
  const isItsOwn = error instanceof VendorError && (error.kind === 'rejected' || error.kind === 'malformed')
  if (!isItsOwn) throw error
  return { externalId, message: error.message }
}
