/** Lists the document's operations and where each is shown: every resource has a page. */
import { eventsTag } from '../openapi.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import type { Parameter } from '../openapi/fixed-parts.ts'
import type { MediaContent, OpenApiOperation, Response } from '../openapi/operation.ts'
import { slug } from './markdown.ts'

export interface OperationEntry {
  path: string
  method: string
  operation: OpenApiOperation
}

export function entriesOf(document: OpenApiDocument): OperationEntry[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )
}

/** For example: `#/components/schemas/Listing` → `Listing`. */
export const lastPart = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1)

export function parametersOf(
  operation: Pick<OpenApiOperation, 'parameters'>,
  document: OpenApiDocument,
): Parameter[] {
  return operation.parameters.flatMap((reference) => {
    const parameter =
      '$ref' in reference ? document.components.parameters[lastPart(reference.$ref)] : reference
    return parameter ? [parameter] : []
  })
}

/** Returns the body of the first success; undefined where it has none. */
export function contentOfReply({
  responses,
}: OpenApiOperation): { status: string; content: MediaContent } | undefined {
  const [status, success] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? []
  const content =
    success && 'content' in success ? Object.values((success as Response).content ?? {})[0] : undefined
  return status !== undefined && content ? { status, content } : undefined
}

/** The same, with the body's schema and example beside the status. */
export function replyOf(operation: OpenApiOperation): ({ status: string } & MediaContent) | undefined {
  const reply = contentOfReply(operation)
  return reply && { status: reply.status, ...reply.content }
}

export const tagAddress = (tag: string) => `/docs/api/${slug(tag)}`

export const operationAddress = ({ tags, operationId }: OpenApiOperation) =>
  `${tagAddress(tags[0] ?? '')}#${operationId}`

export const eventId = (kind: string) => `event-${slug(kind)}`
export const eventAddress = (kind: string) => `${tagAddress(eventsTag)}#${eventId(kind)}`
