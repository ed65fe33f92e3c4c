/** The kinds of fields Guesty's answers are made of. Any of them may be null or not come at all. */
import { Type } from 'typebox'
import type { TProperties } from 'typebox'

export const Id = Type.String({ minLength: 1 })
export const MaybeId = Type.Optional(Type.Union([Type.String(), Type.Null()]))
export const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]))
/** Amounts and counts come as numbers; text is not excluded. */
export const Amount = Type.Optional(Type.Union([Type.Number(), Type.String(), Type.Null()]))
export const Flag = Type.Optional(Type.Union([Type.Boolean(), Type.Null()]))
export const Anything = Type.Optional(Type.Unknown())
export const part = <P extends TProperties>(properties: P) =>
  Type.Optional(Type.Union([Type.Object(properties), Type.Null()]))
export const list = <S extends Parameters<typeof Type.Array>[0]>(item: S) =>
  Type.Optional(Type.Union([Type.Array(item), Type.Null()]))
export const Texts = list(Type.Union([Type.String(), Type.Null()]))
