/** The public names of the package. */
export { Lodgewire, type LodgewireOptions } from './client.ts'
export type { DeprecationNotice, OnDeprecation } from './deprecations.ts'
export { isLodgewireError, LodgewireConnectionError, LodgewireError } from './errors.ts'
export type { EventLogCall } from './event-log.ts'
export type { Keeper, Watermark } from './lists.ts'
export type {
  CallOf,
  ErrorCode,
  EventKind,
  EventOf,
  OperationAt,
  RecordOf,
  ReplyOf,
  Schema,
  WebhookEvent,
} from './types.ts'
export { readWebhook, WebhookVerificationError, type Delivery } from './webhooks.ts'
