import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync } from 'node:crypto'
import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { KeyPurpose } from './key-purposes.ts'
import { keyBytes, parseKeyRing, type Key } from './key-ring.ts'

const nonceBytes = 12
const tagBytes = 16

export class DecryptError extends Error {
  override name = 'DecryptError'
}

export type Vault = {
  /** This key encrypts new values; rows with another id can be encrypted again. */
  readonly keyId: string
  /** `context` binds the value to its place (`connection:1:5`); decrypting needs the same one. */
  encrypt(plaintext: string, context: string): Buffer
  decrypt(sealed: Uint8Array, context: string): string
  /** Derives keys for one purpose: from the current master key first, then from former ones. */
  deriveKeys(purpose: KeyPurpose): [Buffer, ...Buffer[]]
  sign(purpose: KeyPurpose, data: string): string
  /** Accepts signatures of every key in the ring and of kept keys, so that a rotation invalidates nothing. */
  verify(purpose: KeyPurpose, data: string, signature: string): boolean
}

/** The master key it was derived from has been replaced. */
export interface KeptKey {
  purpose: KeyPurpose
  keyId: string
  bytes: Buffer
  /** The key ends then; null means never. */
  until: Date | null
}

/** The keys of this vault can change while it is used. */
export interface ChangingVault {
  vault: Vault
  /** Returns the ids of the ring's keys, the encrypting one first. */
  keyIds(): string[]
  use(keyRing: string, keptKeys?: readonly KeptKey[]): void
}

/** Returns null when the value's key is lost or the value was changed. */
export function decryptedIfReadable(
  vault: Pick<Vault, 'decrypt'>,
  sealed: Buffer,
  context: string,
): string | null {
  try {
    return vault.decrypt(sealed, context)
  } catch (error) {
    if (error instanceof DecryptError) return null
    throw error
  }
}

export const createVault = (keyRing: string): Vault => changingVault(keyRing).vault

/** Creates a vault. When a value names an unknown key, `read` is called once for the newest ring. */
export function changingVault(keyRing: string, read?: () => string): ChangingVault {
  let keys = parseKeyRing(keyRing)
  let keptKeys: readonly KeptKey[] = []
  let derived = new Map<string, Buffer>()

  const use = (ring: string, keptNow: readonly KeptKey[] = keptKeys) => {
    keys = parseKeyRing(ring)
    keptKeys = keptNow
    derived = new Map()
  }
  const derive = (key: Key, purpose: DerivedFor) => {
    const name = `${key.id} ${purpose}`
    const cached = derived.get(name)
    if (cached) return cached
    const derivedKey = deriveKey(key, purpose)
    derived.set(name, derivedKey)
    return derivedKey
  }
  const keyNamed = (id: string) => keys.find((key) => key.id === id)
  const keyFor = (id: string) => {
    if (!keyNamed(id) && read) use(read())
    const key = keyNamed(id)
    if (key) return key
    throw new DecryptError(`The value was encrypted with key "${id}", which ENCRYPTION_KEY does not have.`)
  }
  const keysFor = (purpose: KeyPurpose): [Buffer, ...Buffer[]] => {
    const [first, ...rest] = keys
    const now = Date.now()
    const old = keptKeys.filter(
      (key) => key.purpose === purpose && (key.until === null || key.until.getTime() > now),
    )
    return [
      derive(first, purpose),
      ...rest.map((key) => derive(key, purpose)),
      ...old.filter(({ keyId }) => !keyNamed(keyId)).map(({ bytes }) => bytes),
    ]
  }
  const vault: Vault = {
    get keyId() {
      return keys[0].id
    },
    encrypt: (plaintext, context) => seal(keys[0].id, derive(keys[0], 'encryption'), plaintext, context),
    decrypt: (sealed, context) => unseal(derive(keyFor(sealedWith(sealed)), 'encryption'), sealed, context),
    deriveKeys: keysFor,
    sign: (purpose, data) => signature(keysFor(purpose)[0], data),
    verify: (purpose, data, claimed) =>
      keysFor(purpose).some((key) => equalInConstantTime(signature(key, data), claimed)),
  }
  return { vault, use, keyIds: () => keys.map(({ id }) => id) }
}

/**
 * Master keys serve these: derived purposes, encryption, and a fingerprint that tells two keys of one name
 * apart.
 */
type DerivedFor = KeyPurpose | 'encryption' | 'fingerprint'

export const deriveKey = (key: Key, purpose: DerivedFor): Buffer =>
  Buffer.from(hkdfSync('sha256', key.bytes, '', `lodgewire ${purpose}`, keyBytes))

const signature = (key: Buffer, data: string) => createHmac('sha256', key).update(data).digest('base64url')

/** Returns the id of the key that encrypted the value. */
export function sealedWith(sealed: Uint8Array): string {
  const [, id] =
    /^v1\.([A-Za-z0-9_-]{1,32})\./.exec(Buffer.from(sealed).subarray(0, 40).toString('latin1')) ?? []
  if (!id) throw new DecryptError('The encrypted value is malformed.')
  return id
}

/** The format is `v1.<key id>.` in ASCII, then nonce, ciphertext and tag. */
function seal(id: string, key: Buffer, plaintext: string, context: string): Buffer {
  const header = Buffer.from(`v1.${id}.`)
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.concat([header, Buffer.from(context)]))
  return Buffer.concat([header, nonce, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

function unseal(key: Buffer, sealed: Uint8Array, context: string): string {
  const header = Buffer.from(`v1.${sealedWith(sealed)}.`)
  const body = Buffer.from(sealed).subarray(header.length)
  if (body.length < nonceBytes + tagBytes) throw new DecryptError('The encrypted value is malformed.')
  const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.concat([header, Buffer.from(context)]))
  decipher.setAuthTag(body.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(body.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString(
      'utf8',
    )
  } catch {
    throw new DecryptError('The encrypted value was changed, or belongs to another record.')
  }
}

/** API keys are random, so a plain hash cannot be searched (docs/decisions/0002-api-keys.md). */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

export function equalInConstantTime(a: string, b: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(a), digest(b))
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function randomToken(length: number): string {
  return Array.from({ length }, () => base62[randomInt(base62.length)]).join('')
}
