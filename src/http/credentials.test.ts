import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  accountHeader,
  apiKeyOf,
  clearSessionCookie,
  cookieOf,
  isFromConsole,
  pageHeader,
  setSessionCookie,
  workspaceHeader,
} from './credentials.ts'

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
  assert.equal(apiKeyOf({ 'x-api-key': '' }), null)
  assert.equal(apiKeyOf({ authorization: 'Basic x', 'x-api-key': '' }), '')
})

test('a header that is two credentials, or more than one word, is no key', () => {
  assert.equal(apiKeyOf({ authorization: 'Bearer sk_live_a sk_live_b' }), '')
  assert.equal(apiKeyOf({ authorization: 'Basic Bearer sk_live_a' }), '')
  assert.equal(apiKeyOf({ authorization: 'Bearersk_live_a' }), '')
  assert.equal(apiKeyOf({ authorization: ['Bearer sk_live_a', 'Bearer sk_live_b'] }), '')
  assert.equal(apiKeyOf({ authorization: ['Bearer sk_live_a'] }), '')
  assert.equal(apiKeyOf({ 'x-api-key': ['sk_live_a', 'sk_live_b'] }), null)
})

const cookie = 'theme=dark; lodgewire_session=live-token;lodgewire_sandbox_session=sandbox-token'

test('a cookie counts for the console alone, so that no other site acts for who is signed in', () => {
  assert.equal(cookieOf({ cookie }), null)
  assert.equal(cookieOf({ cookie, 'x-lodgewire-console': '' }), null)
  assert.equal(isFromConsole({ cookie }), false)
  assert.equal(isFromConsole({ 'x-lodgewire-console': 'live' }), true)
})

test('a window of the sandbox never acts on live bookings, nor the other way round', () => {
  assert.equal(cookieOf({ cookie, 'x-lodgewire-console': 'live' }), 'live-token')
  assert.equal(cookieOf({ cookie, 'x-lodgewire-console': 'sandbox' }), 'sandbox-token')
  const sandboxOnly = 'lodgewire_sandbox_session=sandbox-token'
  assert.equal(cookieOf({ cookie: sandboxOnly, 'x-lodgewire-console': 'live' }), null)
  assert.equal(cookieOf({ 'x-lodgewire-console': 'live' }), null)
})

test('a session cookie is out of reach of scripts, other sites and plain HTTP', () => {
  assert.equal(
    setSessionCookie('live', 'token', 60),
    'lodgewire_session=token; Path=/v1; Max-Age=60; HttpOnly; Secure; SameSite=Strict',
  )
  assert.match(clearSessionCookie({}), /^lodgewire_session=; .*Max-Age=0;/)
  assert.match(
    clearSessionCookie({ 'x-lodgewire-console': 'sandbox' }),
    /^lodgewire_sandbox_session=; .*Max-Age=0;/,
  )
})

test('an empty workspace header names none, and an empty account header names an account that is not there', () => {
  assert.equal(workspaceHeader({ 'x-workspace-id': '7' }), '7')
  for (const value of [undefined, '', ['7', '8']])
    assert.equal(workspaceHeader({ 'x-workspace-id': value }), null)
  assert.equal(accountHeader({ 'x-account-id': '4' }), '4')
  assert.equal(accountHeader({ 'x-account-id': '' }), '')
  assert.equal(accountHeader({}), null)
})

test('a page of the host’s own sends the header that the guide names', () => {
  const guide = readFileSync(new URL('../../docs/guides/connect-page.md', import.meta.url), 'utf8')
  assert.ok(guide.includes(`\`${pageHeader}: 1\``))
})
