/** Puts back the examples of replies that the published description leaves out for its size. */
import type { OpenApiDocument } from '../openapi/document.ts'
import { lastPart, contentOfReply, entriesOf } from './entries.ts'

/** Keys are the names of the reply's schemas. */
export type ReplyExamples = Record<string, unknown>

/** Changes the document, which every caller has read for itself. */
export function addReplyExamples(document: OpenApiDocument, examples: ReplyExamples): OpenApiDocument {
  for (const { operation } of entriesOf(document)) {
    const content = contentOfReply(operation)?.content
    const name = lastPart(content?.schema.$ref ?? '')
    if (content && content.example === undefined && name in examples) content.example = examples[name]
  }
  return document
}
