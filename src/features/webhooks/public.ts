/** Webhooks and their deliveries, and the event log. */
export { secretContext } from './delivery/deliver.ts'
export { requestHeaders } from './delivery/headers.ts'
export { newSecret, signingKey } from './delivery/signature.ts'
export { startDeliveries } from './delivery/worker.ts'
export { startRetention } from './retention.ts'
