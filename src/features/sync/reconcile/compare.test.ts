import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listStayDifferences, isEqual, sideHash, type StaySides } from './compare.ts'

const sides = (ours: StaySides['ours'], theirs: StaySides['theirs']): StaySides => ({
  externalId: 'r1',
  ours,
  theirs,
})

test('sides that hold the same are equal, whatever the order of their fields', () => {
  const equal = sides({ a: '1', b: null }, { b: null, a: '1' })
  assert.equal(isEqual(equal), true)
  assert.equal(sideHash(equal.ours ?? {}), sideHash(equal.theirs))
  assert.equal(isEqual(sides({ a: '1' }, { a: '1', b: null })), true)
  assert.equal(sideHash({ a: '1' }), sideHash({ a: '1', b: null }))
  assert.notEqual(sideHash({ a: '1' }), sideHash({ a: '2' }))
})

test('each field that differs is named with both values, and whether it was mended', () => {
  const before = sides({ a: '1', b: '2', c: '3' }, { a: '1', b: '7', c: null })
  const after = sides({ a: '1', b: '7', c: '3' }, { a: '1', b: '7', c: null })
  assert.deepEqual(listStayDifferences(before, after), [
    { externalId: 'r1', kind: 'drift', field: 'b', ours: '2', theirs: '7', mended: true },
    { externalId: 'r1', kind: 'drift', field: 'c', ours: '3', theirs: null, mended: false },
  ])
  assert.ok(listStayDifferences(before, undefined).every(({ mended }) => !mended))
})

test('a stay that is not stored is one difference', () => {
  const missing = sides(null, { a: '1' })
  assert.equal(isEqual(missing), false)
  const told = listStayDifferences(missing, sides({ a: '1' }, { a: '1' }))
  assert.deepEqual(
    told.map(({ kind, field, mended }) => [kind, field, mended]),
    [['missing_here', null, true]],
  )
  assert.equal(listStayDifferences(missing, missing)[0]?.mended, false)
})

test('how to reach a guest is not shown, and long values are cut', () => {
  const before = sides(
    { 'guest.email': 'ada@example.org', financials: 'x'.repeat(500) },
    { 'guest.email': 'bob@example.org', financials: '' },
  )
  const told = listStayDifferences(before, undefined)
  assert.doesNotMatch(JSON.stringify(told), /example\.org/)
  assert.ok(told.every(({ ours }) => (ours ?? '').length <= 201))
})
