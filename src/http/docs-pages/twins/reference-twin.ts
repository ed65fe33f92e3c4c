/** The pages of the API reference as Markdown: the overview, and a page for each resource. */
import { eventsTag } from '../../openapi.ts'
import type { OpenApiDocument } from '../../openapi/document.ts'
import type { OpenApiOperation } from '../../openapi/operation.ts'
import { entriesOf, parametersOf, replyOf, tagAddress, type OperationEntry } from '../entries.ts'
import { errorRows } from '../error-lists.ts'
import { eventSample } from '../event-sample.ts'
import { isRequired, operationShape } from '../operation-shape.ts'
import { exampleValues, sampleLanguages, sampleRequest } from '../request-sample.ts'
import { fieldLine, fieldLines } from './field-lines.ts'
import { twinAddress } from './text-twin.ts'

interface TwinScope {
  document: OpenApiDocument
  baseUrl: string
  /** The path that the server is reached under. */
  below: string
}

const fenced = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``
const json = (value: unknown) => fenced('json', JSON.stringify(value, null, 2))

/** Headers that every operation has are named once, on the overview. */
function parameterPart(entry: OperationEntry, document: OpenApiDocument): string[] {
  const own = parametersOf(entry.operation, document).filter(({ in: place }) => place !== 'header')
  if (own.length === 0) return []
  const lines = own.flatMap((parameter) =>
    fieldLine(
      { ...parameter, required: isRequired(parameter) },
      { components: document.components, depth: 0 },
    ),
  )
  return [`### Parameters\n\n${lines.join('\n')}`]
}

function errorPart({ 'x-error-codes': own = {} }: OpenApiOperation, below: string): string[] {
  const rows = errorRows(own)
  if (rows.length === 0) return []
  const lines = rows.map(({ status, code }) => `- ${status} [\`${code}\`](${below}/docs/errors/${code}.md)`)
  return [`### Errors\n\n${lines.join('\n')}`]
}

function operationPart(entry: OperationEntry, { document, baseUrl, below }: TwinScope): string {
  const { path, method, operation } = entry
  const scope = { components: document.components, depth: 0 }
  const shape = operationShape(entry, document)
  const request = sampleRequest(shape, { baseUrl, values: exampleValues(shape) })
  const curl = sampleLanguages.find(({ id }) => id === 'curl')
  const body = operation.requestBody?.content['application/json'].schema
  const reply = replyOf(operation)
  return [
    `## ${operation.summary}`,
    `\`${method.toUpperCase()} ${path}\``,
    ...(operation.description ? [operation.description] : []),
    ...(curl ? [fenced('sh', curl.write(request))] : []),
    ...parameterPart(entry, document),
    ...(body ? [`### Body\n\n${fieldLines(body, scope).join('\n')}`] : []),
    ...(reply ? [`### Reply ${reply.status}\n\n${fieldLines(reply.schema, scope).join('\n')}`] : []),
    ...(reply?.example === undefined ? [] : [json(reply.example)]),
    ...errorPart(operation, below),
  ].join('\n\n')
}

function eventParts({ document }: TwinScope): string[] {
  return Object.entries(document.webhooks).map(([kind, { post }]) => {
    const lines = fieldLines(post.requestBody.content['application/json'].schema, {
      components: document.components,
      depth: 0,
    })
    const sample = eventSample(kind)
    return [
      `## ${kind}`,
      `**${post.summary}.** ${post.description}`,
      lines.join('\n'),
      ...(sample === undefined ? [] : [json(sample)]),
    ].join('\n\n')
  })
}

/** Undefined for an address that is no page of the reference. */
export function referenceTwin(address: string, scope: TwinScope): string | undefined {
  const { document, below } = scope
  if (address === '/docs/api') return overviewTwin(document, below)
  const tag = document.tags.find(({ name }) => tagAddress(name) === address)
  if (!tag) return undefined
  const parts =
    tag.name === eventsTag
      ? eventParts(scope)
      : entriesOf(document)
          .filter(({ operation }) => operation.tags.includes(tag.name))
          .map((entry) => operationPart(entry, scope))
  return `${[`# ${tag.name}`, tag.description, ...parts].join('\n\n')}\n`
}

function overviewTwin(document: OpenApiDocument, below: string): string {
  const tags = document.tags.map(({ name, description }) => {
    const operations = entriesOf(document)
      .filter(({ operation }) => operation.tags.includes(name))
      .map(({ path, method, operation }) => `- \`${method.toUpperCase()} ${path}\`: ${operation.summary}`)
    const title = `## [${name}](${below}${twinAddress(tagAddress(name))})`
    return [title, description, ...(operations.length > 0 ? [operations.join('\n')] : [])].join('\n\n')
  })
  return `${['# API reference', document.info.description, ...tags].join('\n\n')}\n`
}
