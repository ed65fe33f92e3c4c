/** Reads the sources of the pages: the description of the interface and the texts under docs/. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { OpenApiDocument } from '../openapi/document.ts'
import { addressOf } from './markdown.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/** Keys are the addresses where the Markdown is served. */
export type DocsTexts = Map<string, { file: string; text: string }>

export interface DocsSource {
  texts: DocsTexts
  /** All pages get the same document, so they leave it as it is. It is kept only for a while, because it is large. */
  document: () => OpenApiDocument
  publicUrl: string
}

/** The file has over a megabyte and few servers ever show it, so it is not kept. */
export const readOpenApi = (): string => readFileSync(path.join(root, 'openapi.json'), 'utf8')

/** Returns the examples of replies that the description leaves out. */
export const readReplyExamples = (): string =>
  readFileSync(path.join(root, 'docs/reply-examples.json'), 'utf8')

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
