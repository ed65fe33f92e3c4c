/** The reference, the error pages and the guides, served by the server itself: nothing is loaded from elsewhere. */
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { once } from '../platform/once.ts'
import type { OpenApiDocument } from './openapi.ts'
import { toApiError } from './error-envelope.ts'
import { editionInWords, editionOfTag } from './openapi/editions.ts'
import { exampleOrigin } from './openapi/error-responses.ts'
import { readOpenApi, readTexts } from './docs-pages/files.ts'
import { html } from './docs-pages/html.ts'
import { slug } from './docs-pages/markdown.ts'
import { missingPage } from './docs-pages/missing-page.ts'
import { pageAddress } from './docs-pages/manifest.ts'
import { pageHeaders, pathBelow, renderPage, rootedAt, type Page } from './docs-pages/page.ts'
import { pageAt } from './docs-pages/page-at.ts'
import { searchIndex } from './docs-pages/search-index.ts'
import { sectionNavigation } from './docs-pages/section-pages.ts'
import { sendText, servedText, type ServedText } from './docs-pages/served-text.ts'

export interface DocsOptions {
  /** Asked on every request: the port is known only once the server listens. */
  publicUrl: () => string
  /** In the names of delivery headers; the published name when left out. */
  serviceName?: string
}

const publishedServiceName = 'Repull'
const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' }

/** The document with the addresses and header names of this server. */
function localized(openApi: string, publicUrl: string, serviceName: string): string {
  return openApi
    .replaceAll(exampleOrigin, publicUrl)
    .replaceAll(`X-${publishedServiceName}-`, `X-${serviceName}-`)
}

function brokenPage(): Page {
  const body = html`<div class="prose">
    <h1>This page could not be made</h1>
    <p>
      The fault is the server's. The <a href="/openapi.json">description as JSON</a> may still be readable.
    </p>
  </div>`
  return { title: 'Error', groups: [], body }
}

export async function docsPages(app: FastifyInstance, options: DocsOptions): Promise<void> {
  const serviceName = options.serviceName ?? publishedServiceName
  const texts = once(readTexts)
  const made = new Map<string, ServedText>()

  const below = () => pathBelow(options.publicUrl())
  const rooted = (text: string) => rootedAt(options.publicUrl(), text)
  /** On one line: the file has a line for each member, so that changes to it can be read. */
  const description = () =>
    localized(JSON.stringify(JSON.parse(readOpenApi())), options.publicUrl(), serviceName)
  const document = () => JSON.parse(description()) as OpenApiDocument
  const tags = once(() => document().tags.map(({ name }) => name))

  /** Made once for each address the server goes by; only what exists is kept, so that asking for others costs no memory. */
  function remembered(name: string, make: () => string): ServedText {
    const key = `${options.publicUrl()} ${name}`
    const known = made.get(key) ?? servedText(make())
    made.set(key, known)
    return known
  }

  function sendPage(request: FastifyRequest, reply: FastifyReply, name: string, page: () => Page) {
    return sendText(
      request,
      reply.headers(pageHeaders),
      remembered(name, () => rooted(renderPage(page()))),
    )
  }

  const source = () => ({ texts: texts(), document, publicUrl: options.publicUrl() })

  app.setErrorHandler((error, _request, reply) => {
    // What is refused before a page is made is refused as everywhere.
    if (toApiError(error).code !== 'internal_error') throw error
    return reply.code(500).headers(pageHeaders).send(renderPage(brokenPage()))
  })

  app.get('/', (_request, reply) => reply.redirect(`${below()}/docs`))
  app.get('/openapi.json', (request, reply) =>
    sendText(request, reply.headers(jsonHeaders), remembered('/openapi.json', description)),
  )
  app.get<{ Params: { edition: string } }>('/openapi/:edition.json', (request, reply) => {
    const { edition } = request.params
    const tag = tags().find((name) => slug(name) === edition)
    if (tag === undefined && edition !== 'words') return reply.callNotFound()
    const make = () => (tag === undefined ? editionInWords(document()) : editionOfTag(document(), tag))
    return sendText(
      request,
      reply.headers(jsonHeaders),
      remembered(`/openapi/${edition}.json`, () => JSON.stringify(make())),
    )
  })
  app.get('/docs/search.json', (request, reply) =>
    sendText(
      request,
      reply.headers(jsonHeaders),
      remembered('/docs/search.json', () =>
        JSON.stringify(
          searchIndex(document(), texts()).map((entry) => ({ ...entry, href: `${below()}${entry.href}` })),
        ),
      ),
    ),
  )
  const answer = (name: string, request: FastifyRequest, reply: FastifyReply) => {
    if (made.has(`${options.publicUrl()} ${name}`)) return sendPage(request, reply, name, brokenPage)
    const page = pageAt(name, source())
    if (page) return sendPage(request, reply, name, () => page)
    // Older addresses, those in the repository, and those that somebody guesses.
    const moved = pageAddress(path.posix.basename(name))
    if (moved !== name && texts().has(moved)) return reply.redirect(`${below()}${moved}`)
    return reply
      .code(404)
      .headers(pageHeaders)
      .send(rooted(renderPage(missingPage(sectionNavigation('guides', texts())))))
  }
  const toOverview = (reply: FastifyReply) => reply.redirect(`${below()}/docs`)
  // The router of the server takes `/docs/` for `/docs`; links of the page are relative to the latter.
  app.get('/docs', (request, reply) =>
    /^\/docs\/+(\?|$)/.test(request.url) ? toOverview(reply) : answer('/docs', request, reply),
  )
  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) =>
    request.params['*'] === ''
      ? toOverview(reply)
      : answer(`/docs/${request.params['*']}`.replace(/\/$/, ''), request, reply),
  )
}
