/** Where a process has its encryption keys from: the setting, or a file in the data folder that may change while it runs. */
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
  /** As messages call it. */
  name: string
  /** Null: the setting, which stays as it is until the process ends. */
  file: string | null
  /** The ring as it is now. */
  read(): string
}

export const newKeyBytes = (): Buffer => randomBytes(keyBytes)

export function keySourceOf({ encryptionKey, dataDir }: KeySettings): KeySource {
  if (encryptionKey) return { name: 'ENCRYPTION_KEY', file: null, read: () => encryptionKey }
  const file = path.join(dataDir, keyFileName)
  return { name: file, file, read: () => ringIn(file, readFileSync(file, 'utf8')) }
}

/** The ring of the setting, else of `encryption.key` in the data folder, which is made on the first start. */
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

/** Written in full under another name, then linked: a crash or a second starter never leaves half a key. */
async function createKeyFile(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await throughDraft(file, newKeyBytes().toString('base64'), async (draft) => {
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await unlink(draft)
  })
}

/** Whoever reads meanwhile sees the ring from before or this one, and so does whoever reads after a crash. */
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
