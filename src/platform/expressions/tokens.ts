import { ExpressionError } from './error.ts'

export type ExpressionToken = { at: number; text: string } & (
  | { kind: 'path'; segments: readonly string[] }
  | { kind: 'text'; value: string }
  | { kind: 'number' }
  | { kind: 'sign' }
  | { kind: 'end' }
)

/**
 * JavaScript gives these names special meanings. Paths cannot reach them anyway; refusing them leaves no
 * doubt.
 */
const refusedWords = new Set([
  'eval',
  'function',
  'process',
  'require',
  'import',
  'constructor',
  'prototype',
  '__proto__',
  'globalthis',
  'global',
  'window',
  'module',
  'exports',
])

const blanks = /\s+/y
const path = /[A-Za-z_$][A-Za-z0-9_$]*(?:\.(?:[A-Za-z_$][A-Za-z0-9_$]*|[0-9]+))*/y
const number = /[0-9]+(?:\.[0-9]+)?/y
const sign = /[-+*/()]/y
// eslint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f]/

function matched(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

/** Reads a quoted text; a backslash takes the next character literally. */
function quoted(text: string, at: number): ExpressionToken & { kind: 'text' } {
  const quote = text.charAt(at)
  let value = ''
  for (let i = at + 1; i < text.length; i += 1) {
    const character = text.charAt(i)
    if (character === quote) return { kind: 'text', at, text: text.slice(at, i + 1), value }
    if (control.test(character)) {
      throw new ExpressionError('there is a control character in this text', i, 'Take it out.')
    }
    if (character === '\\') i += 1
    value += text.charAt(i)
  }
  throw new ExpressionError('this text is not closed', at, `Put a ${quote} behind it.`)
}

function pathToken(found: string, at: number): ExpressionToken {
  const segments = found.split('.')
  let start = at
  for (const segment of segments) {
    if (refusedWords.has(segment.toLowerCase())) {
      throw new ExpressionError(`\`${segment}\` is not allowed`, start, 'Name a field of the record instead.')
    }
    start += segment.length + 1
  }
  return { kind: 'path', at, text: found, segments }
}

const advice: Record<string, string> = {
  '[': 'Write an element of a list with a dot: `financials.host.taxes.0.amount`.',
  ']': 'Write an element of a list with a dot: `financials.host.taxes.0.amount`.',
  '`': 'Put texts in \' or ".',
  '.': 'A dot stands between two names, and between the digits of a number.',
}

function unknown(text: string, at: number): never {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
  throw new ExpressionError(
    control.test(character) ? 'there is a control character' : `\`${character}\` is no part of an expression`,
    at,
    advice[character] ?? 'Use paths, texts in quotes, numbers, + - * / and parentheses only.',
  )
}

export function tokensOf(text: string): ExpressionToken[] {
  const tokens: ExpressionToken[] = []
  let at = 0
  while (at < text.length) {
    const blank = matched(blanks, text, at)
    if (blank !== undefined) {
      at += blank.length
      continue
    }
    const token = tokenAt(text, at)
    tokens.push(token)
    at += token.text.length
  }
  tokens.push({ kind: 'end', at: text.length, text: '' })
  return tokens
}

function tokenAt(text: string, at: number): ExpressionToken {
  const character = text.charAt(at)
  if (character === "'" || character === '"') return quoted(text, at)
  const digits = matched(number, text, at)
  if (digits !== undefined) return { kind: 'number', at, text: digits }
  const names = matched(path, text, at)
  if (names !== undefined) return pathToken(names, at)
  return matched(sign, text, at) === undefined ? unknown(text, at) : { kind: 'sign', at, text: character }
}
