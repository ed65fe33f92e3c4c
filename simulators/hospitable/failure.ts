import type { VendorAnswer } from '../kit/definition.ts'

/** The vendor's error body. */
export const failure = (status: number, reason: string): VendorAnswer => ({
  status,
  body: { status_code: status, reason_phrase: reason },
})

export const notFound = failure(404, 'The requested resource could not be found.')
export const unauthorized = failure(401, 'Unauthenticated.')
