/** A process gets its encryption keys from the setting, or from a file that may change while it runs. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, mkdir, open, readFile, rename, unlink } from 'node:fs/promises'
import path from 'node:path'
import { randomToken } from './crypto.ts'
import { assertKeyRing, keyBytes } from './key-ring.ts'

export const keyFileName = 'encryption.key'

interface KeySettings {
  encryptionKey: string | undefined
  dataDir: string
}

export interface KeySource {
  /** Messages use this name. */
  name: string
  /** The file is null for the setting, which stays the same until the process ends. */
  file: string | null
  /** Reads the current key ring. */
  read(): string
}

export const newKeyBytes = (): Buffer => randomBytes(keyBytes)

export function keySourceOf({ encryptionKey, dataDir }: KeySettings): KeySource {
  if (encryptionKey) return { name: 'ENCRYPTION_KEY', file: null, read: () => encryptionKey }
  const file = path.join(dataDir, keyFileName)
  return { name: file, file, read: () => ringIn(file, readFileSync(file, 'utf8')) }
}

/** Returns the ring of the setting, else of `encryption.key` in the data folder, which the first start creates. */
export async function loadKeyRing(settings: KeySettings): Promise<string> {
  const { file, read } = keySourceOf(settings)
  if (file === null) return read()
  await createKeyFile(file)
  return ringIn(file, await readFile(file, 'utf8'))
}

function ringIn(file: string, text: string): string {
  try {
    return assertKeyRing(text.trim())
  } catch (error) {
    throw new Error(`${file} does not hold a key. Allowed: ${(error as Error).message}.`)
  }
}

/**
 * The file is written in full under another name and then linked: a crash or a second process never leaves
 * half a key.
 */
async function createKeyFile(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await throughDraft(file, newKeyBytes().toString('base64'), async (draft) => {
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await unlink(draft)
  })
}

/** Readers see the old ring or the new one, even after a crash. */
export async function replaceKeyFile(file: string, ring: string): Promise<void> {
  await throughDraft(file, assertKeyRing(ring), (draft) => rename(draft, file))
  const folder = await open(path.dirname(file), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function throughDraft(file: string, ring: string, put: (draft: string) => Promise<void>) {
  const draft = `${file}.${randomToken(8)}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(`${ring}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  try {
    await put(draft)
  } catch (error) {
    await unlink(draft)
    throw error
  }
}
