import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import test from 'node:test'
import { createVault, DecryptError, equalInConstantTime, hashApiKey, randomToken } from './crypto.ts'
import { sealedWith } from './crypto.ts'
import { loadKeyRing } from './key-file.ts'

const one = Buffer.alloc(32, 1).toString('base64')
const two = Buffer.alloc(32, 2).toString('hex')
const context = 'connection:1:5'

test('what was encrypted is read back, and looks different every time', () => {
  const vault = createVault(one)
  const text = '{"apiKey":"grüße"}'
  const [first, second] = [vault.encrypt(text, context), vault.encrypt(text, context)]
  assert.notDeepEqual(first, second)
  assert.equal(vault.decrypt(first, context), text)
  assert.equal(vault.decrypt(vault.encrypt('', context), context), '')
  assert.ok(!first.includes('apiKey'))
})

test('a change of any byte is noticed', () => {
  const vault = createVault(one)
  const sealed = vault.encrypt('secret', context)
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed)
    changed[index] = (changed[index] ?? 0) ^ 1
    assert.throws(() => vault.decrypt(changed, context), DecryptError, `byte ${index}`)
  }
  for (let length = 0; length < sealed.length; length++) {
    assert.throws(() => vault.decrypt(sealed.subarray(0, length), context), DecryptError, `length ${length}`)
  }
})

test('a value does not decrypt in the place of another', () => {
  const vault = createVault(one)
  assert.throws(() => vault.decrypt(vault.encrypt('secret', context), 'connection:1:6'), DecryptError)
})

test('a rotated ring reads the old values and writes with the new key', () => {
  const before = createVault(one)
  const sealed = before.encrypt('secret', context)
  const after = createVault(`next:${two},${one}`)
  assert.equal(after.decrypt(sealed, context), 'secret')
  assert.equal(sealedWith(sealed), before.keyId)
  assert.equal(sealedWith(after.encrypt('secret', context)), 'next')
  assert.throws(
    () => createVault(two).decrypt(sealed, context),
    /encrypted with key ".+", which ENCRYPTION_KEY/,
  )
})

test('derived keys differ by purpose and master key, and signatures outlive a rotation', () => {
  const vault = createVault(one)
  assert.notDeepEqual(vault.deriveKeys('cursor'), vault.deriveKeys('idempotency'))
  assert.notDeepEqual(vault.deriveKeys('cursor'), createVault(two).deriveKeys('cursor'))
  const signature = vault.sign('cursor', 'data')
  assert.ok(createVault(`${two},${one}`).verify('cursor', 'data', signature))
  assert.ok(!vault.verify('idempotency', 'data', signature))
  assert.ok(!vault.verify('cursor', 'other', signature))
  assert.ok(!vault.verify('cursor', 'data', ''))
})

test('the first start makes a key file nobody else may read, later starts use it', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'crypto-'))
  try {
    const config = { encryptionKey: undefined, dataDir: path.join(folder, 'data') }
    const rings = await Promise.all(Array.from({ length: 8 }, () => loadKeyRing(config)))
    assert.equal(new Set(rings).size, 1, 'starters at the same time agree on one key')
    assert.equal(await loadKeyRing(config), rings[0])
    assert.deepEqual(readdirSync(config.dataDir), ['encryption.key'])
    assert.equal(statSync(path.join(config.dataDir, 'encryption.key')).mode & 0o777, 0o600)
    assert.equal(await loadKeyRing({ ...config, encryptionKey: two }), two)
    writeFileSync(path.join(config.dataDir, 'encryption.key'), 'short')
    await assert.rejects(loadKeyRing(config), /encryption\.key does not hold a key/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('tokens, hashes and comparison', () => {
  assert.match(randomToken(40), /^[0-9A-Za-z]{40}$/)
  assert.equal(new Set(Array.from({ length: 100 }, () => randomToken(16))).size, 100)
  assert.equal(hashApiKey('sk_test_x').length, 32)
  assert.ok(equalInConstantTime('same', 'same'))
  assert.ok(!equalInConstantTime('same', 'other'))
})
