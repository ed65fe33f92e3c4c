/** Webhooks and their deliveries, and the event log. */
export { secretContext } from './delivery/deliver.ts'
export { buildRequestHeaders } from './delivery/headers.ts'
export { createWebhookSecret, createSigningKey } from './delivery/signature.ts'
export { startDeliveries } from './delivery/worker.ts'
export { startWebhookRetention } from './retention.ts'
export { eraseReceiverAnswers } from './erase-guest-queries.ts'
export {
  dropHeldDeliveries,
  heldDeliveryCounts,
  holdOpenDeliveries,
  releaseHeldDeliveries,
} from './held-queries.ts'
