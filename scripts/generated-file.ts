import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

/** Writes the file if its text differs, or only compares with `check`. Returns its path if it differed. */
export async function generatedFile(
  name: string,
  text: string,
  options: { check: boolean },
): Promise<string[]> {
  const file = path.join(root, name)
  const before = await readFile(file, 'utf8').catch(() => null)
  if (before === text) return []
  if (!options.check) {
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  return [name]
}
