import type { Static } from 'typebox'
import { oneOfStrings, record, text } from './fields.ts'

/** `GET /v1/health`. */
export const Health = record({
  status: oneOfStrings(['ok'], { description: 'The server answers.' }),
  version: text('Version of the interface.', { examples: ['1.0.0'] }),
})
/** `GET /v1/health/ready`. */
export const Readiness = record({
  status: oneOfStrings(['ok'], { description: 'The server takes requests.' }),
  database: oneOfStrings(['ok'], { description: 'The database answers.' }),
  version: text('Version of the interface.', { examples: ['1.0.0'] }),
})

export type Health = Static<typeof Health>
