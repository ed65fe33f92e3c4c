/** Mappings are compared with a naive implementation of their language, and refusals are checked. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  compileExpression,
  jsonOf,
  longestText,
  type DerivedFields,
  type ExpressionRecord,
} from './compile.ts'
import { ExpressionError } from './error.ts'
import { parseExpression } from './parse.ts'
import { longTexts, randomExpression, random, valueOf } from './testing/reference.ts'

const none: DerivedFields = new Map()

function evaluate(text: string, record: ExpressionRecord = {}, derived = none): unknown {
  const value = compileExpression(parseExpression(text))(record, derived)
  return JSON.parse(jsonOf(value)) as unknown
}

const stay: ExpressionRecord = {
  id: '4812',
  price: 642.5,
  text: '642.50',
  nights: 4,
  none: null,
  yes: true,
  empty: '',
  guest: { firstName: 'Ada', lastName: null, tags: ['vip', { deep: 1 }] },
  small: 1e-7,
  tiny: 1e-30,
  large: 1e21,
  huge: 1e300,
  coordinate: 45.815010999999998,
}

const means = (cases: Record<string, unknown>) => {
  for (const [text, value] of Object.entries(cases)) assert.deepEqual(evaluate(text, stay), value, text)
}

describe('an expression', () => {
  it('copies what a path finds', () => {
    means({
      id: '4812',
      'guest.firstName': 'Ada',
      'guest.tags': ['vip', { deep: 1 }],
      'guest.tags.0': 'vip',
      'guest.tags.1.deep': 1,
      guest: { firstName: 'Ada', lastName: null, tags: ['vip', { deep: 1 }] },
      coordinate: 45.815010999999998,
      huge: 1e300,
      yes: true,
      none: null,
      '(((id)))': '4812',
    })
  })

  it('finds own fields of records and elements of lists, and nothing else', () => {
    for (const text of [
      'toString',
      'hasOwnProperty',
      'valueOf',
      'guest.toString',
      'guest.tags.length',
      'guest.tags.map',
      'guest.tags.2',
      'guest.tags.00',
      'id.length',
      'id.0',
      'nights.toFixed',
      'none.field',
      'missing',
      'missing.deeper.still',
    ]) {
      assert.equal(evaluate(text, stay), null, text)
    }
    const inherited = Object.create({ secret: 1 }) as ExpressionRecord
    assert.equal(evaluate('secret', inherited), null)
  })

  it('finds what follows from other fields where the record has nothing', () => {
    const derived: DerivedFields = new Map<string, (record: ExpressionRecord) => string | number>([
      ['double', (record) => Number(record['n']) * 2],
      ['a.b', () => 'made'],
    ])
    assert.equal(evaluate('double + 1', { n: 3 }, derived), 7)
    assert.equal(evaluate('double', { n: 3, double: 1 }, derived), 1)
    assert.equal(evaluate('double', { n: 3, double: null }, derived), null)
    assert.equal(evaluate('a.b', { a: { c: 1 } }, derived), 'made')
  })

  it('puts texts together, with nothing for what is missing', () => {
    means({
      "guest.firstName + ' ' + guest.lastName": 'Ada ',
      "'a' + none + missing + 'b'": 'ab',
      "'a' + yes": 'atrue',
      "'a' + guest + guest.tags": 'a',
      "1 + 2 + 'x' + 1 + 2": '3x12',
      "'' + price": '642.5',
      "'' + 1 / 3": '0.333333333333',
      "'' + large": '1000000000000000000000',
      "'' + small": '0.0000001',
      "'' + huge": '1e+300',
      'text + 1': '642.501',
      'empty + empty': '',
      '\'it\\\'s\' + "\\"q\\""': 'it\'s"q"',
      "'\\\\'": '\\',
      "'é🙂' + \"'\"": "é🙂'",
      '"__proto__" + \'eval\'': '__proto__eval',
    })
  })

  it('calculates exactly', () => {
    means({
      '0.1 + 0.2': 0.3,
      '1.1 * 1.1': 1.21,
      'price / nights': 160.625,
      'text / nights': 160.625,
      '2 + 3 * 4': 14,
      '(2 + 3) * 4': 20,
      '10 - 4 - 3': 3,
      '100 / 10 / 5': 2,
      '-nights': -4,
      '--nights': 4,
      '2 - -2': 4,
      '-(1 + 1) * 3': -6,
      '2 / 3': 0.666666666667,
      '-2 / 3': -0.666666666667,
      '0.000001 * 0.0000005': 0.000000000001,
      '-0.000001 * 0.0000005': -0.000000000001,
      '0.000001 * 0.0000004': 0,
      'small * 10': 0.000001,
      'tiny + 0': 0,
      '-0': 0,
      'large * 2': 2e21,
    })
    const text = compileExpression(parseExpression('large / 3'))({ large: 1e21 }, none)
    assert.equal(jsonOf(text), '333333333333333333333.333333333333', 'all its digits')
  })

  it('is missing where it cannot be calculated', () => {
    for (const text of [
      '1 / 0',
      'price / (nights - 4)',
      'price + none',
      'none + none',
      'price * missing',
      'price * yes',
      'price + yes',
      'guest + 1',
      'guest.tags * 2',
      'guest.firstName * 2',
      'empty * 1',
      '-guest.firstName',
      '-none',
      'huge + 1',
      'large * large',
      '999999999999999999999999 + 1',
    ]) {
      assert.equal(evaluate(text, stay), null, text)
    }
    const long = { t: 'x'.repeat(longestText / 4) }
    assert.equal((evaluate('t + t + t + t', long) as string).length, longestText)
    assert.equal(evaluate("t + t + t + t + '!'", long), null)
  })
})

describe('what is no expression', () => {
  const refused: Record<string, [position: number, problem: RegExp, fix?: RegExp]> = {
    '': [1, /ends where a value should be/],
    '   ': [4, /ends where a value/],
    'a +': [4, /ends where a value/],
    '+ a': [1, /`\+` stands where a value/],
    'a * / b': [5, /`\/` stands/],
    'a b': [3, /operator is missing before `b`/],
    "a 'b'": [3, /operator is missing before this text/],
    '(a': [1, /not closed/],
    'a)': [2, /closes nothing/],
    '()': [2, /`\)` stands/],
    "a + 'b": [5, /not closed/, /'/],
    "'a\\'": [1, /not closed/],
    'eval(1)': [1, /`eval` is not allowed/],
    'upper(a)': [6, /no functions/],
    Function: [1, /not allowed/],
    'a.constructor.name': [3, /`constructor` is not allowed/],
    'a.__proto__': [3, /`__proto__`/],
    'globalThis.process': [1, /`globalThis`/],
    'a[0]': [2, /`\[` is no part/, /with a dot/],
    'a.0.b': [0, /^$/],
    '`a`': [1, /is no part/, /texts in/],
    'a ? b : c': [3, /`\?`/],
    'a ** b': [4, /`\*` stands/],
    'a == b': [3, /`=`/],
    'a; b': [2, /`;`/],
    'a // b': [4, /`\/` stands/],
    '{a}': [1, /`\{`/],
    'a..b': [2, /`\.`/, /dot stands between/],
    'a.': [2, /`\.`/],
    '.5': [1, /`\.`/],
    '1.': [2, /`\.`/],
    '1.2.3': [4, /`\.`/],
    '1e3': [2, /operator is missing/],
    '0x10': [2, /operator is missing/],
    é: [1, /`é`/],
    '🙂': [1, /`🙂`/],
    'a \u0000': [3, /control character/],
    "'a\u0001'": [3, /control character/],
    '1000000000000000000000000': [1, /too large/],
  }
  delete refused['a.0.b']

  it('is refused with the place and the way out', () => {
    for (const [text, [position, problem, way = /./]] of Object.entries(refused)) {
      assert.throws(
        () => parseExpression(text),
        (error) => {
          assert.ok(error instanceof ExpressionError, text)
          assert.equal(error.position, position, `${text}: ${error.message}`)
          assert.match(error.message, problem, text)
          assert.match(error.fix, way, text)
          return true
        },
        text,
      )
    }
  })

  it('is refused where it goes too deep, however', () => {
    for (const deep of [
      `${'('.repeat(33)}a${')'.repeat(33)}`,
      `${'-'.repeat(33)}1`,
      '('.repeat(500),
      '-('.repeat(250),
    ]) {
      assert.throws(() => parseExpression(deep), ExpressionError)
    }
    assert.equal(evaluate(`${'('.repeat(32)}1${')'.repeat(32)}`), 1)
    assert.equal(evaluate(Array(32).fill('(1)').join('+')), 32)
  })

  it('never takes long, and never does anything but be refused', () => {
    const { below, pick } = random(7)
    const parts = [
      "'",
      '"',
      '\\',
      '(',
      ')',
      '-',
      '+',
      '*',
      '/',
      '.',
      'a',
      'eval',
      '0',
      '9',
      ' ',
      '\n',
      '[',
      '\0',
    ]
    const began = performance.now()
    let read = 0
    for (let i = 0; i < 20_000; i += 1) {
      const text = Array.from({ length: below(40) }, () => pick(parts)).join('')
      try {
        JSON.parse(jsonOf(compileExpression(parseExpression(text))({ a: 1 }, none)))
        read += 1
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error
        assert.ok(error.position >= 1 && error.position <= text.length + 1, text)
      }
    }
    assert.ok(read > 50, `${read} were expressions`)
    assert.ok(performance.now() - began < 10_000)
  })
})

describe('a hundred thousand expressions', () => {
  it('mean what a naive reading of them means', () => {
    const seed = Number(process.env['EXPRESSIONS_SEED'] ?? 20_261)
    const source = random(seed)
    const kinds = new Map<string, number>()
    for (let i = 0; i < 100_000; i += 1) {
      const { tree, text } = randomExpression(source)
      const expected = valueOf(tree, longTexts)
      const found = jsonOf(compileExpression(parseExpression(text))(longTexts, none))
      if (found !== expected) assert.equal(found, expected, `seed ${seed}, number ${i}: ${text}`)
      const kind = expected === 'null' ? 'null' : /^[-\d]/.test(expected) ? 'number' : expected.charAt(0)
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    }
    // The comparison shows something only if it met many values of every kind.
    for (const kind of ['null', 'number', '"', '{']) assert.ok((kinds.get(kind) ?? 0) > 300, kind)
  })
})
