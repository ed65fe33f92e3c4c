import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export interface KeysFile {
  baseUrl: string
  sandboxKey: string
  liveKey: string
  workspaceId: string
}

export const keysFilePath = (dataDir: string): string => path.join(dataDir, 'keys.json')

/** Stores the keys of the first start, readable by this user only. The write is atomic. */
export function writeKeysFile(dataDir: string, content: KeysFile): void {
  const { baseUrl, sandboxKey, liveKey, workspaceId } = content
  const draft = `${keysFilePath(dataDir)}.new`
  const text = `${JSON.stringify({ baseUrl, sandboxKey, liveKey, workspaceId }, null, 2)}\n`
  writeFileSync(draft, text, { mode: 0o600, flush: true })
  renameSync(draft, keysFilePath(dataDir))
}

/** Updates the address. Does nothing if the user removed the file. */
export function setKeysBaseUrl(dataDir: string, baseUrl: string): void {
  const kept = readKeysFile(dataDir)
  if (kept && kept.baseUrl !== baseUrl) writeKeysFile(dataDir, { ...kept, baseUrl })
}

/** Null if the file is missing or unreadable. */
export function readKeysFile(dataDir: string): KeysFile | null {
  try {
    return JSON.parse(readFileSync(keysFilePath(dataDir), 'utf8')) as KeysFile
  } catch {
    return null
  }
}
