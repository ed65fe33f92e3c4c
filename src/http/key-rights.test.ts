import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KeyScope } from '../contract/key-scopes.ts'
import { ApiError } from '../platform/api-error.ts'
import { allows, assertPlanned, assertScope, neededScope } from './key-rights.ts'

const reading = { family: 'guests', method: 'GET' } as const
const writing = { family: 'guests', method: 'PATCH' } as const
const refusalOf = (check: () => void) => {
  try {
    check()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  return null
}

describe('the scope that a request needs', () => {
  it('is that of its family, for writing unless the route only reads', () => {
    assert.equal(neededScope(reading), 'guests:read')
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
      assert.equal(neededScope({ ...writing, method }), 'guests:write')
    assert.equal(neededScope({ ...writing, method: 'POST', write: false }), 'guests:read')
    assert.equal(neededScope({ ...reading, write: true }), 'guests:write')
    assert.equal(neededScope({ method: 'GET' }), null)
  })

  it('is given by itself or for all families, and writing never includes reading', () => {
    const cases: [scopes: KeyScope[] | null, needed: KeyScope, isAllowed: boolean][] = [
      [null, 'keys:write', true],
      [[], 'guests:read', false],
      [['guests:read'], 'guests:read', true],
      [['guests:read'], 'guests:write', false],
      [['guests:write'], 'guests:read', false],
      [['payouts:read'], 'guests:read', false],
      [['*:read'], 'guests:read', true],
      [['*:read'], 'guests:write', false],
      [['*:write'], 'guests:write', true],
      [['*:write'], 'guests:read', false],
    ]
    for (const [scopes, needed, isAllowed] of cases)
      assert.equal(allows(scopes, needed), isAllowed, `${String(scopes)} for ${needed}`)
  })
})

describe('a request', () => {
  const refused = (
    route: Parameters<typeof assertScope>[0],
    scopes: KeyScope[] | null,
    memberId: string | null,
  ) => refusalOf(() => assertScope(route, { scopes, memberId }))

  it('passes with the scope, with all scopes, or where any scope does', () => {
    assert.equal(refused(writing, ['guests:write'], null), null)
    assert.equal(refused(writing, null, null), null)
    assert.equal(refused({ ...writing, anyScope: true }, ['kv:read'], null), null)
  })

  it('is refused where the scope is missing, and told how to get it', () => {
    const key = refused(writing, ['guests:read'], null)
    assert.equal(key?.code, 'forbidden')
    assert.match(key.message, /^This key .* needs the scope `guests:write`/)
    assert.equal(key.extra['needed_scope'], 'guests:write')
    assert.deepEqual(key.extra['key_scopes'], ['guests:read'])
    assert.match(JSON.stringify(key), /keys create/)
    const session = refused(writing, ['guests:read'], '5')
    assert.match(session?.message ?? '', /^This session /)
    assert.match(JSON.stringify(session), /wider role/)
  })

  it('of a route that belongs to no family is refused to a key with limited scopes', () => {
    assert.equal(refused({ method: 'GET' }, ['*:read', '*:write'], null)?.code, 'forbidden')
    assert.equal(refused({ method: 'GET' }, null, null), null)
  })
})

describe('a key for agents', () => {
  const agent = { agentLimits: {} } as Parameters<typeof assertPlanned>[1]

  it('reads, and writes by confirmed plans alone', () => {
    const refusal = refusalOf(() => assertPlanned({ method: 'POST' }, agent))
    assert.equal(refusal?.code, 'plan_required')
    assert.match(refusal.message, /by confirmed plans alone/)
    assert.equal(
      refusalOf(() => assertPlanned({ method: 'GET' }, agent)),
      null,
    )
    assert.equal(
      refusalOf(() => assertPlanned({ method: 'POST', write: false }, agent)),
      null,
    )
    assert.equal(
      refusalOf(() => assertPlanned({ method: 'POST', ofPlans: true }, agent)),
      null,
    )
  })

  it('is the only one that is held to that', () => {
    assert.equal(
      refusalOf(() => assertPlanned({ method: 'POST' }, { agentLimits: null })),
      null,
    )
  })
})
