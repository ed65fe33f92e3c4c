import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Makes a folder that the PostgreSQL user can enter too. */
export function testFolder(): { folder: string; remove(): void } {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'test-')))
  chmodSync(folder, 0o711)
  // A process that was just killed may still be writing.
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }) }
}
