/** What others may use of webhooks. */
export { startDeliveries, type Deliveries } from './delivery/worker.ts'
