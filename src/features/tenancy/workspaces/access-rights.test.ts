import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findExcess, type AccessRights } from './access-rights.ts'

const june = new Date('2026-06-01T00:00:00Z')
const july = new Date('2026-07-01T00:00:00Z')
const all: AccessRights = { scopes: null, expiresAt: null, connectionIds: null, listingIds: null }
const reading: AccessRights = { ...all, scopes: ['*:read'] }
const keys: AccessRights = { ...all, scopes: ['keys:write'] }

type Case = [about: string, own: AccessRights, wanted: AccessRights, field: string | null]
const cases: Case[] = [
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
  ...(['connectionIds', 'listingIds'] as const).flatMap((field): Case[] => [
    [`some ${field} of all`, all, { ...all, [field]: ['3'] }, null],
    [`the same ${field}`, { ...all, [field]: ['3', '4'] }, { ...all, [field]: ['4', '3'] }, null],
    [`fewer ${field}`, { ...all, [field]: ['3', '4'] }, { ...all, [field]: ['4'] }, null],
    [`other ${field}`, { ...all, [field]: ['3'] }, { ...all, [field]: ['4'] }, field],
    [`more ${field}`, { ...all, [field]: ['3'] }, { ...all, [field]: ['3', '4'] }, field],
    [`all ${field} of some`, { ...all, [field]: ['3'] }, all, field],
  ]),
  ['an earlier end', { ...all, expiresAt: july }, { ...all, expiresAt: june }, null],
]
for (const [about, own, wanted, field] of cases) {
  test(`a key may${field === null ? '' : ' not'} give ${about}`, () => {
    assert.equal(findExcess(own, wanted)?.field ?? null, field)
  })
}

test('a refusal says which right is too wide, and what the calling key has', () => {
  const refusal = (own: Partial<AccessRights>, wanted: Partial<AccessRights>) => {
    const { value, message } = findExcess({ ...all, ...own }, { ...all, ...wanted }) ?? {}
    return [value, message]
  }
  assert.deepEqual(refusal({ scopes: ['kv:read'] }, {}), [
    null,
    'it may do everything, and the calling key may not',
  ])
  assert.deepEqual(refusal({ scopes: ['kv:read'] }, { scopes: ['kv:read', 'kv:write'] }), [
    'kv:write',
    'it has `kv:write`, and the calling key has not',
  ])
  const end = 'it ends later than the calling key, which ends at 2026-06-01T00:00:00.000Z'
  assert.deepEqual(refusal({ expiresAt: june }, {}), [null, end])
  assert.deepEqual(refusal({ expiresAt: june }, { expiresAt: july }), ['2026-07-01T00:00:00.000Z', end])
  assert.deepEqual(refusal({ listingIds: ['3', '4'] }, { listingIds: ['5'] }), [
    ['5'],
    'it is not for the listings 3, 4 only, as the calling key is',
  ])
  assert.deepEqual(refusal({ connectionIds: ['3'] }, {}), [
    null,
    'it is not for the connections 3 only, as the calling key is',
  ])
})
