/** How many deliveries run at a time, and for how long one may take. */
import type { SenderSettings } from './delivery-sender.ts'
import { retryDelaysMs } from './delivery-state.ts'

export interface DeliverySettings extends SenderSettings {
  /** How much longer than the receiver's time a claim lasts: time to start and to store the result. */
  leaseSlackMs: number
}

export const defaultDeliverySettings: DeliverySettings = {
  ackTimeoutMs: 10_000,
  leaseSlackMs: 5_000,
  total: 500,
  perEndpoint: 10,
  perFailingEndpoint: 1,
  retryDelaysMs,
  random: Math.random,
}
