/** The licences of what the bundle holds of others, which they ask to be handed on with it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

interface BundledPackage {
  name: string
  folder: string
}

/** The package that a module of the bundle is of; null for our own. */
function packageOf(module: string): BundledPackage | null {
  const found = /^(.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+))[\\/]/.exec(module)
  return found ? { folder: found[1] ?? '', name: (found[2] ?? '').replaceAll('\\', '/') } : null
}

/** One text with the licence of each package; throws for one without, so that none is forgotten. */
export function licencesOf(modules: readonly string[]): string {
  const packages = new Map(modules.flatMap((module) => packageOf(module) ?? []).map((one) => [one.name, one]))
  return [...packages.values()]
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, folder }) => {
      const file = existsSync(folder) && readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
      if (!file) throw new Error(`${name} is in the bundle and has no licence file.`)
      return `${name}\n\n${readFileSync(path.join(folder, file), 'utf8').trim()}\n`
    })
    .join(`\n${'-'.repeat(72)}\n\n`)
}
