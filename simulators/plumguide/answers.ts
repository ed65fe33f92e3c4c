import type { VendorAnswer } from '../kit/definition.ts'

/** The vendor's error body, whose shape is not known. */
export const failure = (status: number, message: string): VendorAnswer => ({
  status,
  body: { statusCode: status, message },
})

export const notFound = failure(404, 'Not found')
export const wrongPair = failure(401, 'Invalid credentials')
/** An expired token and an unapproved listing give the same status, so callers must tell them apart. */
export const tokenOver = failure(403, 'Forbidden')
export const notApproved = failure(403, 'Forbidden')
export const invalid = (message: string): VendorAnswer => failure(400, message)
export const wrongModel = failure(409, 'The listing is priced by a length of stay matrix')
