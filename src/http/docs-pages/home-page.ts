/** The first page: what this is, and where to go for what. */
import type { OpenApiDocument } from '../openapi.ts'
import { tagAddress } from './entries.ts'
import type { DocsTexts } from './files.ts'
import { html } from './html.ts'
import { inlineMarkdown } from './markdown.ts'
import { docsSections } from './manifest.ts'
import type { Page } from './page.ts'
import { sectionNavigation } from './section-pages.ts'

export function homePage(document: OpenApiDocument, texts: DocsTexts): Page {
  const body = html`<div class="home">
    <h1>One API over every PMS and channel</h1>
    <p class="lede">
      Listings, bookings, calendars, messages and reviews in one shape, with a sandbox to try them in.
      <a href="/docs/guides/quickstart">The quickstart</a> takes five minutes.
    </p>
    <ul class="cards">
      ${docsSections.map(
        ({ title, summary, href }) =>
          html`<li>
            <h2><a href="${href}">${title}</a></h2>
            <p>${summary}</p>
          </li>`,
      )}
    </ul>
    <h2>Resources</h2>
    <ul class="cards small">
      ${document.tags.map(
        ({ name, description }) =>
          html`<li>
            <h3><a href="${tagAddress(name)}">${name}</a></h3>
            <p>${inlineMarkdown(description)}</p>
          </li>`,
      )}
    </ul>
  </div>`
  return { title: 'Documentation', groups: sectionNavigation('guides', texts), body }
}
