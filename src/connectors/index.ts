import type { Connector } from '../connector-kit/connector.ts'
import { hostaway } from './hostaway/index.ts'
import { lodgify } from './lodgify/index.ts'

/** Every vendor there is an adapter for, by the id of its manifest. */
export const connectors: Record<string, Connector> = {
  hostaway,
  lodgify,
}
