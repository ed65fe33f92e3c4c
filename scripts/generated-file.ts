import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

/** Writes the file unless it says the same already, or only looks. Answers its path when it was different. */
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
