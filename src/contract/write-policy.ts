import { Type } from 'typebox'
import type { Static } from 'typebox'
import { WritePolicy } from './connection.ts'
import { record, text } from './fields.ts'

/** Body of `PATCH /v1/connect/{provider}/write-policy`: it names only the switches that change. */
export const WritePolicyBody = record({
  calendar: Type.Optional(Type.Partial(WritePolicy.properties.calendar, { additionalProperties: false })),
  reservations: Type.Optional(
    Type.Partial(WritePolicy.properties.reservations, { additionalProperties: false }),
  ),
})
export type WritePolicyBody = Static<typeof WritePolicyBody>

export const WritePolicyResult = record({
  provider: text('The PMS.', { examples: ['hostaway'] }),
  writePolicy: WritePolicy,
  defaults: WritePolicy,
})
export type WritePolicyResult = Static<typeof WritePolicyResult>
