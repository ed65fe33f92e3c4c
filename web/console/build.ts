/**
 * Builds the console: types from `openapi.json`, then the bundle. Runs after `npm ci`. Without the development
 * dependencies (`npm ci --omit=dev`) there is nothing to build with, and a published package holds the built files.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { isInstalled, writeDescriptionTypes } from './description-types.ts'
import { licencesOf } from './licences.ts'

const here = import.meta.dirname

if (!isInstalled('vite')) {
  console.log('The console is not built: its development dependencies are not installed.')
} else {
  await writeDescriptionTypes(path.join(here, 'src/api/schema.ts'))
  if (!process.argv.includes('--types-only')) {
    const { build } = await import('vite')
    const built = await build({ root: here, configFile: path.join(here, 'vite.config.ts'), logLevel: 'warn' })
    const outputs = 'output' in built ? built.output : []
    const modules = outputs.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    writeFileSync(path.join(here, 'dist/licences.txt'), licencesOf(modules))
  }
}
