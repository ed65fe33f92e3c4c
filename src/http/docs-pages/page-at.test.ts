import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { OpenApiDocument } from '../openapi/document.ts'
import { tagAddress } from './entries.ts'
import { readOpenApi, readReplyExamples, readTexts } from './files.ts'
import { pageAt } from './page-at.ts'
import { addReplyExamples, type ReplyExamples } from './reply-examples.ts'
import { twinAt } from './twins/twin-at.ts'

/** Whoever changes a frozen value throws. */
function freezeDeeply(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  Object.freeze(value)
  for (const part of Object.values(value)) freezeDeeply(part)
}

it('makes every page without changing the document, which all pages share', () => {
  const examples = JSON.parse(readReplyExamples()) as ReplyExamples
  const document = addReplyExamples(JSON.parse(readOpenApi()) as OpenApiDocument, examples)
  freezeDeeply(document)
  const texts = readTexts()
  const source = { texts, document: () => document, publicUrl: 'https://pms.example.com' }
  const reference = ['/docs', '/docs/api', ...document.tags.map(({ name }) => tagAddress(name))]
  for (const name of [...reference, ...texts.keys()]) {
    assert.ok(pageAt(name, source), name)
    assert.notEqual(twinAt(name, source, ''), '', name)
  }
})
