import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createVault, DecryptError } from '../../../platform/crypto.ts'
import { openEndpointKeys, openSigningKeys } from './signing-keys.ts'
import type { SigningKey } from './signature.ts'

const secretOf = ([key]: readonly SigningKey[]) => key?.own.export().toString('utf8')

const counted = () => {
  const vault = createVault(randomBytes(32).toString('base64'))
  const counting = {
    opened: 0,
    decrypt(sealed: Uint8Array, context: string) {
      counting.opened += 1
      return vault.decrypt(sealed, context)
    },
  }
  return { vault, counting }
}

test('a secret is decrypted once, and the one that replaces it by itself', () => {
  const { vault, counting } = counted()
  const [old, next] = [vault.encrypt('whsec_old', 'webhook:1:a'), vault.encrypt('whsec_next', 'webhook:1:a')]
  for (let round = 0; round < 3; round += 1) {
    // The database hands out the same bytes in a new buffer each time.
    assert.equal(secretOf(openSigningKeys(counting, Buffer.from(old), 'webhook:1:a')), 'whsec_old')
    assert.equal(secretOf(openSigningKeys(counting, Buffer.from(next), 'webhook:1:a')), 'whsec_next')
  }
  assert.equal(counting.opened, 2)
})

test("another webhook's secret is refused, however often it was opened where it belongs", () => {
  const { vault, counting } = counted()
  const sealed = vault.encrypt('whsec_old', 'webhook:1:a')
  openSigningKeys(counting, sealed, 'webhook:1:a')
  assert.throws(() => openSigningKeys(counting, sealed, 'webhook:2:a'), DecryptError)
})

test('only so many are remembered', () => {
  const { vault, counting } = counted()
  const contexts = Array.from({ length: 2_001 }, (_, number) => `webhook:1:${number}`)
  const sealed = contexts.map((context) => vault.encrypt('whsec_one', context))
  const open = (count: number) => {
    for (const [at, context] of contexts.slice(0, count).entries())
      openSigningKeys(counting, sealed[at] ?? Buffer.of(), context)
  }
  open(2_000)
  open(2_000)
  assert.equal(counting.opened, 2_000, 'two thousand webhooks are signed for without decrypting again')
  openSigningKeys(counting, sealed[2_000] ?? Buffer.of(), 'webhook:1:2000')
  openSigningKeys(counting, sealed[0] ?? Buffer.of(), 'webhook:1:0')
  assert.equal(counting.opened, 2_002)
})

test('an endpoint signs with all its secrets, opened once for the list of them', () => {
  const { vault, counting } = counted()
  const sealed = ['whsec_next', 'whsec_old'].map((secret) => vault.encrypt(secret, 'webhook:1:a'))
  const keys = openEndpointKeys(counting, sealed, 'webhook:1:a')
  assert.deepEqual(
    keys.map((key) => secretOf([key])),
    ['whsec_next', 'whsec_old'],
  )
  assert.equal(openEndpointKeys(counting, sealed, 'webhook:1:a'), keys)
  assert.equal(counting.opened, 2)
})
