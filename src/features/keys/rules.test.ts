import assert from 'node:assert/strict'
import { test } from 'node:test'
import { excess, stateOf, type Rights } from './rules.ts'

const june = new Date('2026-06-01T00:00:00Z')
const july = new Date('2026-07-01T00:00:00Z')
const all: Rights = { scopes: null, expiresAt: null, connectionId: null }
const reading: Rights = { ...all, scopes: ['*:read'] }
const keys: Rights = { ...all, scopes: ['keys:write'] }

const cases: [about: string, own: Rights, wanted: Rights, field: string | null][] = [
  ['everything of everything', all, all, null],
  ['less of everything', all, { ...all, scopes: ['kv:read'], expiresAt: june }, null],
  ['the same', keys, keys, null],
  ['everything of some', keys, all, 'scopes'],
  ['another scope', keys, { ...keys, scopes: ['keys:write', 'keys:read'] }, 'scopes'],
  ['a family of all families', reading, { ...reading, scopes: ['kv:read', '*:read'] }, null],
  ['writing of reading', reading, { ...reading, scopes: ['kv:write'] }, 'scopes'],
  ['all families of one', { ...all, scopes: ['kv:read'] }, reading, 'scopes'],
  ['no end of an end', { ...all, expiresAt: june }, all, 'expiresAt'],
  ['a later end', { ...all, expiresAt: june }, { ...all, expiresAt: july }, 'expiresAt'],
  ['the same end', { ...all, expiresAt: june }, { ...all, expiresAt: june }, null],
  ['one connection of all', all, { ...all, connectionId: '3' }, null],
  ['the same connection', { ...all, connectionId: '3' }, { ...all, connectionId: '3' }, null],
  ['another connection', { ...all, connectionId: '3' }, { ...all, connectionId: '4' }, 'connectionId'],
  ['all connections of one', { ...all, connectionId: '3' }, all, 'connectionId'],
  ['an earlier end', { ...all, expiresAt: july }, { ...all, expiresAt: june }, null],
]
for (const [about, own, wanted, field] of cases) {
  test(`a key may${field === null ? '' : ' not'} give ${about}`, () => {
    assert.equal(excess(own, wanted)?.field ?? null, field)
  })
}

test('a key ends at its moment, and stays revoked', () => {
  assert.equal(stateOf({ revoked_at: null, expires_at: july }, june), 'active')
  assert.equal(stateOf({ revoked_at: null, expires_at: june }, june), 'expired')
  assert.equal(stateOf({ revoked_at: june, expires_at: june }, june), 'revoked')
})
