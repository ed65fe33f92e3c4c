/** Writes that a PMS carries out share these fields of their answers. */
import { Type } from 'typebox'
import { record, text, textOrNull } from './fields.ts'

export const dryRunMark = Type.Optional(
  Type.Literal(true, { description: 'Only of a dry run: nothing was done, this is what would have been.' }),
)

export const PmsReference = record(
  {
    provider: text('The PMS.', { examples: ['hostaway'] }),
    externalId: Type.Optional(textOrNull("The PMS's id of what was written.")),
  },
  { description: 'Only where a PMS carried it out.' },
)

export const relayed = Type.Optional(PmsReference)
