import { Type } from 'typebox'
import type { Static, TObject, TProperties, TSchema, TSchemaOptions, TUnsafe } from 'typebox'
import { currencyCodes } from './currencies.ts'

// A type array replaces a union with null, because `anyOf` makes generated clients and documents unreadable.
function withNull<T>(schema: TSchema, options: TSchemaOptions = {}): TUnsafe<T | null> {
  const { type, enum: values, ...rest } = schema as TSchema & { type: string; enum?: readonly string[] }
  const nullable = { ...rest, type: [type, 'null'], ...options }
  return Type.Unsafe<T | null>(values ? { ...nullable, enum: [...values, null] } : nullable)
}

/** Makes the schema of the same value or null. Works for every schema that has a single `type`. */
export function nullable<S extends TSchema>(
  schema: S,
  options: TSchemaOptions = {},
): TUnsafe<Static<S> | null> {
  return withNull<Static<S>>(schema, options)
}

export function oneOfStrings<const V extends readonly string[]>(
  values: V,
  options: TSchemaOptions = {},
): TUnsafe<V[number]> {
  return Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...options })
}

/** Closes the object to undocumented fields. */
export function record<P extends TProperties>(properties: P, options: TSchemaOptions = {}): TObject<P> {
  return Type.Object(properties, { ...options, additionalProperties: false })
}

/** Leaves the object's fields open. */
export function openObject(
  description: string,
  options: TSchemaOptions = {},
): TUnsafe<Record<string, unknown>> {
  return Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description,
    ...options,
  })
}

export const text = (description: string, options: TSchemaOptions = {}) =>
  Type.String({ description, ...options })
export const textOrNull = (description: string, options: TSchemaOptions = {}) =>
  nullable(Type.String(), { description, ...options })
export const integer = (description: string, options: TSchemaOptions = {}) =>
  Type.Integer({ description, ...options })
export const integerOrNull = (description: string, options: TSchemaOptions = {}) =>
  nullable(Type.Integer(), { description, ...options })
export const number = (description: string, options: TSchemaOptions = {}) =>
  Type.Number({ description, ...options })
export const numberOrNull = (description: string, options: TSchemaOptions = {}) =>
  nullable(Type.Number(), { description, ...options })
export const flag = (description: string, options: TSchemaOptions = {}) =>
  Type.Boolean({ description, ...options })
export const flagOrNull = (description: string, options: TSchemaOptions = {}) =>
  nullable(Type.Boolean(), { description, ...options })

const digits = { pattern: '^[0-9]{1,19}$', examples: ['4812'] }
export const id = (description: string, options: TSchemaOptions = {}) =>
  Type.String({ description, ...digits, ...options })
export const idOrNull = (description: string, options: TSchemaOptions = {}) =>
  nullable(Type.String(digits), { description, ...options })

export const uuid = (description: string, options: TSchemaOptions = {}) =>
  Type.String({ format: 'uuid', description, ...options })

const dateExample = { format: 'date', examples: ['2026-05-14'] }
export const dateOnly = (description: string, options: TSchemaOptions = {}) =>
  Type.String({ description, ...dateExample, ...options })
export const dateOnlyOrNull = (description: string, options: TSchemaOptions = {}) =>
  nullable(Type.String(dateExample), { description, ...options })

const timestampExample = { format: 'date-time', examples: ['2026-05-14T09:30:00.000Z'] }
export const timestamp = (description: string, options: TSchemaOptions = {}) =>
  Type.String({ description, ...timestampExample, ...options })
export const timestampOrNull = (description: string, options: TSchemaOptions = {}) =>
  nullable(Type.String(timestampExample), { description, ...options })

const clockTime = { pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', examples: ['15:00'] }
export const timeOfDayOrNull = (description: string, options: TSchemaOptions = {}) =>
  nullable(Type.String(clockTime), { description, ...options })

const uri = { format: 'uri' }
export const link = (description: string, options: TSchemaOptions = {}) =>
  Type.String({ description, ...uri, ...options })
export const linkOrNull = (description: string, options: TSchemaOptions = {}) =>
  nullable(Type.String(uri), { description, ...options })

const currencyCode = { pattern: '^[A-Z]{3}$', examples: ['EUR'] }
export const currency = (description: string, options: TSchemaOptions = {}) =>
  Type.String({ description, ...currencyCode, ...options })
/** Callers must send a currency that exists. */
export const knownCurrency = (description: string, options: TSchemaOptions = {}) =>
  Type.Unsafe<string>(
    Type.String({
      description: `${description} ISO 4217.`,
      ...currencyCode,
      enum: currencyCodes,
      ...options,
    }),
  )
/** The list of currencies is long, so the description names it once, in a component. */
export const CurrencyCode = knownCurrency('Code of a currency by ISO 4217.')
export const knownCurrencyOrNull = (description: string) => nullable(knownCurrency(description))
export const currencyOrNull = (description: string, options: TSchemaOptions = {}) =>
  nullable(Type.String(currencyCode), { description, ...options })

// Sums may be negative: a lifetime revenue after refunds is.
const decimal = { pattern: '^-?[0-9]+\\.[0-9]{2}$', examples: ['642.50'] }
export const decimalText = (description: string, options: TSchemaOptions = {}) =>
  Type.String({ description, ...decimal, ...options })
export const decimalTextOrNull = (description: string, options: TSchemaOptions = {}) =>
  nullable(Type.String(decimal), { description, ...options })
