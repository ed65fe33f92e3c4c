import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync } from 'node:crypto'
import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import path from 'node:path'

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const keyRingForm = '32 bytes in base64 or hex, or several of them as id:key,id:key with different ids'

type Key = { id: string; bytes: Buffer }

export class DecryptError extends Error {
  override name = 'DecryptError'
}

export type Vault = {
  /** Id of the key that encrypts now; rows that name another one can be encrypted again. */
  keyId: string
  /** `context` says where the value belongs (`connection:1:5`); it must be the same to decrypt. */
  encrypt(plaintext: string, context: string): Buffer
  decrypt(sealed: Uint8Array, context: string): string
  /** A key for one purpose only, of the current master key. */
  deriveKey(purpose: string): Buffer
  /** The same of every key in the ring, the current one first. */
  deriveKeys(purpose: string): Buffer[]
  sign(purpose: string, data: string): string
  /** Accepts the signature of any key in the ring, so that a rotation cuts nobody off. */
  verify(purpose: string, data: string, signature: string): boolean
}

export function createVault(keyRing: string): Vault {
  const keys = parseKeyRing(keyRing)
  const current = keys[0]
  const derived = new Map<string, Buffer>()
  const derive = (key: Key, purpose: string) => {
    const name = `${key.id} ${purpose}`
    const known = derived.get(name)
    if (known) return known
    const made = Buffer.from(hkdfSync('sha256', key.bytes, '', `lodgewire ${purpose}`, keyBytes))
    derived.set(name, made)
    return made
  }
  const signature = (key: Key, purpose: string, data: string) =>
    createHmac('sha256', derive(key, purpose)).update(data).digest('base64url')
  return {
    keyId: current.id,
    encrypt: (plaintext, context) => seal(current.id, derive(current, 'encryption'), plaintext, context),
    decrypt: (sealed, context) => {
      const id = sealedWith(sealed)
      const key = keys.find((item) => item.id === id)
      if (!key)
        throw new DecryptError(
          `The value was encrypted with key "${id}", which ENCRYPTION_KEY does not have.`,
        )
      return unseal(derive(key, 'encryption'), sealed, context)
    },
    deriveKey: (purpose) => derive(current, purpose),
    deriveKeys: (purpose) => keys.map((key) => derive(key, purpose)),
    sign: (purpose, data) => signature(current, purpose, data),
    verify: (purpose, data, given) =>
      keys.some((key) => equalInConstantTime(signature(key, purpose, data), given)),
  }
}

/** The id of the key a value was encrypted with. */
export function sealedWith(sealed: Uint8Array): string {
  const [, id] =
    /^v1\.([A-Za-z0-9_-]{1,32})\./.exec(Buffer.from(sealed).subarray(0, 40).toString('latin1')) ?? []
  if (!id) throw new DecryptError('The encrypted value is malformed.')
  return id
}

/** `v1.<key id>.` in ASCII, then nonce, ciphertext and tag. */
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

/** For a setting: refuses a malformed ring and hands the text on unchanged. */
export function assertKeyRing(text: string): string {
  parseKeyRing(text)
  return text
}

function parseKeyRing(text: string): [Key, ...Key[]] {
  const keys = text.split(',').map((item) => {
    const [, id, encoded = ''] = /^\s*(?:([A-Za-z0-9_-]{1,32}):)?(\S+)\s*$/.exec(item) ?? []
    const bytes = decodeKey(encoded)
    // A key without a name gets one that follows from the key, so that adding a second one later renames nothing.
    return { id: id ?? createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes }
  })
  const [first, ...rest] = keys
  if (!first || new Set(keys.map((key) => key.id)).size !== keys.length) throw new Error(keyRingForm)
  return [first, ...rest]
}

function decodeKey(encoded: string): Buffer {
  const hex = /^[0-9a-fA-F]{64}$/.test(encoded)
  const base64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(encoded)
  if (!hex && !base64) throw new Error(keyRingForm)
  return Buffer.from(encoded, hex ? 'hex' : 'base64')
}

export const keyFileName = 'encryption.key'

/** The ring of the setting, else of `encryption.key` in the data folder, which is made on the first start. */
export async function loadKeyRing(config: {
  encryptionKey: string | undefined
  dataDir: string
}): Promise<string> {
  if (config.encryptionKey) return config.encryptionKey
  const file = path.join(config.dataDir, keyFileName)
  await createKeyFile(file)
  const text = (await readFile(file, 'utf8')).trim()
  try {
    return assertKeyRing(text)
  } catch (error) {
    throw new Error(`${file} does not hold a key. Allowed: ${(error as Error).message}.`)
  }
}

/** Written in full under another name, then linked: a crash or a second starter never leaves half a key. */
async function createKeyFile(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  const draft = `${file}.${randomToken(8)}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(`${randomBytes(keyBytes).toString('base64')}\n`)
    await handle.sync()
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await handle.close()
    await unlink(draft)
  }
}

/** Keys are random, so a plain hash cannot be searched; see docs/decisions/0002-api-keys.md. */
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
