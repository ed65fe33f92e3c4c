/** Extracts from an operation's description the parts that samples and the try-it form need. */
import type { OpenApiDocument } from '../openapi/document.ts'
import type { Parameter } from '../openapi/fixed-parts.ts'
import { parametersOf, type OperationEntry } from './entries.ts'
import type { OperationShape, ShapeParameter } from './request-sample.ts'

const byType: Record<string, string> = { boolean: 'true', integer: '1', number: '1' }
const byFormat: Record<string, string> = { date: '2027-07-01', 'date-time': '2027-07-01T00:00:00Z' }

function exampleOf({ schema }: Parameter): string {
  const { examples, enum: values } = schema as { examples?: unknown[]; enum?: unknown[] }
  const ofKind = byFormat[String(schema['format'])] ?? byType[String(schema.type)]
  return String(examples?.[0] ?? values?.[0] ?? ofKind ?? '4812')
}

function valuesOf({ schema }: Parameter): string[] | undefined {
  if (schema.type === 'boolean') return ['true', 'false']
  return schema.enum?.map(String)
}

/** A parameter with an alternative spelling is required, although the description cannot say so formally. */
export const isRequired = ({ required, description }: Parameter): boolean =>
  required === true || description?.startsWith('Required.') === true

/** Returns the list a path belongs to: `/v1/listings/{id}` → `/v1/listings`. */
function listOf(path: string, name: string, document: OpenApiDocument): string | undefined {
  const [before = ''] = path.split(`/{${name}}`)
  return before !== path && !before.includes('{') && document.paths[before]?.['get'] ? before : undefined
}

/** These headers steer whole integrations and are useless in a form for one operation. */
const leftOut = new Set(['X-Request-ID', 'If-None-Match'])

export function operationShape(
  { path, method, operation }: OperationEntry,
  document: OpenApiDocument,
): OperationShape {
  const parameters = parametersOf(operation, document)
    .filter(({ name }) => !leftOut.has(name))
    .map((parameter): ShapeParameter => {
      const { name, in: place } = parameter
      const values = valuesOf(parameter)
      const list = place === 'path' ? listOf(path, name, document) : undefined
      return {
        name,
        in: place,
        required: isRequired(parameter),
        example: exampleOf(parameter),
        ...(values ? { values } : {}),
        ...(list === undefined ? {} : { list }),
      }
    })
  const body = operation.requestBody?.content['application/json'].example
  return {
    method,
    path,
    // An operation may accept something in place of the key, but readers of this page have a key.
    needsKey: operation.security?.length !== 0,
    takesBody: operation.requestBody !== undefined,
    ...(body === undefined ? {} : { body }),
    parameters,
  }
}
