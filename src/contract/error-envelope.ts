/** What every answer that is not 2xx looks like: a union by `code`, each with the fields that code can carry. */
import { Type } from 'typebox'
import type { Static, TObject, TProperties, TSchema } from 'typebox'
import { errorCodes, errorExtras, errors } from './errors.ts'
import type { ErrorCode } from './errors.ts'
export { ExistingBooking, ReconnectCall, RefusedByPms, RefusedSection } from './errors/extra-fields.ts'
import { link, oneOfStrings, openObject, record, text } from './fields.ts'

type Extras = { [Name in keyof typeof errorExtras]?: Static<(typeof errorExtras)[Name]> }

const everyError = {
  message: text('What happened, for a person to read.'),
  docs_url: link('The write-up of this code.'),
  fix: text('The exact way out.'),
  request_id: text('Id of this request in the server log, the same as `X-Request-ID`.'),
  example: Type.Optional(openObject('A corrected request.')),
  support: Type.Optional(text('Where to ask for help.')),
}

function errorBody(code: ErrorCode): TObject {
  const extras: TProperties = Object.fromEntries(
    (errors[code].extra ?? []).map((name) => [name, Type.Optional(errorExtras[name] as TSchema)]),
  )
  return record(
    {
      code: oneOfStrings([code], {
        description: 'Stable identifier. Switch on it and not on the HTTP status.',
      }),
      ...everyError,
      ...extras,
    },
    { description: errors[code].when },
  )
}

const pascal = (code: string) =>
  code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** `not_found` → `NotFoundError`, `pms_error` → `PmsError` */
export const errorSchemaName = (code: string) => `${pascal(code.replace(/_error$/, ''))}Error`

/** The error of each code, under the name its schema is published with. */
export const errorBodies: Readonly<Record<string, TObject>> = Object.fromEntries(
  errorCodes.map((code) => [errorSchemaName(code), errorBody(code)]),
)

const fixed = record(everyError)

export type ErrorBody = { code: ErrorCode } & Static<typeof fixed> & Extras

export const ErrorBody = Type.Unsafe<ErrorBody>({
  type: 'object',
  description: 'What went wrong: which fields it has, the code says.',
  oneOf: Object.values(errorBodies),
  discriminator: { propertyName: 'code' },
})

export const ErrorEnvelope = record({ error: ErrorBody })
export type ErrorEnvelope = Static<typeof ErrorEnvelope>
