/** Callers define shapes for answers, and choose one with `X-Schema`. */
import { Type, type Static } from 'typebox'
import { flag, nullable, record, text, textOrNull, timestamp, uuid } from './fields.ts'

export const schemaNamePattern = '^[a-z0-9][a-z0-9-]{1,98}[a-z0-9]$'
/** Both names mean the same shape. */
export const snakeSchemas = ['calry', 'calry-v1'] as const
export const builtInSchemas = ['native', ...snakeSchemas] as const

export const longestKey = 100
export const longestExpression = 500
export const mostMappings = 50
/** A workspace has at most this many. */
export const mostSchemas = 100

/** One record in another shape has at most this many bytes. */
export const recordBytes = 128 * 1024

const samples = {
  reference: 'confirmationCode',
  guest: "primaryGuest.firstName + ' ' + primaryGuest.lastName",
  perNight: 'financials.host.accommodation / nights',
}

const mappings = Type.Unsafe<Record<string, string>>({
  type: 'object',
  minProperties: 1,
  maxProperties: mostMappings,
  additionalProperties: { type: 'string', minLength: 1, maxLength: longestExpression },
  description: `The fields of a record in this shape, 1 to ${mostMappings}: each name, of at most ${longestKey} characters, with the expression that makes its value. An expression has paths into the record as it is without a schema, texts in quotes, numbers, \`+ - * /\` and parentheses.`,
  examples: [samples],
})

const name = text('What `X-Schema` says. Lower case letters, digits and hyphens.', {
  pattern: schemaNamePattern,
  examples: ['our-crm'],
})
const description = nullable(Type.String({ maxLength: 500, pattern: '^[^\\u0000]*$' }), {
  description: 'What it is for.',
})

export const CreateCustomSchema = record({
  name,
  mappings,
  description: Type.Optional(description),
})
export type CreateCustomSchema = Static<typeof CreateCustomSchema>

export const UpdateCustomSchema = record({
  description: Type.Optional(description),
  mappings: Type.Optional(mappings),
  active: Type.Optional(flag('Answers keep their own shape while it is false.')),
})
export type UpdateCustomSchema = Static<typeof UpdateCustomSchema>

const schemaFields = {
  id: uuid('Id of the schema.'),
  name,
  description: textOrNull('What it is for.'),
  mappings,
}

export const CustomSchemaCreated = record({
  ...schemaFields,
  usage: text('How to ask for it.', { examples: ['Set header: X-Schema: our-crm'] }),
  createdAt: timestamp('When it was made.'),
})
export type CustomSchemaCreated = Static<typeof CustomSchemaCreated>

export const CustomSchema = record({
  ...schemaFields,
  active: flag('While it is false, `X-Schema` with its name means nothing.'),
  createdAt: timestamp('When it was made.'),
})
export type CustomSchema = Static<typeof CustomSchema>

export const CustomSchemaDeleted = record({
  deleted: Type.Literal(true, { description: 'It is not there any more; its name is free.' }),
})
