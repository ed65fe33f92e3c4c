import { VendorError } from '../../connector-kit/vendor-error.ts'

/** null instead of an error for what the vendor no longer has. */
export async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof VendorError && error.kind === 'not_found') return null
    throw error
  })
}

/** null instead of an error for a part of the API that this account has not paid for or signed for. */
export async function orLocked<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof VendorError && error.status === 403) return null
    throw error
  })
}
