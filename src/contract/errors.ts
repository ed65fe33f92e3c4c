import { accessErrors } from './errors/access.ts'
import { attachmentErrors } from './errors/attachments.ts'
import { channelErrors } from './errors/channels.ts'
import { connectErrors } from './errors/connect.ts'
import type { ErrorDefinition, ErrorStatus } from './errors/definition.ts'
import { kvErrors } from './errors/kv.ts'
import { memberErrors } from './errors/members.ts'
import { messagingErrors } from './errors/messaging.ts'
import { planErrors } from './errors/plans.ts'
import { pmsErrors } from './errors/pms.ts'
import { requestErrors } from './errors/request.ts'
import { reservationErrors } from './errors/reservations.ts'
import { responseSchemaErrors } from './errors/response-schemas.ts'
import { reviewErrors } from './errors/reviews.ts'
import { serverErrors } from './errors/server.ts'
import { webhookErrors } from './errors/webhooks.ts'

export type { ErrorDefinition, ErrorStatus } from './errors/definition.ts'
export { retryClasses } from './errors/definition.ts'
export type { ErrorExtra } from './errors/extra-fields.ts'
export { errorExtras } from './errors/extra-fields.ts'

const catalogue = {
  ...requestErrors,
  ...accessErrors,
  ...planErrors,
  ...connectErrors,
  ...reservationErrors,
  ...pmsErrors,
  ...messagingErrors,
  ...attachmentErrors,
  ...channelErrors,
  ...reviewErrors,
  ...webhookErrors,
  ...kvErrors,
  ...responseSchemaErrors,
  ...memberErrors,
  ...serverErrors,
}

export type ErrorCode = keyof typeof catalogue

type CaseOf<Definition> = Definition extends { readonly statusFor: infer Cases }
  ? keyof Cases & string
  : never
/** Some codes have named cases with another status than the usual one. */
export type StatusCase = { [Code in ErrorCode]: CaseOf<(typeof catalogue)[Code]> }[ErrorCode]

/** The only list of error codes: everything that answers, documents or tests an error reads it here. */
export const errors: Readonly<Record<ErrorCode, ErrorDefinition>> = catalogue

export const errorCodes = Object.keys(catalogue).sort() as readonly ErrorCode[]

export function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(catalogue, value)
}

/** Returns the HTTP status of a code, or of one of its named cases. */
export function errorStatus(code: ErrorCode, statusCase?: StatusCase): ErrorStatus {
  const definition = errors[code]
  return (statusCase && definition.statusFor?.[statusCase]) ?? definition.status
}
