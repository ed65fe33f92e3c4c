/** Renders one operation or event of a reference page: its parameters and answers beside sample requests. */
import type { OpenApiDocument } from '../openapi/document.ts'
import type { Parameter } from '../openapi/fixed-parts.ts'
import type { JsonSchema } from '../openapi/named-schemas.ts'
import type { WebhookOperation } from '../openapi/webhooks.ts'
import { eventId, parametersOf, replyOf, type OperationEntry } from './entries.ts'
import { operationErrors } from './error-lists.ts'
import { eventSample } from './event-sample.ts'
import { field, fields, type FieldScope } from './fields.ts'
import { html, Html } from './html.ts'
import { markdown } from './markdown.ts'
import { isRequired, operationShape } from './operation-shape.ts'
import { exampleValues, sampleLanguages, sampleRequest, type OperationShape } from './request-sample.ts'

const places = { path: 'Path', query: 'Query', header: 'Headers' } as const

export interface ReferenceScope {
  document: OpenApiDocument
  baseUrl: string
  takenIds: Set<string>
}

const fieldScope = ({ document, takenIds }: ReferenceScope, id: string): FieldScope => ({
  components: document.components,
  taken: takenIds,
  id,
})

function parameterLists(parameters: readonly Parameter[], id: string, scope: ReferenceScope): Html[] {
  return Object.entries(places).flatMap(([place, title]) => {
    const here = parameters.filter((parameter) => parameter.in === place)
    if (here.length === 0) return []
    const list = html`<ul class="fields">
      ${here.map((parameter) =>
        field({ ...parameter, required: isRequired(parameter) }, fieldScope(scope, `${id}.${place}`)),
      )}
    </ul>`
    // Every operation has the same few headers, so they are folded away.
    return place === 'header'
      ? [
          html`<h3>${title}</h3>
            <details>
              <summary>${here.map(({ name }) => name).join(', ')}</summary>
              ${list}
            </details>`,
        ]
      : [
          html`<h3>${title}</h3>
            ${list}`,
        ]
  })
}

const jsonText = (value: unknown) => JSON.stringify(value, null, 2)

function sample(title: string, text: string): Html {
  return html`<figure class="code">
    <figcaption>${title}</figcaption>
    <pre tabindex="0"><code data-lang="json">${text}</code></pre>
  </figure>`
}

/** All languages stand below each other; the script shows one at a time. */
function requestSamples(shape: OperationShape, baseUrl: string): Html {
  const request = sampleRequest(shape, { baseUrl, values: exampleValues(shape) })
  return html`<div class="requests" data-languages>
    ${sampleLanguages.map(
      ({ id, label, write }) =>
        html`<figure class="code" data-language="${id}">
          <figcaption>${label}</figcaption>
          <pre tabindex="0"><code data-lang="${id}">${write(request)}</code></pre>
        </figure>`,
    )}
  </div>`
}

interface SectionParts {
  id: string
  title: string
  description: string | undefined
  verb: string
  path: string
  shape?: OperationShape
  left: readonly (Html | undefined)[]
  right: readonly (Html | undefined)[]
}

function section({ id, title, description, verb, path, shape, left, right }: SectionParts): Html {
  return html`<article class="operation" id="${id}" ${shape && html` data-shape="${JSON.stringify(shape)}"`}>
    <header>
      <h2><a href="#${id}">${title}</a></h2>
      <p class="path"><span class="verb ${verb}">${verb}</span><code>${path}</code></p>
    </header>
    <div class="columns">
      <div>${description && html`<div class="prose">${markdown(description)}</div>`}${left}</div>
      <div class="sample"><div>${right}</div></div>
    </div>
  </article>`
}

export function operationSection(entry: OperationEntry, scope: ReferenceScope): Html {
  const { path, method, operation } = entry
  const { document, baseUrl } = scope
  const id = operation.operationId
  const shape = operationShape(entry, document)
  const body = operation.requestBody
  const reply = replyOf(operation)
  return section({
    id,
    title: operation.summary,
    description: operation.description,
    verb: method,
    path,
    shape,
    left: [
      ...parameterLists(parametersOf(operation, document), id, scope),
      body &&
        html`<h3 id="${id}.body">
            Body
            <span class="badge ${body.required ? 'required' : 'optional'}"
              >${body.required ? 'required' : 'optional'}</span
            >
          </h3>
          ${fields(body.content['application/json'].schema, fieldScope(scope, `${id}.body`))}`,
      reply &&
        html`<h3 id="${id}.reply">Reply <span class="status">${reply.status}</span></h3>
          ${fields(reply.schema, fieldScope(scope, `${id}.reply`))}`,
      operationErrors(operation),
    ],
    right: [
      requestSamples(shape, baseUrl),
      reply?.example === undefined ? undefined : sample(`Reply ${reply.status}`, jsonText(reply.example)),
    ],
  })
}

export function eventSection(kind: string, operation: WebhookOperation, scope: ReferenceScope): Html {
  const schema: JsonSchema = operation.requestBody.content['application/json'].schema
  const payload = eventSample(kind)
  const id = eventId(kind)
  return section({
    id,
    title: kind,
    description: `**${operation.summary}.** ${operation.description}`,
    verb: 'event',
    path: kind,
    left: [
      ...parameterLists(parametersOf(operation, scope.document), id, scope),
      html`<h3 id="${id}.body">Payload</h3>
        ${fields(schema, fieldScope(scope, `${id}.body`))}`,
    ],
    right: [payload === undefined ? undefined : sample('Payload', jsonText(payload))],
  })
}
