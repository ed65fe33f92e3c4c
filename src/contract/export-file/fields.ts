/** Lines of an export are made of these kinds of values. */
import { Type } from 'typebox'
import type { TProperties, TSchemaOptions, TUnsafe } from 'typebox'
import { dateOnly, id, nullable, record, text, timestamp, timestampOrNull } from '../fields.ts'

/** The value is the id of another record of the same file; `refersTo` names its type. */
export const refersTo = (type: string, description: string) =>
  Type.String({ description, pattern: '^[0-9]{1,19}$', refersTo: type })
export const refersToOrNull = (type: string, description: string) =>
  nullable(refersTo(type, description), { description })

/** Amounts are exact, with any number of places. */
const exact = '^-?[0-9]{1,14}(\\.[0-9]{1,6})?$'
export const decimal = (description: string, options: TSchemaOptions = {}) =>
  Type.String({ description, pattern: exact, exact: true, ...options })
export const decimalOrNull = (description: string, options: TSchemaOptions = {}) =>
  nullable(decimal(description, options), { description })

/** The source structures this part in its own way; amounts in it are decimal text. */
export const partOrNull = (description: string): TUnsafe<Record<string, unknown> | null> =>
  Type.Unsafe({ type: ['object', 'null'], description })
export const part = (description: string): TUnsafe<Record<string, unknown>> =>
  Type.Unsafe({ type: 'object', description })
export const parts = (description: string) => Type.Array(part('One of them.'), { description })

export const whole = (description: string, options: TSchemaOptions = {}) =>
  Type.Integer({ description, minimum: -2_147_483_648, maximum: 2_147_483_647, ...options })
export const wholeOrNull = (description: string, options: TSchemaOptions = {}) =>
  nullable(whole(description, options), { description })
export const count = (description: string) => whole(description, { minimum: 0 })
export const countOrNull = (description: string) => wholeOrNull(description, { minimum: 0 })

/** A later sign-in to the same account finds the record again by the source's id. */
export const externalId = (owner: string) =>
  text(`The source's id of ${owner}.`, { minLength: 1, maxLength: 200 })
export const externalIdOrNull = (owner: string) =>
  nullable(Type.String({ minLength: 1, maxLength: 200 }), {
    description: `The source's id of ${owner}; null: it was made here.`,
  })

export const createdAt = timestamp('When the record was made.')
export const updatedAt = timestamp('When it last changed.')
export const momentOrNull = timestampOrNull

/** The record has an id of its own, to which others refer. */
export const line = <const T extends string, P extends TProperties>(
  type: T,
  properties: P,
  description: string,
) => record({ type: Type.Literal(type), id: id('Id of the record.'), ...properties }, { description })

/** The row is found by its owner; its id is made of the owner's. */
export const row = <const T extends string, P extends TProperties>(
  type: T,
  form: string,
  properties: P,
  description: string,
) =>
  record(
    {
      type: Type.Literal(type),
      id: text(`${form}, with colons between them.`, { maxLength: 300 }),
      ...properties,
    },
    { description },
  )

export const day = dateOnly
