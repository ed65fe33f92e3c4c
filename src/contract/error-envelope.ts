/** Every answer that is not 2xx has this envelope: a code, and its extra fields. */
import { Type } from 'typebox'
import type { Static, TOptional, TSchema } from 'typebox'
import { errorCodes, errorExtras } from './errors.ts'
export { ExistingBooking, ReconnectCall, RefusedByPms, RefusedSection } from './errors/extra-fields.ts'
import { link, oneOfStrings, openObject, record, text } from './fields.ts'

const everyError = {
  message: text('What happened, for a person to read.'),
  docs_url: link('The write-up of this code.'),
  fix: text('The exact way out.'),
  request_id: text('Id of this request in the server log, the same as `X-Request-ID`.'),
  example: Type.Optional(openObject('A corrected request.')),
  support: Type.Optional(text('Where to ask for help.')),
}

/** All codes share one schema: with a large union generators write a type for each code, and viewers hang. */
export const ErrorBody = record(
  {
    code: oneOfStrings(errorCodes, {
      description:
        'Stable identifier: switch on it and not on the HTTP status. `/docs/errors/<code>` has its page.',
    }),
    ...everyError,
    ...(Object.fromEntries(
      Object.entries(errorExtras).map(([name, schema]) => [name, Type.Optional(schema as TSchema)]),
    ) as { [Name in keyof typeof errorExtras]: TOptional<(typeof errorExtras)[Name]> }),
  },
  { description: 'What went wrong. Which of the optional fields are there, the code says.' },
)

export const ErrorEnvelope = record({ error: ErrorBody })
export type ErrorEnvelope = Static<typeof ErrorEnvelope>
