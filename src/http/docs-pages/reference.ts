/** The reference: an overview, and a page for every resource with its operations. */
import { errors } from '../../contract/errors.ts'
import { eventsTag, type OpenApiDocument } from '../openapi.ts'
import { joinCodes } from '../openapi/error-responses.ts'
import type { Parameter } from '../openapi/fixed-parts.ts'
import type { JsonSchema } from '../openapi/named-schemas.ts'
import type { OpenApiOperation, Response } from '../openapi/operation.ts'
import type { WebhookOperation } from '../openapi/webhooks.ts'
import {
  entriesOf,
  eventAddress,
  eventId,
  operationAddress,
  parametersOf,
  tagAddress,
  type Entry,
} from './entries.ts'
import { field, fields } from './fields.ts'
import { html, type Html } from './html.ts'
import { inlineMarkdown, markdown, slug } from './markdown.ts'
import type { NavGroup, Page } from './page.ts'
import { sampleLanguages, sampleRequest, type SampleRequest } from './request-sample.ts'

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
    // The same few on every operation: out of the way.
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

function errorTable(operation: OpenApiOperation): Html {
  const all = joinCodes(operation['x-error-code-sets'], operation['x-error-codes'] ?? {})
  const rows = Object.entries(all).flatMap(([status, codes]) =>
    codes.map((code) => ({ status, code, when: errors[code].when })),
  )
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

/** All languages stand below each other; the script shows one at a time. */
function requestSamples(request: SampleRequest): Html {
  return html`<div data-languages>
    ${sampleLanguages.map(
      ({ id, label, write }) =>
        html`<div data-copy data-language="${id}">
          <h4>${label}</h4>
          <pre tabindex="0"><code>${write(request)}</code></pre>
        </div>`,
    )}
  </div>`
}

function section(
  given: { id: string; title: string; description: string | undefined },
  parts: { head: Html; left: readonly (Html | undefined)[]; right: readonly Html[] },
): Html {
  return html`<article class="operation" id="${given.id}">
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
    success && 'content' in success ? Object.values((success as Response).content ?? {})[0] : undefined
  return section(
    {
      id: operation.operationId,
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
        errorTable(operation),
      ],
      right: [
        requestSamples(sampleRequest(path, method, operation, { parameters, baseUrl })),
        ...(reply?.example === undefined ? [] : [sample(`Reply ${status}`, jsonText(reply.example))]),
      ],
    },
  )
}

function eventSection(kind: string, operation: WebhookOperation, document: OpenApiDocument): Html {
  const schema: JsonSchema = operation.requestBody.content['application/json'].schema
  return section(
    {
      id: eventId(kind),
      title: operation.summary,
      description: operation.description,
    },
    {
      head: html`<p class="path"><span class="verb post">event</span><span>${kind}</span></p>`,
      left: [
        ...parameterLists(parametersOf(operation, document), document),
        html`<h4>Body</h4>`,
        fields(schema, document.components),
      ],
      right: [],
    },
  )
}

/** What stands on the page of a tag, as links. */
function itemsOf(document: OpenApiDocument, tag: string): NavGroup['items'] {
  if (tag === eventsTag) {
    return Object.keys(document.webhooks).map((kind) => ({ href: eventAddress(kind), label: kind }))
  }
  return entriesOf(document)
    .filter(({ operation }) => operation.tags.includes(tag))
    .map(({ method, operation }) => ({
      href: operationAddress(operation),
      label: operation.summary,
      verb: method,
    }))
}

/** The resources; of the one that is shown, its operations too. */
export function referenceNavigation(document: OpenApiDocument, shown?: string): NavGroup[] {
  const resources = document.tags.map(({ name }) => ({ href: tagAddress(name), label: name }))
  return [
    ...(shown === undefined ? [] : [{ title: shown, items: itemsOf(document, shown) }]),
    { title: 'Resources', items: resources },
  ]
}

export function overviewPage(document: OpenApiDocument): Pick<Page, 'title' | 'body'> {
  const body = html`<div class="prose lead">
      <h1>API reference</h1>
      <p>New here? <a href="/docs/guides/quickstart">The quickstart</a> takes five minutes.</p>
      ${markdown(document.info.description)}
    </div>
    ${document.tags.map(
      ({ name, description }) =>
        html`<section>
          <h2 id="tag-${slug(name)}"><a href="${tagAddress(name)}">${name}</a></h2>
          <p class="prose">${inlineMarkdown(description)}</p>
          <ul class="index">
            ${itemsOf(document, name).map(
              ({ href, label, verb }) =>
                html`<li>
                  ${verb && html`<span class="verb ${verb}">${verb}</span>`} <a href="${href}">${label}</a>
                </li>`,
            )}
          </ul>
        </section>`,
    )}`
  return { title: 'Reference', body }
}

/** The page of one resource, or undefined when no tag is called so. */
export function resourcePage(
  document: OpenApiDocument,
  address: string,
  baseUrl: string,
): (Pick<Page, 'title' | 'body'> & { tag: string }) | undefined {
  const tag = document.tags.find(({ name }) => tagAddress(name) === address)
  if (!tag) return undefined
  const sections =
    tag.name === eventsTag
      ? Object.entries(document.webhooks).map(([kind, { post }]) => eventSection(kind, post, document))
      : entriesOf(document)
          .filter(({ operation }) => operation.tags.includes(tag.name))
          .map((entry) => operationSection(entry, document, baseUrl))
  const body = html`<div class="prose lead">
      <h1>${tag.name}</h1>
      <p>${inlineMarkdown(tag.description)}</p>
    </div>
    ${sections}`
  return { title: tag.name, tag: tag.name, body }
}
