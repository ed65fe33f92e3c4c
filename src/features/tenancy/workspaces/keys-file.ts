import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export interface KeysFile {
  baseUrl: string
  sandboxKey: string
  liveKey: string
  workspaceId: string
}

export const keysFilePath = (dataDir: string): string => path.join(dataDir, 'keys.json')

/** The keys of the first start, for this user only. Written in one step: a reader sees all of it or the old one. */
export function writeKeysFile(dataDir: string, content: KeysFile): void {
  const { baseUrl, sandboxKey, liveKey, workspaceId } = content
  const draft = `${keysFilePath(dataDir)}.new`
  const text = `${JSON.stringify({ baseUrl, sandboxKey, liveKey, workspaceId }, null, 2)}\n`
  writeFileSync(draft, text, { mode: 0o600, flush: true })
  renameSync(draft, keysFilePath(dataDir))
}

/** Follows the address the server really has. Does nothing when the user took the file away. */
export function setKeysBaseUrl(dataDir: string, baseUrl: string): void {
  const kept = readKeysFile(dataDir)
  if (kept && kept.baseUrl !== baseUrl) writeKeysFile(dataDir, { ...kept, baseUrl })
}

/** Null when there is none, or nothing that can be read as one. */
export function readKeysFile(dataDir: string): KeysFile | null {
  try {
    return JSON.parse(readFileSync(keysFilePath(dataDir), 'utf8')) as KeysFile
  } catch {
    return null
  }
}
