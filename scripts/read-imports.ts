/** Reads which file of the product imports which. Tests and examples are left out: they may reach everywhere. */
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const isProduct = (file: string) => !/\.(test|examples)\.ts$|\/testing\//.test(file)

export interface SourceImport {
  from: string
  to: string
}

export async function readImports(): Promise<SourceImport[]> {
  const files = globSync('src/**/*.ts', { cwd: root }).filter(isProduct)
  const found = await Promise.all(
    files.map(async (from) => {
      const text = await readFile(path.join(root, from), 'utf8')
      return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, target = '']) => ({
        from,
        to: path.join(path.dirname(from), target),
      }))
    }),
  )
  return found.flat().filter(({ to }) => to.startsWith(`src${path.sep}`))
}
