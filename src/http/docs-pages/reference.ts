/** Builds the reference: an overview, and a page for every resource with its operations. */
import { eventsTag } from '../openapi.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import { entriesOf, eventAddress, operationAddress, tagAddress } from './entries.ts'
import { sharedErrors } from './error-lists.ts'
import { html, type Html } from './html.ts'
import { resourceGroups } from './manifest.ts'
import { inlineMarkdown, markdown, slug } from './markdown.ts'
import { eventSection, operationSection, type ReferenceScope } from './operation-section.ts'
import type { NavGroup, NavItem, DocsPage } from './page.ts'

/** Links the parts of a tag's page. */
function itemsOf(document: OpenApiDocument, tag: string): NavItem[] {
  if (tag === eventsTag) {
    return Object.keys(document.webhooks).map((kind) => ({ href: eventAddress(kind), label: kind }))
  }
  return entriesOf(document)
    .filter(({ operation }) => operation.tags.includes(tag))
    .map(({ path, method, operation }) => ({
      href: operationAddress(operation),
      label: operation.summary,
      verb: method,
      path,
    }))
}

/** Operations name the main spelling of a parameter; the others are shown once, for all of them. */
function aliasTable(document: OpenApiDocument): Html {
  const operations = new Map(
    entriesOf(document).map(({ operation }) => [operation.operationId, operation] as const),
  )
  const linkTo = (id: string) => {
    const operation = operations.get(id)
    return operation && html`<a href="${operationAddress(operation)}">${operation.summary}</a>`
  }
  return html`<section class="resource prose">
    <h2 id="query-aliases"><a href="#query-aliases">Other spellings of query parameters</a></h2>
    <p>
      These operations take a parameter under a second name. Write the first one: clients that are generated
      from the description know no other.
    </p>
    <div class="table" tabindex="0">
      <table>
        <thead>
          <tr>
            <th>Parameter</th>
            <th>Also taken</th>
            <th>By</th>
          </tr>
        </thead>
        <tbody>
          ${document['x-query-aliases'].map(
            ({ alias, parameter, operations: ids }) =>
              html`<tr>
                <td><code>${parameter}</code></td>
                <td><code>${alias}</code></td>
                <td>${ids.map((id, i) => html`${i > 0 ? ', ' : ''}${linkTo(id)}`)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`
}

/** Links the resources, and the operations of the current one. */
export function referenceNavigation(document: OpenApiDocument, currentTag?: string): NavGroup[] {
  const tagNames = new Set(document.tags.map(({ name }) => name))
  return resourceGroups.map(({ title, tags }) => ({
    title,
    items: tags
      .filter((name) => tagNames.has(name))
      .map((name) => ({
        href: tagAddress(name),
        label: name,
        ...(name === currentTag ? { inside: itemsOf(document, name) } : {}),
      })),
  }))
}

const index = (items: readonly NavItem[]): Html =>
  html`<ul class="index">
    ${items.map(
      ({ href, label, verb, path }) =>
        html`<li>
          <a href="${href}"
            >${verb && html`<span class="verb ${verb}">${verb}</span>`}<span>${label}</span>${
              path && html`<code>${path}</code>`
            }</a
          >
        </li>`,
    )}
  </ul>`

export function overviewPage(document: OpenApiDocument): Pick<DocsPage, 'title' | 'body'> {
  const body = html`<div class="prose lead">
      <h1>API reference</h1>
      <p class="lede">New here? <a href="/docs/guides/quickstart">The quickstart</a> takes five minutes.</p>
      ${markdown(document.info.description)}
      <p>
        The whole description for your tools: <a href="/openapi.json">openapi.json</a>; one resource of it:
        <code>/openapi/&lt;resource&gt;.json</code>; for language models:
        <a href="/openapi/words.json">words.json</a>. The webhooks:
        <a href="/asyncapi.json">asyncapi.json</a>. For Postman, Bruno and Insomnia:
        <a href="/postman.json">postman.json</a>. Every page is Markdown at its address with
        <code>.md</code> appended; <a href="/llms.txt">llms.txt</a> lists them.
      </p>
    </div>
    ${document.tags.map(
      ({ name, description }) =>
        html`<section class="resource">
          <h2 id="tag-${slug(name)}"><a href="${tagAddress(name)}">${name}</a></h2>
          <p class="prose">${inlineMarkdown(description)}</p>
          ${index(itemsOf(document, name))}
        </section>`,
    )}
    ${aliasTable(document)}`
  return { title: 'API reference', body }
}

function sectionsOf(tag: string, scope: ReferenceScope): Html[] {
  const { document } = scope
  if (tag === eventsTag)
    return Object.entries(document.webhooks).map(([kind, { post }]) => eventSection(kind, post, scope))
  return entriesOf(document)
    .filter(({ operation }) => operation.tags.includes(tag))
    .map((entry) => operationSection(entry, scope))
}

/** Returns the page of one resource, or undefined for an unknown tag. */
export function resourcePage(
  document: OpenApiDocument,
  address: string,
  baseUrl: string,
): (Pick<DocsPage, 'title' | 'body'> & { tag: string }) | undefined {
  const tag = document.tags.find(({ name }) => tagAddress(name) === address)
  if (!tag) return undefined
  const sections = sectionsOf(tag.name, { document, baseUrl, takenIds: new Set() })
  const isEvents = tag.name === eventsTag
  const body = html`<div class="prose lead">
      <h1>${tag.name}</h1>
      <p class="lede">${inlineMarkdown(tag.description)}</p>
      ${
        isEvents &&
        html`<p>
          Subscribe with <a href="/docs/api/webhooks#createWebhook">POST /v1/webhooks</a>;
          <a href="/docs/guides/webhooks">the guide</a> says how to verify a signature and what is sent again.
        </p>`
      }
    </div>
    ${index(itemsOf(document, tag.name))}
    <div class="reference" data-base-url="${baseUrl}">
      ${!isEvents && html`<div class="keybar" data-key></div>`}${sections}
    </div>
    ${!isEvents && sharedErrors(document)}`
  return { title: tag.name, tag: tag.name, body }
}
