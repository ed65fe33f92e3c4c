/** The reference page: every operation of the document, by tag. */
import { eventsTag, type OpenApiDocument } from '../openapi.ts'
import type { ErrorResponse } from '../openapi/error-responses.ts'
import type { Parameter } from '../openapi/fixed-parts.ts'
import type { JsonSchema } from '../openapi/named-schemas.ts'
import type { Operation, Response } from '../openapi/operation.ts'
import type { WebhookOperation } from '../openapi/webhooks.ts'
import { curlFor } from './curl.ts'
import { field, fields } from './fields.ts'
import { html, type Html } from './html.ts'
import { inlineMarkdown, markdown, slug } from './markdown.ts'
import type { NavGroup, Page } from './page.ts'

interface Entry {
  path: string
  method: string
  operation: Operation
}

const lastPart = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1)

function entriesOf(document: OpenApiDocument): Entry[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )
}

function parametersOf(operation: Operation, document: OpenApiDocument): Parameter[] {
  return operation.parameters.flatMap((given) => {
    const parameter = '$ref' in given ? document.components.parameters[lastPart(given.$ref)] : given
    return parameter ? [parameter] : []
  })
}

const places = { path: 'Path', query: 'Query', header: 'Headers' } as const

function parameterLists(parameters: readonly Parameter[], document: OpenApiDocument): Html[] {
  return Object.entries(places).flatMap(([place, title]) => {
    const here = parameters.filter((parameter) => parameter.in === place)
    if (here.length === 0) return []
    const list = html`<ul class="fields">
      ${here.map(({ name, schema, description, deprecated, required }) =>
        field(
          { name, schema, description, deprecated, badge: required ? 'required' : undefined },
          document.components,
        ),
      )}
    </ul>`
    // The same three on every operation: out of the way.
    return place === 'header'
      ? [
          html`<h4>${title}</h4>
            <details>
              <summary>${here.map(({ name }) => name).join(', ')}</summary>
              ${list}
            </details>`,
        ]
      : [
          html`<h4>${title}</h4>
            ${list}`,
        ]
  })
}

function errorTable(operation: Operation, document: OpenApiDocument): Html {
  const rows = Object.entries(operation.responses).flatMap(([status, response]) => {
    const shared: ErrorResponse | undefined =
      '$ref' in response ? document.components.responses[lastPart(response.$ref)] : undefined
    return (shared?.['x-error-codes'] ?? []).map((code) => ({
      status,
      code,
      when: document.components.examples[code]?.summary ?? '',
    }))
  })
  return html`<h4>Errors</h4>
    <details>
      <summary>${rows.length} errors</summary>
      <div class="table" tabindex="0">
        <table>
          <thead>
            <tr>
              <th>Status</th>
              <th>Code</th>
              <th>When</th>
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              ({ status, code, when }) =>
                html`<tr>
                  <td>${status}</td>
                  <td><a href="/docs/errors/${code}">${code}</a></td>
                  <td>${inlineMarkdown(when)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>`
}

function sample(title: string, text: string): Html {
  return html`<div data-copy>
    <h4>${title}</h4>
    <pre tabindex="0"><code>${text}</code></pre>
  </div>`
}

function section(
  given: { id: string; find: string; title: string; description: string | undefined },
  parts: { head: Html; left: readonly (Html | undefined)[]; right: readonly Html[] },
): Html {
  return html`<article class="operation" id="${given.id}" data-find="${given.find}">
    <header>
      <h3><a href="#${given.id}">${given.title}</a></h3>
      ${parts.head}
    </header>
    <div class="columns">
      <div>
        ${given.description && html`<div class="prose">${markdown(given.description)}</div>`}${parts.left}
      </div>
      <div class="sample"><div>${parts.right}</div></div>
    </div>
  </article>`
}

const findText = (...texts: string[]) => texts.join(' ').toLowerCase()

const jsonText = (value: unknown) => JSON.stringify(value, null, 2)

function operationSection(
  { path, method, operation }: Entry,
  document: OpenApiDocument,
  baseUrl: string,
): Html {
  const parameters = parametersOf(operation, document)
  const body = operation.requestBody?.content['application/json']
  const [status, success] = Object.entries(operation.responses).find(([code]) => code.startsWith('2')) ?? []
  const reply =
    success && 'content' in success ? (success as Response).content['application/json'] : undefined
  return section(
    {
      id: operation.operationId,
      find: findText(method, path, operation.operationId, operation.summary),
      title: operation.summary,
      description: operation.description,
    },
    {
      head: html`<p class="path">
        <span class="verb ${method}">${method}</span><span><span class="base">${baseUrl}</span>${path}</span>
      </p>`,
      left: [
        ...parameterLists(parameters, document),
        body &&
          html`<h4>Body</h4>
            ${fields(body.schema, document.components)}`,
        reply &&
          html`<h4>Reply ${status}</h4>
            ${fields(reply.schema, document.components)}`,
        errorTable(operation, document),
      ],
      right: [
        sample('Request', curlFor(path, method, operation, { parameters, baseUrl })),
        ...(reply?.example === undefined ? [] : [sample(`Reply ${status}`, jsonText(reply.example))]),
      ],
    },
  )
}

const eventId = (kind: string) => `event-${slug(kind)}`

function eventSection(kind: string, operation: WebhookOperation, document: OpenApiDocument): Html {
  const schema: JsonSchema = operation.requestBody.content['application/json'].schema
  return section(
    {
      id: eventId(kind),
      find: findText(kind, operation.summary),
      title: operation.summary,
      description: operation.description,
    },
    {
      head: html`<p class="path"><span class="verb post">event</span><span>${kind}</span></p>`,
      left: [
        ...parameterLists(operation.parameters, document),
        html`<h4>Body</h4>`,
        fields(schema, document.components),
      ],
      right: [],
    },
  )
}

function groups(document: OpenApiDocument, entries: readonly Entry[]): NavGroup[] {
  return document.tags.map(({ name }) => ({
    title: name,
    items:
      name === eventsTag
        ? Object.entries(document.webhooks).map(([kind, { post }]) => ({
            href: `#${eventId(kind)}`,
            label: kind,
            find: findText(kind, post.summary),
          }))
        : entries
            .filter(({ operation }) => operation.tags.includes(name))
            .map(({ path, method, operation }) => ({
              href: `#${operation.operationId}`,
              label: operation.summary,
              verb: method,
              find: findText(method, path, operation.operationId, operation.summary),
            })),
  }))
}

export function referencePage(document: OpenApiDocument, baseUrl: string): Page {
  const entries = entriesOf(document)
  const body = html`<div class="prose lead">
      <h1>API reference</h1>
      ${markdown(document.info.description)}
    </div>
    ${document.tags.map(
      ({ name, description }) =>
        html`<section data-group aria-labelledby="tag-${slug(name)}">
          <h2 id="tag-${slug(name)}">${name}</h2>
          <p class="prose">${inlineMarkdown(description)}</p>
          ${
            name === eventsTag
              ? Object.entries(document.webhooks).map(([kind, { post }]) =>
                  eventSection(kind, post, document),
                )
              : entries
                  .filter(({ operation }) => operation.tags.includes(name))
                  .map((entry) => operationSection(entry, document, baseUrl))
          }
        </section>`,
    )}`
  return { title: 'Reference', groups: groups(document, entries), body }
}
