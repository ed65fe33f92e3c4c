import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ControlError } from './control-error.ts'
import { faultKinds, Faults } from './faults.ts'

function fixture() {
  const time = { ms: 0 }
  return { time, faults: new Faults(() => time.ms) }
}

test('a counted fault strikes so many times, once when nothing is said', () => {
  const { faults } = fixture()
  faults.add({ kind: '500', count: 2 })
  faults.add({ kind: 'drop' })
  assert.equal(faults.take(['500']), '500')
  assert.equal(faults.take(['500']), '500')
  assert.equal(faults.take(['500']), undefined)
  assert.equal(faults.take(['drop']), 'drop')
  assert.equal(faults.take(['drop']), undefined)
})

test('a timed fault strikes until its time is over', () => {
  const { faults, time } = fixture()
  faults.add({ kind: '429', seconds: 10 })
  time.ms = 9_999
  assert.equal(faults.take(['429']), '429')
  time.ms = 10_000
  assert.equal(faults.take(['429']), undefined)
})

test('a path stands for itself and what is under it, a star for one part', () => {
  const { faults } = fixture()
  faults.add({ kind: 'html', count: 9, path: '/v1/listings/*/calendar' })
  assert.equal(faults.isDue('html', '/v1/listings/5/calendar'), true)
  assert.equal(faults.isDue('html', '/v1/listings/5'), false)
  assert.equal(faults.isDue('html', '/v1/listingsX/5/calendar'), false)
  faults.clear()
  faults.add({ kind: 'html', path: '/v1/reservations' })
  assert.equal(faults.isDue('html', '/v1/reservations/17'), true)
  assert.equal(faults.isDue('html', '/v1/reservationsX'), false)
})

test('a method narrows a fault to the calls that use it', () => {
  const { faults } = fixture()
  faults.add({ kind: 'lost_answer', path: '/v1/reservations', method: 'POST' })
  assert.equal(faults.take(['lost_answer'], '/v1/reservations', 'GET'), undefined)
  assert.equal(faults.take(['lost_answer'], '/v1/reservations', 'POST'), 'lost_answer')
})

test('an answer is spoilt where it has the text, and only then is it counted', () => {
  const { faults } = fixture()
  faults.add({ kind: 'spoilt', find: '"a":1', put: '"a":"one"', path: '/v1/reservations', count: 2 })
  assert.equal(faults.spoil('{"b":2}', '/v1/reservations', 'GET'), '{"b":2}')
  assert.equal(faults.spoil('{"a":1}', '/v1/listings', 'GET'), '{"a":1}')
  assert.equal(faults.spoil('{"a":1}', '/v1/reservations/7', 'GET'), '{"a":"one"}')
  assert.equal(faults.spoil('[{"a":1},{"a":1}]', '/v1/reservations', 'GET'), '[{"a":"one"},{"a":"one"}]')
  assert.equal(faults.spoil('{"a":1}', '/v1/reservations', 'GET'), '{"a":1}')
  assert.deepEqual(faults.list(), [])
})

test('what cannot be understood is refused in words', () => {
  const { faults } = fixture()
  const wrong = [
    {},
    [],
    { kind: 'explode' },
    { kind: 'constructor' },
    { kind: '500', count: 0 },
    { kind: '500', count: 1.5 },
    { kind: '500', seconds: -1 },
    { kind: '500', count: 1, seconds: 1 },
    { kind: '500', path: 'v1' },
    { kind: 'late_guest', path: '/v1' },
    { kind: '500', times: 3 },
    { kind: '500', method: 'post' },
    { kind: 'late_guest', method: 'POST' },
    { kind: 'spoilt' },
    { kind: 'spoilt', find: 'a' },
    { kind: 'spoilt', find: '', put: 'b' },
    { kind: '500', find: 'a', put: 'b' },
  ]
  for (const input of wrong) assert.throws(() => faults.add(input), ControlError, JSON.stringify(input))
  assert.equal(faults.list().length, 0)
  for (const kind of Object.keys(faultKinds))
    faults.add(kind === 'spoilt' ? { kind, find: 'a', put: 'b' } : { kind })
  assert.equal(faults.list().length, Object.keys(faultKinds).length)
  assert.equal(faults.add({ kind: 429 }).kind, '429')
})
