/** Renders the first page: a description, and links to the sections. */
import type { OpenApiDocument } from '../openapi/document.ts'
import { replyOf, tagAddress } from './entries.ts'
import type { DocsSource } from './files.ts'
import { html } from './html.ts'
import { inlineMarkdown } from './markdown.ts'
import { docsSections } from './manifest.ts'
import type { DocsPage } from './page.ts'
import { sectionNavigation } from './section-pages.ts'

const firstRequest = (publicUrl: string) => `curl ${publicUrl}/v1/reservations?limit=1 \\
  -H "Authorization: Bearer $API_KEY"`

const shownFields = ['id', 'listingId', 'platform', 'status', 'checkIn', 'checkOut', 'totalPrice', 'currency']

/** Shows a few fields of the answer; the reference shows all. */
function firstAnswer({ paths }: OpenApiDocument): string {
  const listing = paths['/v1/reservations']?.['get']
  const { data: [row = {}] = [], pagination } = ((listing && replyOf(listing)?.example) ?? {}) as {
    data?: Record<string, unknown>[]
    pagination?: unknown
  }
  const fields = Object.fromEntries(
    shownFields.filter((name) => name in row).map((name) => [name, row[name]]),
  )
  return JSON.stringify({ data: [fields], pagination }, null, 2)
}

export function homePage({ texts, document, publicUrl }: DocsSource): DocsPage {
  const tasks = sectionNavigation('guides', texts).slice(1)
  const body = html`<div class="home">
    <div class="split">
      <div>
        <h1>One API over every PMS and booking channel</h1>
        <p class="lede">
          Listings, bookings, calendars, messages and reviews in one shape, from the systems that property
          managers use already. Try it in a sandbox that reaches no real account.
        </p>
        <p class="actions">
          <a class="button" href="/docs/guides/quickstart">Quickstart</a>
          <a class="button second" href="/docs/api">API reference</a>
        </p>
      </div>
      <figure class="code">
        <figcaption>A first request</figcaption>
        <pre tabindex="0"><code>${firstRequest(publicUrl)}</code></pre>
        <pre tabindex="0"><code data-lang="json">${firstAnswer(document())}</code></pre>
      </figure>
    </div>
    <h2>What do you want to do?</h2>
    <div class="tasks">
      ${tasks.map(
        ({ title, items }) =>
          html`<section>
            <h3>${title}</h3>
            <ul>
              ${items.map(({ href, label }) => html`<li><a href="${href}">${label}</a></li>`)}
            </ul>
          </section>`,
      )}
    </div>
    <h2>All sections</h2>
    <ul class="cards">
      ${docsSections.map(
        ({ title, summary, href }) =>
          html`<li>
            <h3><a href="${href}">${title}</a></h3>
            <p>${summary}</p>
          </li>`,
      )}
    </ul>
    <h2>Resources of the API</h2>
    <ul class="cards small">
      ${document().tags.map(
        ({ name, description }) =>
          html`<li>
            <h3><a href="${tagAddress(name)}">${name}</a></h3>
            <p>${inlineMarkdown(description)}</p>
          </li>`,
      )}
    </ul>
  </div>`
  return { title: 'Documentation', groups: [], body }
}
