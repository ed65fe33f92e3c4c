/** Validates mappings and applies them to records. Pure. */
import { longestKey, recordBytes } from '../../../contract/response-schema.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { countCharacters } from '../../../platform/count-characters.ts'
import {
  compileExpression,
  jsonOf,
  type DerivedFields,
  type ExpressionRecord,
} from '../../../platform/expressions/compile.ts'
import { ExpressionError } from '../../../platform/expressions/error.ts'
import { parseExpression, type Expression } from '../../../platform/expressions/parse.ts'

export type SchemaMappings = Readonly<Record<string, string>>

// eslint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f]/
/** Careless programs treat these keys as something other than fields. */
const refusedKeys = ['__proto__', 'constructor', 'prototype']

const nameProblem = (key: string): [problem: string, fix: string] | undefined =>
  key === ''
    ? ['A mapping has an empty name', 'Give it a name.']
    : countCharacters(key) > longestKey
      ? [
          `The name of a mapping has ${countCharacters(key)} characters`,
          `Shorten it to at most ${longestKey} characters.`,
        ]
      : control.test(key)
        ? ['The name of a mapping has a control character', 'Take it out.']
        : refusedKeys.includes(key)
          ? [`No mapping can be called \`${key}\``, 'Give it another name.']
          : undefined

const refuse = (key: string, message: string, fix: string, extra: { position?: number } = {}): ApiError =>
  new ApiError(
    'invalid_expression',
    message,
    { field: `mappings.${key}`.slice(0, 200).replace(/[\uD800-\uDBFF]$/, ''), ...extra },
    { fix },
  )

/** The compiled expressions by key; throws for the first invalid one. */
export function parseMappings(mappings: SchemaMappings): [key: string, expression: Expression][] {
  return Object.entries(mappings).map(([key, text]) => {
    const problem = nameProblem(key)
    if (problem) throw refuse(key, `${problem[0]}.`, problem[1])
    try {
      return [key, parseExpression(text)]
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      const { message, position, fix } = error
      throw refuse(
        key,
        `The mapping \`${key}\` cannot be read: at character ${position} of its expression ${message}.`,
        fix,
        { position },
      )
    }
  })
}

export type RenderRecord = (record: ExpressionRecord, derived: DerivedFields) => string

/**
 * Renders a record as JSON. If it would exceed the limit, that field and all later ones become null and are
 * not evaluated.
 */
export function compileMappings(mappings: SchemaMappings): RenderRecord {
  const fields = parseMappings(mappings).map(([key, expression]) => ({
    start: `${JSON.stringify(key)}:`,
    valueOf: compileExpression(expression),
  }))
  return (record, derived) => {
    let left = recordBytes
    const parts = fields.map(({ start, valueOf }) => {
      if (left < 0) return `${start}null`
      const text = jsonOf(valueOf(record, derived))
      left -= Buffer.byteLength(text)
      return left < 0 ? `${start}null` : start + text
    })
    return `{${parts.join(',')}}`
  }
}
