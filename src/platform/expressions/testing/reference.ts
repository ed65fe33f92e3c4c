/**
 * This is a second implementation for tests. It makes random trees and writes them as text, so it has no
 * parser; numbers are fractions of two integers.
 */

export type Tree =
  | { is: 'field'; path: string[] }
  | { is: 'quoted'; value: string }
  | { is: 'count'; value: string }
  | { is: 'minus'; inner: Tree }
  | { is: 'pair'; sign: '+' | '-' | '*' | '/'; first: Tree; second: Tree }

export interface Random {
  below(count: number): number
  pick<T>(from: readonly T[]): T
}

export function random(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (count: number) => Math.floor(next() * count)
  return { below, pick: (from) => from[below(from.length)] as (typeof from)[number] }
}

/** The record's fields hold every kind of awkward text. */
export const longTexts: Record<string, unknown> = {
  id: '4812',
  price: 642.5,
  cents: -0.07,
  amount: '642.50',
  padded: ' 1',
  zero: 0,
  minus: -3,
  tiny: 3e-9,
  huge: 4e23,
  beyond: 5e40,
  name: 'Ada',
  blank: '',
  nothing: null,
  yes: true,
  no: false,
  long: 'lorem'.repeat(1500),
  guest: { first: 'Ä"\\', age: 41, deep: { list: [1, 'two', { three: 3 }] } },
  list: [],
}
const paths = [
  ...Object.keys(longTexts),
  'guest.first',
  'guest.age',
  'guest.deep.list.0',
  'guest.deep.list.1',
  'guest.deep.list.2.three',
  'guest.deep.list.9',
  'guest.deep.list.length',
  'name.length',
  'toString',
  'guest.nobody.there',
]
const texts = ['', ' ', 'x', "it's", '"', '\\', '12', '-0.5', '1e3', 'é🙂', 'constructor']
const counts = [
  '0',
  '1',
  '2',
  '3',
  '7',
  '0.1',
  '0.2',
  '10.005',
  '0.000000000001',
  '0.0000000000005',
  '99999999999',
]

function tree({ below, pick }: Random, depth: number): Tree {
  const choice = below(depth <= 0 ? 3 : 10)
  if (choice === 0) return { is: 'quoted', value: pick(texts) }
  if (choice === 1) return { is: 'count', value: pick(counts) }
  if (choice === 2) return { is: 'field', path: pick(paths).split('.') }
  if (choice === 3) return { is: 'minus', inner: tree({ below, pick }, depth - 1) }
  return {
    is: 'pair',
    sign: pick(['+', '+', '-', '*', '/'] as const),
    first: tree({ below, pick }, depth - 1),
    second: tree({ below, pick }, depth - 1),
  }
}

const strength = { '+': 1, '-': 1, '*': 2, '/': 2 }

/** Writes a tree with the parentheses it needs, and sometimes some more. */
function written(node: Tree, source: Random, least: number): string {
  const blank = source.pick(['', '', ' ', '  ', '\n'])
  const around = (text: string, needed: boolean) =>
    needed || source.below(12) === 0 ? `(${blank}${text}${blank})` : text
  if (node.is === 'field') return around(node.path.join('.'), false)
  if (node.is === 'count') return around(node.value, false)
  if (node.is === 'quoted') {
    const quote = source.pick(["'", '"'])
    const inside = node.value.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)
    return around(quote + inside + quote, false)
  }
  if (node.is === 'minus') return around(`-${blank}${written(node.inner, source, 3)}`, false)
  const own = strength[node.sign]
  const first = written(node.first, source, own)
  const second = written(node.second, source, own + 1)
  return around(`${first}${blank}${node.sign}${blank}${second}`, own < least)
}

export function randomExpression(source: Random): { tree: Tree; text: string } {
  const root = tree(source, source.below(5))
  return { tree: root, text: written(root, source, 0) }
}

interface Fraction {
  top: bigint
  bottom: bigint
}
const grain = 1_000_000_000_000n
const ceiling = 1_000_000_000_000_000_000_000_000n

/** Rounds to twelve decimals, half away from zero; null when too large. */
function settled({ top, bottom }: Fraction): Fraction | null {
  const negative = top * bottom < 0n
  const [up, down] = [top < 0n ? -top : top, bottom < 0n ? -bottom : bottom]
  const scaled = up * grain
  const rest = scaled % down
  const size = scaled / down + (rest * 2n >= down ? 1n : 0n)
  if (size >= ceiling * grain) return null
  return { top: negative ? -size : size, bottom: grain }
}

/** Reads `-12.5e-3` as a fraction. */
function fraction(text: string): Fraction | null {
  const match = /^(-?)([0-9]+)(?:[.]([0-9]+))?(?:e([-+]?[0-9]+))?$/.exec(text)
  if (!match) return null
  const [, minus, whole = '', part = '', power = '0'] = match
  const top = BigInt(`${minus ?? ''}${whole}${part}`)
  const ten = Number(power) - part.length
  const many = 10n ** BigInt(Math.abs(ten))
  return settled(ten < 0 ? { top, bottom: many } : { top: top * many, bottom: 1n })
}

type ReferenceValue = { number: Fraction } | { text: string } | { other: unknown } | null

function readValue(value: unknown): ReferenceValue {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? { text: value } : { other: value }
}

function look(record: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path
  if (name === undefined) return record
  if (Array.isArray(record))
    return look(
      record.find((_, at) => String(at) === name),
      rest,
    )
  if (typeof record !== 'object' || record === null) return undefined
  const entry = Object.entries(record).find(([key]) => key === name)
  return entry === undefined ? undefined : look(entry[1], rest)
}

function asNumber(value: ReferenceValue): Fraction | null {
  if (value === null) return null
  if ('number' in value) return value.number
  if ('text' in value) return /e/.test(value.text) ? null : fraction(value.text)
  return typeof value.other === 'number' ? fraction(String(value.other)) : null
}

function decimals({ top, bottom }: Fraction): string {
  const size = top < 0n ? -top : top
  const text = `${size / bottom}.${String((size % bottom) * (grain / bottom)).padStart(12, '0')}`
  return `${top < 0n ? '-' : ''}${text.replace(/[.]?0*$/, '')}`
}

function asText(value: ReferenceValue): string {
  if (value === null) return ''
  if ('text' in value) return value.text
  if ('number' in value) return decimals(value.number)
  if (typeof value.other === 'boolean') return value.other ? 'true' : 'false'
  if (typeof value.other !== 'number') return ''
  const exact = fraction(String(value.other))
  return exact ? decimals(exact) : String(value.other)
}

const isText = (value: ReferenceValue) => value !== null && 'text' in value

function evaluate(node: Tree, record: unknown): ReferenceValue {
  if (node.is === 'field') return readValue(look(record, node.path))
  if (node.is === 'quoted') return { text: node.value }
  const calculated = (value: Fraction | null): ReferenceValue => {
    const exact = value && settled(value)
    return exact && { number: exact }
  }
  if (node.is === 'count') return calculated(fraction(node.value))
  if (node.is === 'minus') {
    const inner = asNumber(evaluate(node.inner, record))
    return inner && calculated({ top: -inner.top, bottom: inner.bottom })
  }
  const [first, second] = [evaluate(node.first, record), evaluate(node.second, record)]
  if (node.sign === '+' && (isText(first) || isText(second))) {
    const text = asText(first) + asText(second)
    return text.length > 20_000 ? null : { text }
  }
  const [a, b] = [asNumber(first), asNumber(second)]
  if (!a || !b) return null
  if (node.sign === '*') return calculated({ top: a.top * b.top, bottom: a.bottom * b.bottom })
  if (node.sign === '/') {
    return b.top === 0n ? null : calculated({ top: a.top * b.bottom, bottom: a.bottom * b.top })
  }
  const other = node.sign === '-' ? -b.top : b.top
  return calculated({ top: a.top * b.bottom + other * a.bottom, bottom: a.bottom * b.bottom })
}

/** Returns the value as JSON. */
export function valueOf(node: Tree, record: unknown): string {
  const value = evaluate(node, record)
  if (value === null) return 'null'
  if ('number' in value) return decimals(value.number)
  return JSON.stringify('text' in value ? value.text : value.other)
}
