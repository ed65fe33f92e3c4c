import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressRanges } from '../platform/settings/parsers.ts'
import { createAddressOf } from './client-address.ts'

const addressOf = createAddressOf(addressRanges('127.0.0.1, 10.0.0.0/8,fd00::/8'))
const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
  addressOf({ headers, socket: { remoteAddress } })

test('only a trusted proxy is believed, from the nearest hop backwards', () => {
  const cases: [string, Record<string, string>, string][] = [
    ['203.0.113.9', { 'x-forwarded-for': '198.51.100.1' }, '203.0.113.9'],
    ['127.0.0.1', {}, '127.0.0.1'],
    ['::ffff:127.0.0.1', { 'x-forwarded-for': '198.51.100.1' }, '198.51.100.1'],
    ['127.0.0.1', { 'x-forwarded-for': '1.2.3.4, 198.51.100.1' }, '198.51.100.1'],
    ['127.0.0.1', { 'x-forwarded-for': '1.2.3.4, 198.51.100.1, 10.1.1.1' }, '198.51.100.1'],
    ['127.0.0.1', { 'x-forwarded-for': '198.51.100.1:8080' }, '198.51.100.1'],
    ['fd00::1', { 'x-forwarded-for': '[2001:db8:1:2:3::4]:443' }, '2001:db8:1:2::/64'],
    ['127.0.0.1', { 'x-forwarded-for': '10.2.2.2, 10.1.1.1' }, '10.2.2.2'],
    ['127.0.0.1', { forwarded: 'for=1.2.3.4, for=198.51.100.1;proto=https' }, '198.51.100.1'],
    ['127.0.0.1', { forwarded: 'proto=https;For="[2001:db8:1:2:3::4]:4711"' }, '2001:db8:1:2::/64'],
    ['127.0.0.1', { forwarded: 'for=198.51.100.1', 'x-forwarded-for': '198.51.100.1' }, '198.51.100.1'],
  ]
  for (const [peer, headers, expected] of cases) {
    assert.equal(from(peer, headers), expected, JSON.stringify(headers))
  }
})

test('what cannot be relied on leaves the proxy itself', () => {
  for (const headers of [
    { 'x-forwarded-for': 'unknown' },
    { 'x-forwarded-for': '198.51.100.1, nonsense' },
    { 'x-forwarded-for': '1' },
    { 'x-forwarded-for': '' },
    { forwarded: 'for=_hidden' },
    { forwarded: 'for=unknown' },
    { forwarded: 'by=198.51.100.1' },
    { forwarded: 'for=198.51.100.1', 'x-forwarded-for': '198.51.100.2' },
  ]) {
    assert.equal(from('127.0.0.1', headers), '127.0.0.1', JSON.stringify(headers))
  }
})
