/** What others may use of webhooks. */
export { requestHeaders } from './delivery/headers.ts'
export { secretContext } from './delivery/deliver.ts'
export { envelopeText, toldOfInactiveListings } from './delivery/envelope.ts'
export { newSecret, signingKey } from './delivery/signature.ts'
export { startDeliveries, type Deliveries } from './delivery/worker.ts'
export { startRetention } from './retention.ts'
export { knownPatterns, unknownPattern } from './rules.ts'
