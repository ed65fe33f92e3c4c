/** Writes the types of `openapi.json`, for the console and for the SDK. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const description = path.resolve(import.meta.dirname, '../../openapi.json')

/** `npm ci --omit=dev` leaves out what is needed to build. */
export function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name)
    return true
  } catch {
    return false
  }
}

/** Does nothing where the file was made of the same description. */
export async function writeDescriptionTypes(file: string): Promise<void> {
  if (!isInstalled('openapi-typescript')) return
  const text = readFileSync(description, 'utf8')
  const mark = `// openapi.json ${createHash('sha256').update(text).digest('hex').slice(0, 16)}\n`
  if (existsSync(file) && readFileSync(file, 'utf8').startsWith(mark)) return
  const { default: generate, astToString } = await import('openapi-typescript')
  const nodes = await generate(JSON.parse(text) as never, { silent: true })
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `${mark}${astToString(nodes)}`)
}
