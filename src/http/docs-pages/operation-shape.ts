/** What the samples and the form to try an operation need of its description. */
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

/** A parameter that another spelling can stand in for is required although the description cannot say so formally. */
export const isRequired = ({ required, description }: Parameter): boolean =>
  required === true || description?.startsWith('Required.') === true

/** `/v1/listings/{id}` → `/v1/listings`, where it lists records. */
function listOf(path: string, name: string, document: OpenApiDocument): string | undefined {
  const [before = ''] = path.split(`/{${name}}`)
  return before !== path && !before.includes('{') && document.paths[before]?.['get'] ? before : undefined
}

/** Useful in a form for one operation; the others steer whole integrations. */
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
    // Where something else can stand in for the key, whoever reads this has the key.
    needsKey: operation.security?.length !== 0,
    takesBody: operation.requestBody !== undefined,
    ...(body === undefined ? {} : { body }),
    parameters,
  }
}
