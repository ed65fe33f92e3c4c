import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventKinds } from '../../contract/events.ts'
import { findUnknownPattern, listKnownPatterns, stripCredentials, unknownEventType } from './rules.ts'

const kinds = ['reservation.created', 'listing.calendar.updated']
const known = listKnownPatterns(kinds)

test('a webhook subscribes to kinds, to families of them, or to all', () => {
  assert.deepEqual(known, [
    '*',
    'listing.*',
    'listing.calendar.*',
    'listing.calendar.updated',
    'reservation.*',
    'reservation.created',
  ])
})

test('a mistyped pattern is named with its place and what was meant, for it would never fire', () => {
  assert.equal(findUnknownPattern(['*', 'reservation.created'], known), undefined)
  assert.equal(findUnknownPattern([], known), undefined)
  assert.deepEqual(findUnknownPattern(['*', 'reservation.create', 'nothing'], known), {
    index: 1,
    value: 'reservation.create',
    didYouMean: 'reservation.created',
  })
  assert.deepEqual(findUnknownPattern(['zzzzzzzz'], known), {
    index: 0,
    value: 'zzzzzzzz',
    didYouMean: undefined,
  })
})

test('a message never shows the password of an address', () => {
  assert.equal(stripCredentials('https://ann:s3cret@example.org/hook'), 'https://…@example.org/hook')
  assert.equal(stripCredentials('https://ann:s3@cret@example.org'), 'https://…@example.org')
  for (const plain of [
    'https://example.org/@ann',
    'https://example.org?to=a@b.org',
    'https://example.org#a@b',
    'https://example.org/x//a@b',
    'no address',
  ])
    assert.equal(stripCredentials(plain), plain)
})

test('an event type that does not exist is refused with all that do', () => {
  const { code, message, extra } = unknownEventType('type', 'reservation.create')
  assert.equal(code, 'invalid_type')
  assert.equal(message, 'There is no kind of event `reservation.create`. Did you mean `reservation.created`?')
  assert.deepEqual(extra, {
    field: 'type',
    value_received: 'reservation.create',
    valid_values: eventKinds,
    did_you_mean: 'reservation.created',
  })
  const strange = unknownEventType('type', 'zzzzzzzz')
  assert.equal(strange.message, 'There is no kind of event `zzzzzzzz`.')
  assert.ok(!('did_you_mean' in strange.extra))
})
