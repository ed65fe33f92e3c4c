import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiError } from '../../platform/api-error.ts'
import { parseAccount } from './account-filter.ts'
import { parseInclude } from './include.ts'

const known = ['content', 'details']

describe('the include parameter', () => {
  it('is a choice, with blanks and empty parts ignored', () => {
    assert.deepEqual(parseInclude(undefined, known), [])
    assert.deepEqual(parseInclude('', known), [])
    assert.deepEqual(parseInclude('details', known), ['details'])
    assert.deepEqual(parseInclude(' content , ,details,', known), ['content', 'details'])
  })

  it('names what it does not know', () => {
    for (const value of ['photos', 'content,photos', 'Content', 'content;details']) {
      assert.throws(
        () => parseInclude(value, known),
        (error) =>
          error instanceof ApiError &&
          error.code === 'invalid_params' &&
          error.status === 400 &&
          error.extra.field === 'include' &&
          assert.deepEqual(error.extra.valid_values, known) === undefined,
        value,
      )
    }
  })
})

it('the account filter splits at the first colon', () => {
  assert.deepEqual(parseAccount('hostaway:64127'), { provider: 'hostaway', externalAccountId: '64127' })
  assert.deepEqual(parseAccount('vrbo:a:b'), { provider: 'vrbo', externalAccountId: 'a:b' })
  assert.equal(parseAccount(undefined), undefined)
})
