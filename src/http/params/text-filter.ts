import { Type } from 'typebox'

/** A free text to filter by. NUL is refused, since PostgreSQL's text cannot hold it. */
export const TextFilter = (maxLength: number, description: string, options: { deprecated?: boolean } = {}) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000]*$', description, ...options }))
