import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytesBefore } from './position.ts'

test('places in the log are compared as numbers, whatever their length', () => {
  assert.equal(bytesBefore('0/0'), 0n)
  assert.equal(bytesBefore('1/0'), 4_294_967_296n)
  assert.ok(bytesBefore('A/1') > bytesBefore('9/FFFFFFFF'))
  assert.ok(bytesBefore('0/9') < bytesBefore('0/10'))
})
