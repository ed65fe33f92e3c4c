import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseJson } from './json.ts'

it('keeps numbers that do not fit a number as their digits', () => {
  const parsed = parseJson(
    '{"big":1234567890123456789,"neg":-1234567890123456789,"small":12,"price":0.1,"text":"1234567890123456789"}',
  )
  assert.deepEqual(parsed, {
    big: '1234567890123456789',
    neg: '-1234567890123456789',
    small: 12,
    price: 0.1,
    text: '1234567890123456789',
  })
})

it('throws on cut JSON like JSON.parse', () => {
  assert.throws(() => parseJson('{"big":1234567890123456789'), SyntaxError)
})
