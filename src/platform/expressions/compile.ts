/** Compiles an expression to a function that always ends, returns a value, and reads own fields only. */
import { add, divide, multiply, subtract, textOfUnits, unitsOfNumber, unitsOfText } from './exact.ts'
import type { Expression, Operator } from './parse.ts'

/** A longer result counts as missing. */
export const longestText = 20_000

/** A calculated number is a bigint in units of `exact.ts`; other values stay as the record has them. */
export type ExpressionValue = bigint | string | number | boolean | object | null

export type ExpressionRecord = Readonly<Record<string, unknown>>
/** A field derived from others is used where the record has none of its own; keys are paths. */
export type DerivedFields = ReadonlyMap<string, (record: ExpressionRecord) => ExpressionValue>

export type CompiledExpression = (record: ExpressionRecord, derived: DerivedFields) => ExpressionValue

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const position = /^(0|[1-9][0-9]{0,8})$/

function fieldOf(value: unknown, segment: string): unknown {
  if (!isObject(value) || !Object.hasOwn(value, segment)) return undefined
  // A path into a list takes elements only, not properties such as `length`.
  if (Array.isArray(value) && !position.test(segment)) return undefined
  return (value as Record<string, unknown>)[segment]
}

function pathOf(segments: readonly string[]): CompiledExpression {
  const name = segments.join('.')
  return (record, derived) => {
    let value: unknown = record
    for (const segment of segments) value = fieldOf(value, segment)
    if (value === undefined) return derived.get(name)?.(record) ?? null
    return value as ExpressionValue
  }
}

/** Lists and objects can be copied, but count as missing in a calculation. */
function numberOf(value: ExpressionValue): bigint | null {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return unitsOfNumber(value)
  return typeof value === 'string' ? unitsOfText(value) : null
}

function textOf(value: ExpressionValue): string {
  if (typeof value === 'string') return value
  if (value === null || typeof value === 'object') return ''
  if (typeof value !== 'number') return typeof value === 'bigint' ? textOfUnits(value) : String(value)
  const units = unitsOfNumber(value)
  return units === null ? String(value) : textOfUnits(units)
}

const arithmetic: Record<Operator, (a: bigint, b: bigint) => bigint | null> = {
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': divide,
}

function calculate(operator: Operator, left: ExpressionValue, right: ExpressionValue): ExpressionValue {
  if (operator === '+' && (typeof left === 'string' || typeof right === 'string')) {
    const text = textOf(left) + textOf(right)
    return text.length > longestText ? null : text
  }
  const [a, b] = [numberOf(left), numberOf(right)]
  return a === null || b === null ? null : arithmetic[operator](a, b)
}

export function compileExpression(expression: Expression): CompiledExpression {
  switch (expression.kind) {
    case 'path':
      return pathOf(expression.segments)
    case 'text': {
      const { value } = expression
      return () => value
    }
    case 'number': {
      const { units } = expression
      return () => units
    }
    case 'negative': {
      const inner = compileExpression(expression.of)
      return (record, derived) => {
        const units = numberOf(inner(record, derived))
        return units === null ? null : -units
      }
    }
    case 'operation': {
      const { operator } = expression
      const [left, right] = [compileExpression(expression.left), compileExpression(expression.right)]
      return (record, derived) => calculate(operator, left(record, derived), right(record, derived))
    }
  }
}

/** Writes a result as JSON, with calculated numbers in all their digits. */
export const jsonOf = (value: ExpressionValue): string =>
  typeof value === 'bigint' ? textOfUnits(value) : JSON.stringify(value)
