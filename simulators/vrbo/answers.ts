import type { GraphQLError } from 'graphql'
import type { VendorAnswer } from '../kit/definition.ts'

const jsonError = (status: number, message: string): VendorAnswer => ({
  status,
  body: { errors: [{ message }] },
})

/** Both answers have an empty body. */
export const unauthorized: VendorAnswer = { status: 401, body: undefined }
export const rateLimited: VendorAnswer = { status: 429, body: undefined }

export const forbidden = jsonError(403, 'Forbidden: the client has no access to this resource')
export const notFound = jsonError(404, 'Not found')
export const serverError = jsonError(500, 'Internal server error')
export const badRequest = (message: string): VendorAnswer => jsonError(400, message)
export const badDocument = (errors: readonly GraphQLError[]): VendorAnswer => ({
  status: 400,
  body: { errors: errors.map((error) => error.toJSON()) },
})
