import { VendorError } from '../../connector-kit/vendor-error.ts'

/** null instead of an error for what the vendor no longer has; an inquiry that was booked counts as gone, too. */
export async function orNull(answer: Promise<unknown>): Promise<unknown> {
  return answer.catch((error: unknown) => {
    if (error instanceof VendorError && error.kind === 'not_found') return null
    throw error
  })
}
