/** Canonical records are made of these kinds of values. */
import { Type } from 'typebox'

export const strict = { additionalProperties: false }
export const ExternalId = Type.String({ minLength: 1, maxLength: 200 })
export const Text = Type.Union([Type.String(), Type.Null()])
export const CivilDate = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
export const Instant = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,6})?Z$' })
export const TimeOfDay = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })
export const Decimal = Type.String({ pattern: '^-?\\d{1,14}(\\.\\d{1,6})?$' })
export const Currency = Type.String({ pattern: '^[A-Z]{3}$' })
export const Count = Type.Integer({ minimum: 0, maximum: 100_000 })
export const nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()])
