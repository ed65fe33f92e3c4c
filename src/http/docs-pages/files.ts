/** What the pages are made of: the description of the interface and the texts under docs/. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { OpenApiDocument } from '../openapi/document.ts'
import { addressOf } from './markdown.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/** Markdown by the address it is served at. */
export type DocsTexts = Map<string, { file: string; text: string }>

/** What the pages are made of. */
export interface DocsSource {
  texts: DocsTexts
  /** Read anew for each page that needs it: it is large, and each page is made once. */
  document: () => OpenApiDocument
  publicUrl: string
}

/** A megabyte and a half, which few servers are ever asked for. */
export const readOpenApi = (): string => readFileSync(path.join(root, 'openapi.json'), 'utf8')

export function readTexts(): DocsTexts {
  const files = globSync(['docs/*.md', 'docs/*/*.md'], { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .sort()
  const texts: DocsTexts = new Map()
  for (const file of files) {
    const address = addressOf(file)
    if (address) texts.set(address, { file, text: readFileSync(path.join(root, file), 'utf8') })
  }
  return texts
}
