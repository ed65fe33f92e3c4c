import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Ajv } from 'ajv'
import { withTextLengths } from './text-length.ts'

it('counts characters as the library does, and says the same limit', () => {
  const [ours, theirs] = [withTextLengths(new Ajv()), new Ajv()]
  const texts = [
    '',
    'a',
    'ab',
    '🌿',
    '🌿🌿',
    'a🌿b',
    '\ud83c',
    '\ud83c\ud83c',
    '\udf3f🌿',
    'x'.repeat(9),
    '🌿'.repeat(9),
  ]
  for (const text of texts) {
    for (const limit of [0, 1, 2, 3, 4, 9, 18, 19]) {
      for (const keyword of ['maxLength', 'minLength']) {
        const schema = { type: 'string', [keyword]: limit }
        const [own, library] = [ours.compile(schema), theirs.compile(schema)]
        assert.equal(own(text), library(text), `${text} ${keyword} ${limit}`)
        assert.deepEqual(own.errors?.[0]?.params, library.errors?.[0]?.params)
      }
    }
  }
})
