import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { canonicalJson, contentHash, toStorable } from './canonical.ts'

describe('what the database can store', () => {
  it('is answered as it is', () => {
    const record = { name: 'Ana', nights: [1, null, { at: Number.NaN }] }
    assert.equal(toStorable(record), record)
  })

  it('is made of what it cannot', () => {
    const half = String.fromCharCode(0xd800)
    const record = { 'na\0me': 'A\0na', rooms: [{ name: `x${half}` }, 'b'], nothing: undefined, none: null }
    assert.deepEqual(Object.entries(toStorable(record)), [
      ['name', 'Ana'],
      ['rooms', [{ name: 'x\ufffd' }, 'b']],
      ['none', null],
    ])
    assert.equal(Object.keys(toStorable(JSON.parse('{"__proto__":"\\u0000"}') as object))[0], '__proto__')
  })

  it('is found in one go, however deep it lies', () => {
    let record: unknown = 'a\0'
    for (let depth = 0; depth < 500; depth += 1) record = { in: [record] }
    assert.ok(!JSON.stringify(toStorable(record)).includes('u0000'))
  })
})

describe('a record as text', () => {
  it('is the same for the same content, whatever the order of its fields', () => {
    const text = '{"a":[1,null,{"x":"é"}],"b":null,"z":"\\n"}'
    assert.equal(canonicalJson({ z: '\n', a: [1, undefined, { y: undefined, x: 'é' }], b: null }), text)
  })

  it('has the hash that stored records have', () => {
    assert.equal(
      contentHash({ b: 1, a: ['x'] }),
      '36ef25939de4f205906ea945d97c007a4589f0d9695f7dc942a55be26e2b8ce3',
    )
  })
})
