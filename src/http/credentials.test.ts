import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiKeyOf } from './credentials.ts'

test('the key comes from a bearer credential, else from x-api-key', () => {
  assert.equal(apiKeyOf({ authorization: 'Bearer sk_live_a' }), 'sk_live_a')
  assert.equal(apiKeyOf({ authorization: 'bearer   sk_live_a ' }), 'sk_live_a')
  assert.equal(apiKeyOf({ 'x-api-key': 'sk_live_b' }), 'sk_live_b')
  assert.equal(apiKeyOf({ authorization: 'Bearer sk_live_a', 'x-api-key': 'sk_live_b' }), 'sk_live_a')
  assert.equal(apiKeyOf({ authorization: 'Basic dXNlcg==', 'x-api-key': 'sk_live_b' }), 'sk_live_b')
})

test('no credential and a credential of another kind are told apart', () => {
  assert.equal(apiKeyOf({}), null)
  assert.equal(apiKeyOf({ authorization: 'Basic dXNlcg==' }), '')
  assert.equal(apiKeyOf({ authorization: '' }), '')
})
