import assert from 'node:assert/strict'
import { it } from 'node:test'
import { JsonMeter, type JsonShape, JsonTooMuch } from './json-meter.ts'

const shape: JsonShape = { values: 10, depth: 3, nameBytes: 12 }

/** Feeds the text in pieces of every size; returns the limit it exceeds, or undefined. */
function passed(text: string): string | undefined {
  const bytes = Buffer.from(text)
  const codes = [1, 2, 3, 7, bytes.length || 1].map((size) => {
    const meter = new JsonMeter(shape)
    try {
      for (let at = 0; at < bytes.length; at += size) meter.take(bytes.subarray(at, at + size))
      return undefined
    } catch (error) {
      return (error as JsonTooMuch).limit
    }
  })
  assert.equal(new Set(codes).size, 1, `${text}: ${codes.join()}`)
  return codes[0]
}

it('counts levels, values and bytes of names wherever a chunk of the body ends', () => {
  assert.equal(passed('{"a":[{"b":1}]}'), undefined)
  assert.equal(passed('{"a":[{"b":[1]}]}'), 'depth')
  assert.equal(passed('[1,2,3,4,5,6,7,8,9,10]'), undefined)
  assert.equal(passed('[1,2,3,4,5,6,7,8,9,10,11]'), 'values')
  assert.equal(passed(`{"${'n'.repeat(12)}":1}`), undefined)
  assert.equal(passed(`{"${'n'.repeat(13)}":1}`), 'nameBytes')
  assert.equal(passed(`{"a":1,"${'n'.repeat(13)}":1}`), 'nameBytes')
  assert.equal(passed(`{"a":["x"],"${'n'.repeat(13)}":1}`), 'nameBytes')
})

it('takes nothing that stands in a text for more', () => {
  assert.equal(passed(`{"a":"${'[{,'.repeat(20)}"}`), undefined)
  assert.equal(passed(`{"a":"${'\\\\\\"[,'.repeat(20)}"}`), undefined)
  assert.equal(passed(`["${'n'.repeat(50)}","${'n'.repeat(50)}"]`), undefined)
  assert.equal(passed(`{"a":"${'n'.repeat(50)}"}`), undefined)
})

it('reads what is no JSON as well', () => {
  for (const text of ['', ']]]]}', '"', '\\', '{"a', ',,,', '}{"x":1}'])
    assert.equal(passed(text), undefined, text)
  assert.equal(passed('[[[['), 'depth')
})

it('tells names that may reach into prototypes, and those alone', () => {
  const mayPoison = (text: string) => {
    const meter = new JsonMeter({ ...shape, nameBytes: 20 })
    meter.take(Buffer.from(text))
    return meter.mayPoison
  }
  for (const text of [
    '{"__proto__":1}',
    '{"a":{"constructor":1}}',
    '{"\\u005f_proto__":1}',
    '{"a":1,"__proto__":1}',
  ])
    assert.ok(mayPoison(text), text)
  for (const text of ['{"a":"__proto__"}', '["constructor"]', '{"name":"\\u005f"}'])
    assert.ok(!mayPoison(text), text)
})
