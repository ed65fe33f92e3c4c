/** Fields that the bodies of several routes have. */
import { Type } from 'typebox'

const digitString = Type.String({ pattern: '^[1-9][0-9]{0,17}$' })

// Above it JSON numbers are no longer exact: another record could be meant.
const wholeNumber = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

export const bodyId = (description: string) => Type.Union([wholeNumber, digitString], { description })

/** The calendar of the database has no year 0. */
export const stayDate = (description: string) =>
  Type.String({ format: 'date', pattern: '^(?!0000)', description, examples: ['2026-07-01'] })

/** Not blank, and without the character that the database cannot keep. */
export const namePattern = '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$'

export const name = (description: string) =>
  Type.String({ minLength: 1, maxLength: 200, pattern: namePattern, description })

/** What somebody else reads: not blank either. */
export const words = (maxLength: number, description: string, more: { examples?: string[] } = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: namePattern, description, ...more })

export const people = (description: string, minimum: number) =>
  Type.Integer({ minimum, maximum: 1000, description })
