/** What the pages are made of, read once: the description of the interface and the texts under docs/. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { addressOf } from './markdown.ts'

const root = path.resolve(import.meta.dirname, '../../..')

export interface DocsFiles {
  openApi: string
  /** Markdown by the address it is served at. */
  texts: Map<string, { file: string; text: string }>
}

export function readDocs(): DocsFiles {
  const files = globSync(['docs/*.md', 'docs/guides/*.md', 'docs/errors/*.md'], { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .sort()
  const texts = new Map<string, { file: string; text: string }>()
  for (const file of files) {
    const address = addressOf(file)
    if (address) texts.set(address, { file, text: readFileSync(path.join(root, file), 'utf8') })
  }
  return { openApi: readFileSync(path.join(root, 'openapi.json'), 'utf8'), texts }
}
