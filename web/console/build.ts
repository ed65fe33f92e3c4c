/**
 * Builds the console: types from `openapi.json`, then the bundle. Runs after `npm ci`. Without the development
 * dependencies (`npm ci --omit=dev`) there is nothing to build with, and a published package holds the built files.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { licencesOf } from './licences.ts'

const here = import.meta.dirname
const description = path.resolve(here, '../../openapi.json')
const schema = path.join(here, 'src/api/schema.ts')

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name)
    return true
  } catch {
    return false
  }
}

async function writeTypes(): Promise<void> {
  const text = readFileSync(description, 'utf8')
  const mark = `// openapi.json ${createHash('sha256').update(text).digest('hex').slice(0, 16)}\n`
  if (existsSync(schema) && readFileSync(schema, 'utf8').startsWith(mark)) return
  const { default: generate, astToString } = await import('openapi-typescript')
  const nodes = await generate(JSON.parse(text) as never, { silent: true })
  mkdirSync(path.dirname(schema), { recursive: true })
  writeFileSync(schema, `${mark}${astToString(nodes)}`)
}

if (!isInstalled('vite') || !isInstalled('openapi-typescript')) {
  console.log('The console is not built: its development dependencies are not installed.')
} else {
  await writeTypes()
  if (!process.argv.includes('--types-only')) {
    const { build } = await import('vite')
    const built = await build({ root: here, configFile: path.join(here, 'vite.config.ts'), logLevel: 'warn' })
    const outputs = 'output' in built ? built.output : []
    const modules = outputs.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    writeFileSync(path.join(here, 'dist/licences.txt'), licencesOf(modules))
  }
}
