/** Parses a small language: paths, quoted texts, numbers, `+ - * /` and parentheses. It has no functions and reaches nothing outside the record. */
import { tokensOf, type ExpressionToken } from './tokens.ts'
import { ExpressionError } from './error.ts'
import { unitsOfText } from './exact.ts'

export type Operator = '+' | '-' | '*' | '/'

export type Expression =
  | { kind: 'path'; segments: readonly string[] }
  | { kind: 'text'; value: string }
  | { kind: 'number'; units: bigint }
  | { kind: 'negative'; of: Expression }
  | { kind: 'operation'; operator: Operator; left: Expression; right: Expression }

/** Limits nested parentheses and signs, since the parser recurses. */
const deepest = 32

const operators: Record<'sum' | 'product', readonly string[]> = { sum: ['+', '-'], product: ['*', '/'] }

class Parser {
  readonly #tokens: readonly ExpressionToken[]
  #at = 0
  #depth = 0

  constructor(tokens: readonly ExpressionToken[]) {
    this.#tokens = tokens
  }

  whole(): Expression {
    const found = this.#operation('sum')
    const rest = this.#next()
    if (rest.kind === 'end') return found
    if (rest.text === ')') {
      throw new ExpressionError('this `)` closes nothing', rest.at, 'Take it out, or open a `(` before.')
    }
    if (rest.text === '(') {
      throw new ExpressionError(
        'there are no functions to call',
        rest.at,
        'Put an operator before the `(`, or take it out.',
      )
    }
    throw new ExpressionError(
      `an operator is missing before ${describe(rest)}`,
      rest.at,
      'Put one of + - * / between the two values.',
    )
  }

  #next(): ExpressionToken {
    return this.#tokens[this.#at] as ExpressionToken
  }

  #operation(level: 'sum' | 'product'): Expression {
    const part = () => (level === 'sum' ? this.#operation('product') : this.#value())
    let left = part()
    for (;;) {
      const token = this.#next()
      if (token.kind !== 'sign' || !operators[level].includes(token.text)) return left
      this.#at += 1
      left = { kind: 'operation', operator: token.text as Operator, left, right: part() }
    }
  }

  #value(): Expression {
    const token = this.#next()
    this.#at += 1
    if (token.kind === 'path') return { kind: 'path', segments: token.segments }
    if (token.kind === 'text') return { kind: 'text', value: token.value }
    if (token.kind === 'number') {
      const units = unitsOfText(token.text)
      if (units === null) {
        throw new ExpressionError('the number is too large', token.at, 'Numbers have at most 24 digits.')
      }
      return { kind: 'number', units }
    }
    if (token.text === '-') return this.#inside(token, () => ({ kind: 'negative', of: this.#value() }))
    if (token.text === '(') return this.#inside(token, () => this.#closed(token))
    const found = token.kind === 'end' ? 'the expression ends' : `${describe(token)} stands`
    throw new ExpressionError(
      `${found} where a value should be`,
      token.at,
      'Write a path such as `primaryGuest.firstName`, a text in quotes or a number there.',
    )
  }

  #closed(opening: ExpressionToken): Expression {
    const found = this.#operation('sum')
    const closing = this.#next()
    if (closing.text !== ')') {
      throw new ExpressionError(
        'this `(` is not closed',
        opening.at,
        'Put a `)` behind what belongs together.',
      )
    }
    this.#at += 1
    return found
  }

  #inside(token: ExpressionToken, read: () => Expression): Expression {
    this.#depth += 1
    if (this.#depth > deepest) {
      throw new ExpressionError(
        'there are too many parentheses and signs inside each other',
        token.at,
        `Use at most ${deepest}.`,
      )
    }
    const found = read()
    this.#depth -= 1
    return found
  }
}

const describe = (token: ExpressionToken) => (token.kind === 'text' ? 'this text' : `\`${token.text}\``)

/** Throws an `ExpressionError` that says what is wrong, where, and how to fix it. */
export const parseExpression = (text: string): Expression => new Parser(tokensOf(text)).whole()
