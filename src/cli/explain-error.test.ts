import assert from 'node:assert/strict'
import { it } from 'node:test'
import { explainError } from './explain-error.ts'

const words: Record<string, string> = {
  'connect ECONNREFUSED 127.0.0.1:4000': 'nothing listens on 127.0.0.1:4000',
  'ENOSPC: no space left on device, write': 'the disk is full',
  'Connection terminated unexpectedly': 'the database went away; run the command again once the server is up',
  'terminating connection due to administrator command':
    'the database went away; run the command again once the server is up',
  'The encryption key was replaced meanwhile.': 'The encryption key was replaced meanwhile.',
}

for (const [said, shown] of Object.entries(words))
  it(`says of “${said}”: ${shown}`, () => {
    assert.equal(explainError(new Error(said)), shown)
  })

it('says what a failed fetch failed at', () => {
  const cause = new Error('getaddrinfo ENOTFOUND nowhere.example')
  assert.equal(
    explainError(new TypeError('fetch failed', { cause })),
    'no machine is known under the name nowhere.example',
  )
})
