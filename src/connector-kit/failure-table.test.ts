import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verdictInBody } from './failure-table.ts'

test('a failure in the body of a success is judged by the status it names, or is a refusal', () => {
  const verdictOf = verdictInBody((json) => {
    const { ok, code } = json as { ok: boolean; code?: number }
    return !ok && (code ?? true)
  })
  const kind = (status: number, json: object) => verdictOf({ status, headers: {}, text: '{}', json })?.kind
  assert.equal(kind(200, { ok: true }), undefined)
  assert.equal(kind(200, { ok: false }), 'rejected')
  assert.deepEqual(
    [401, 404, 429, 503, 422, 200, 70_001].map((code) => kind(200, { ok: false, code })),
    ['credentials', 'not_found', 'rate_limited', 'unavailable', 'rejected', 'rejected', 'rejected'],
  )
  // A real failure is judged by its own status.
  assert.equal(kind(503, { ok: false }), undefined)
})
