import { VendorError } from '../../connector-kit/vendor-error.ts'

/** null instead of an error for what the vendor no longer has. */
export async function orNull(answer: Promise<unknown>): Promise<unknown> {
  return answer.catch((error: unknown) => {
    if (error instanceof VendorError && error.kind === 'not_found') return null
    throw error
  })
}

/** null instead of an error for what the vendor no longer has, or refuses to read. */
export async function orRefused<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof VendorError && (error.kind === 'not_found' || error.kind === 'rejected')) return null
    throw error
  })
}
