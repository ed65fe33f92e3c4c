import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { it } from 'node:test'
import { hmacSha256 } from './hmac.ts'

it('signs as the library does, by keys shorter and longer than a block', () => {
  for (const length of [0, 1, 32, 63, 64, 65, 200]) {
    const key = randomBytes(length)
    for (const text of ['', 'a', 'größer als ein Zeichen je Byte', 'x'.repeat(1_000)]) {
      const expected = createHmac('sha256', key).update(text).digest('hex')
      assert.equal(
        hmacSha256(key, text).toString('hex'),
        expected,
        `${length} bytes, ${text.length} characters`,
      )
      assert.equal(hmacSha256(key, text).toString('hex'), expected, 'with what was remembered of the key')
    }
  }
})
