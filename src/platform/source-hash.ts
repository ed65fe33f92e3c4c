/** The hash differs after every change of code or libraries, even within one version. */
import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'

const source = path.join(import.meta.dirname, '..')
const libraries = path.join(source, '..', 'package.json')

export async function sourceHash(): Promise<string> {
  const files = await Array.fromAsync(glob('**/*.{ts,js}', { cwd: source }))
  const hash = createHash('sha256').update(await readFile(libraries))
  for (const file of files.toSorted())
    hash.update(`\0${file}\0`).update(await readFile(path.join(source, file)))
  return hash.digest('base64url')
}
