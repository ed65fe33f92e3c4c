/** A Postman collection (format 2.1) with a request for every operation, which Bruno and Insomnia import too. */
import type { OpenApiDocument } from '../openapi/document.ts'
import { entriesOf, type OperationEntry } from './entries.ts'
import { operationShape } from './operation-shape.ts'
import type { OperationShape } from './request-sample.ts'

/** Programs know the format of a collection by this address. */
const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

function urlOf({ path, parameters }: OperationShape) {
  const query = parameters.filter((parameter) => parameter.in === 'query')
  const variables = parameters.filter((parameter) => parameter.in === 'path')
  // Postman writes `:id` where the description writes `{id}`.
  const segments = path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll(/\{(\w+)\}/g, ':$1'))
  const shown = query.filter(({ required }) => required)
  const search = shown.map(({ name, example }) => `${name}=${encodeURIComponent(example)}`).join('&')
  return {
    raw: `{{baseUrl}}/${segments.join('/')}${search === '' ? '' : `?${search}`}`,
    host: ['{{baseUrl}}'],
    path: segments,
    query: query.map(({ name, example, required }) => ({ key: name, value: example, disabled: !required })),
    variable: variables.map(({ name, example }) => ({ key: name, value: example })),
  }
}

function itemOf(entry: OperationEntry, document: OpenApiDocument) {
  const { operation } = entry
  const shape = operationShape(entry, document)
  const headers = shape.parameters
    .filter(({ in: place, name }) => place === 'header' && name !== 'Idempotency-Key')
    .map(({ name, example, required }) => ({ key: name, value: example, disabled: !required }))
  const takesKey = shape.parameters.some(({ name }) => name === 'Idempotency-Key')
  return {
    name: operation.summary,
    request: {
      method: shape.method.toUpperCase(),
      description: operation.description ?? '',
      ...(shape.needsKey ? {} : { auth: { type: 'noauth' } }),
      header: [
        ...headers,
        // A repeated press is another write; switch this off to repeat the same one.
        ...(takesKey ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
        ...(shape.body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
      ],
      url: urlOf(shape),
      ...(shape.body === undefined
        ? {}
        : {
            body: {
              mode: 'raw',
              raw: JSON.stringify(shape.body, null, 2),
              options: { raw: { language: 'json' } },
            },
          }),
    },
  }
}

export function postmanCollection(document: OpenApiDocument, baseUrl: string): Record<string, unknown> {
  const entries = entriesOf(document)
  return {
    info: {
      name: document.info.title,
      description: 'Set the variable `apiKey`. Start with a sandbox key: it reads and writes made-up data.',
      schema,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: baseUrl },
      { key: 'apiKey', value: '' },
    ],
    item: document.tags.flatMap(({ name, description }) => {
      const own = entries.filter(({ operation }) => operation.tags[0] === name)
      return own.length === 0
        ? []
        : [{ name, description, item: own.map((entry) => itemOf(entry, document)) }]
    }),
  }
}
