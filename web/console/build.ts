/**
 * Builds the console: types from `openapi.json`, then the bundle. Runs after `npm ci`. Without the development
 * dependencies (`npm ci --omit=dev`) there is nothing to build with, and a published package holds the built files.
 */
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isInstalled, writeDescriptionTypes } from './description-types.ts'
import { licencesOf } from './licences.ts'

const here = import.meta.dirname
const mark = path.join(here, 'dist/.built')

/** Hashes every file that the bundle is made of. */
function sourcesHash(): string {
  const own = globSync(['*.{ts,html,json}', 'public/**/*', 'src/**/*.{ts,tsx,css,json}'], { cwd: here })
  const hash = createHash('sha256')
  for (const file of [...own.toSorted(), '../connect/tokens.css'])
    hash.update(`${file}\n`).update(readFileSync(path.join(here, file)))
  return hash.digest('hex')
}

if (!isInstalled('vite')) {
  console.log('The console is not built: its development dependencies are not installed.')
} else {
  await writeDescriptionTypes(path.join(here, 'src/api/schema.ts'))
  const sources = sourcesHash()
  // Tests that run at the same time all ask for a build, and the files of a running one would be missing meanwhile.
  const isBuilt = existsSync(mark) && readFileSync(mark, 'utf8') === sources
  if (!process.argv.includes('--types-only') && !isBuilt) {
    const { build } = await import('vite')
    const built = await build({ root: here, configFile: path.join(here, 'vite.config.ts'), logLevel: 'warn' })
    const outputs = 'output' in built ? built.output : []
    const modules = outputs.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    writeFileSync(path.join(here, 'dist/licences.txt'), licencesOf(modules))
    writeFileSync(mark, sources)
  }
}
