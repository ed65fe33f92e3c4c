/** Bodies of several routes have these fields. */
import { Type } from 'typebox'

const digitString = Type.String({ pattern: '^[1-9][0-9]{0,17}$' })

// Larger JSON numbers are not exact, so another record could be meant.
const wholeNumber = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

export const bodyId = (description: string) => Type.Union([wholeNumber, digitString], { description })

/** PostgreSQL's calendar has no year 0. */
export const stayDate = (description: string) =>
  Type.String({ format: 'date', pattern: '^(?!0000)', description, examples: ['2026-07-01'] })

/** A name must not be blank, and PostgreSQL cannot store NUL. */
export const namePattern = '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$'

export const name = (description: string) =>
  Type.String({ minLength: 1, maxLength: 200, pattern: namePattern, description })

/** People read these texts, so they must not be blank either. */
export const words = (maxLength: number, description: string, more: { examples?: string[] } = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: namePattern, description, ...more })

export const people = (description: string, minimum: number) =>
  Type.Integer({ minimum, maximum: 1000, description })
