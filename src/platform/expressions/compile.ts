/** An expression as a function. Whatever it is given, it ends, answers a value, and looks at own fields only. */
import { add, divide, multiply, subtract, textOfUnits, unitsOfNumber, unitsOfText } from './exact.ts'
import type { Expression, Operator } from './parse.ts'

/** A result that is longer is missing. */
export const longestText = 20_000

/** A number that was calculated is units of `exact.ts`; everything else is as it stands in the record. */
export type ExpressionValue = bigint | string | number | boolean | object | null

export type ExpressionRecord = Readonly<Record<string, unknown>>
/** Fields that follow from others, by their paths; asked where the record itself has none there. */
export type DerivedFields = ReadonlyMap<string, (record: ExpressionRecord) => ExpressionValue>

export type CompiledExpression = (record: ExpressionRecord, derived: DerivedFields) => ExpressionValue

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const position = /^(0|[1-9][0-9]{0,8})$/

function fieldOf(value: unknown, segment: string): unknown {
  if (!isObject(value) || !Object.hasOwn(value, segment)) return undefined
  // Of a list its elements, and not what lists have besides.
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

/** Lists and objects are there to be copied; in a calculation they are missing. */
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
      const of = compileExpression(expression.of)
      return (record, derived) => {
        const units = numberOf(of(record, derived))
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

/** What stands in an answer: calculated numbers in all their digits. */
export const jsonOf = (value: ExpressionValue): string =>
  typeof value === 'bigint' ? textOfUnits(value) : JSON.stringify(value)
