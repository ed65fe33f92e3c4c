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

it('looks for numbers outside of texts, wherever quotes and backslashes stand', () => {
  const long = '1234567890123456789'
  const texts = ['', long, `"${long}`, `\\${long}`, `\\"${long},`, `[${long}]`, `\\\\`, `${long}"\\`]
  for (const text of texts) {
    for (const key of texts) {
      const json = `{${JSON.stringify(key)}:[${JSON.stringify(text)},${long},-${long} , ${long}],"z":${long}}`
      assert.deepEqual(parseJson(json), { [key]: [text, long, `-${long}`, long], z: long })
    }
  }
  assert.deepEqual(parseJson(long), long)
})

it('leaves fractions, exponents and what fits a number as they are', () => {
  const json =
    '[9007199254740991,-9007199254740991,0.1234567890123456,12345678901234567.5,1234567890123456e3,1e2]'
  assert.deepEqual(parseJson(json), JSON.parse(json))
  assert.deepEqual(parseJson('[9007199254740992, -9007199254740992]'), [
    '9007199254740992',
    '-9007199254740992',
  ])
})

it('refuses what only quotes would make valid', () => {
  const long = '1234567890123456789'
  for (const json of [`{${long}:1}`, `0${long}`, `["${long}]`, `[+${long}]`, `["\\",${long}`])
    assert.throws(() => parseJson(json), SyntaxError, json)
})
