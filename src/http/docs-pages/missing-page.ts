/** Renders the page that a browser gets for an unknown address. */
import { distance } from 'fastest-levenshtein'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiError } from '../../platform/api-error.ts'
import { html } from './html.ts'
import { docsSections } from './manifest.ts'
import { pageHeaders, renderPage, rootedAt, type NavItem, type DocsPage } from './page.ts'

const mostNear = 5
const longestShown = 120

/** These suggestions are pages, or a path of the API. */
interface MissingPageHints {
  near?: readonly NavItem[]
  meant?: string
}

/** The error suggests this path of the API to programs. */
export const hintsOf = ({ extra }: ApiError): MissingPageHints =>
  typeof extra.did_you_mean === 'string' ? { meant: extra.did_you_mean } : {}

const lastPart = (address: string) => address.slice(address.lastIndexOf('/') + 1).toLowerCase()

/** Returns pages whose last part is spelled like the address's, the nearest first. */
export function nearPages(address: string, pages: readonly NavItem[]): NavItem[] {
  const word = lastPart(address).slice(0, longestShown)
  if (word.length < 3) return []
  return pages
    .map((page) => ({ page, part: lastPart(page.href) }))
    .map(({ page, part }) => ({
      page,
      away: part.includes(word) || word.includes(part) ? 1 : distance(part, word),
    }))
    .filter(({ away }) => away <= Math.max(1, Math.floor(word.length / 3)))
    .toSorted((a, b) => a.away - b.away)
    .slice(0, mostNear)
    .map(({ page }) => page)
}

function missingPage(address: string, { near = [], meant }: MissingPageHints): DocsPage {
  const body = html`<div class="prose missing">
    <p class="number">404</p>
    <h1>No such page</h1>
    <p>Nothing is served at <code>${address.slice(0, longestShown)}</code>.</p>
    ${
      near.length > 0 &&
      html`<h2>Did you mean</h2>
        <ul>
          ${near.map(({ href, label }) => html`<li><a href="${href}">${label}</a> <code>${href}</code></li>`)}
        </ul>`
    }
    ${meant !== undefined && html`<p>The API has <code>${meant}</code>.</p>`}
    <h2>Where to go from here</h2>
    <ul class="cards small">
      ${docsSections.map(
        ({ title, summary, href }) =>
          html`<li>
            <h3><a href="${href}">${title}</a></h3>
            <p>${summary}</p>
          </li>`,
      )}
    </ul>
    <p class="soft">
      The API itself answers below <code>/v1</code>, in JSON; a program that asks for a path that is not there
      gets <a href="/docs/errors/not_found">not_found</a>. Press <kbd>/</kbd> to search.
    </p>
  </div>`
  return { title: 'No such page', groups: [], body }
}

const wants = ({ headers }: FastifyRequest, type: string) => (headers.accept ?? '').includes(type)

/** A person typed the address; programs that request a path of the API get the envelope. */
export const isPersonAtWrongAddress = (request: FastifyRequest): boolean =>
  request.method === 'GET' && wants(request, 'text/html') && !/^\/(v1|api)(\/|$|\?)/.test(request.url)

/** A program asks for JSON, even at an address of the documentation. */
export const isProgram = (request: FastifyRequest): boolean =>
  wants(request, 'application/json') && !wants(request, 'text/html')

export const sendMissingPage = (
  reply: FastifyReply,
  publicUrl: string,
  hints: MissingPageHints = {},
): FastifyReply =>
  reply
    .code(404)
    .headers(pageHeaders)
    .send(rootedAt(publicUrl, renderPage(missingPage(reply.request.url.split('?')[0] ?? '', hints))))
