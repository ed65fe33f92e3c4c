/** The reference, the error pages and the guides, served by the server itself: nothing is loaded from elsewhere. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { OpenApiDocument } from './openapi.ts'
import { toApiError } from './error-envelope.ts'
import { exampleOrigin } from './openapi/error-responses.ts'
import { readDocs } from './docs-pages/files.ts'
import { html } from './docs-pages/html.ts'
import { markdown, titleOf } from './docs-pages/markdown.ts'
import { pageHeaders, renderPage, type NavGroup, type Page } from './docs-pages/page.ts'
import { referencePage } from './docs-pages/reference.ts'

export interface DocsOptions {
  /** Asked on every request: the port is known only once the server listens. */
  publicUrl: () => string
  /** In the names of delivery headers; the published name when left out. */
  serviceName?: string
}

const publishedServiceName = 'Repull'
const guides = 'Guides'

/** The document with the addresses and header names of this server. */
export function localized(openApi: string, publicUrl: string, serviceName: string): string {
  return openApi
    .replaceAll(exampleOrigin, publicUrl)
    .replaceAll(`"X-${publishedServiceName}-`, `"X-${serviceName}-`)
}

function missingPage(groups: readonly NavGroup[]): Page {
  const body = html`<div class="prose">
    <h1>No such page</h1>
    <p>
      Nothing is written here. Start from the <a href="/docs">reference</a> or the
      <a href="/docs/errors">error codes</a>.
    </p>
  </div>`
  return { title: 'No such page', groups, body }
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

function navigationOf(texts: ReturnType<typeof readDocs>['texts']): NavGroup[] {
  const items = [...texts].map(([href, { text }]) => ({ href, label: titleOf(text, href) }))
  const group = (title: string, prefix: string): NavGroup => ({
    title,
    items: items
      .filter(({ href }) => href.startsWith(prefix))
      .map((item) => ({ ...item, find: item.label.toLowerCase() })),
  })
  return [group(guides, '/docs/guides/'), group('Error codes', '/docs/errors/')].filter(
    ({ items: shown }) => shown.length > 0,
  )
}

export async function docsPages(app: FastifyInstance, options: DocsOptions): Promise<void> {
  const { openApi, texts } = readDocs()
  const groups = navigationOf(texts)
  const serviceName = options.serviceName ?? publishedServiceName
  const made = new Map<string, string>()

  /** Behind a proxy the server may be reached below a path. */
  const below = () => new URL(options.publicUrl()).pathname.replace(/\/$/, '')

  function send(reply: FastifyReply, name: string, page: () => Page, status = 200) {
    const key = `${options.publicUrl()} ${name}`
    const text =
      made.get(key) ?? renderPage(page()).replaceAll(/(href=")(\/(?:docs|openapi\.json))/g, `$1${below()}$2`)
    // Only pages that exist are kept, so that asking for others costs no memory.
    if (status === 200) made.set(key, text)
    return reply.code(status).headers(pageHeaders).send(text)
  }

  app.setErrorHandler((error, _request, reply) => {
    // What is refused before a page is made is refused as everywhere.
    if (toApiError(error).code !== 'internal_error') throw error
    return reply.code(500).headers(pageHeaders).send(renderPage(brokenPage()))
  })

  app.get('/', (_request, reply) => reply.redirect(`${below()}/docs`))
  app.get('/openapi.json', (_request, reply) =>
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(localized(openApi, options.publicUrl(), serviceName)),
  )
  app.get('/docs', (_request, reply) =>
    send(reply, '/docs', () => {
      const document = JSON.parse(localized(openApi, options.publicUrl(), serviceName)) as OpenApiDocument
      const page = referencePage(document, options.publicUrl())
      return { ...page, groups: [...page.groups, ...groups.filter(({ title }) => title === guides)] }
    }),
  )
  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) => {
    const name = `/docs/${request.params['*']}`.replace(/\/$/, '')
    if (name === '/docs') return reply.redirect(`${below()}/docs`)
    const found = texts.get(name)
    if (!found) return send(reply, 'missing', () => missingPage(groups), 404)
    return send(reply, name, () => ({
      title: titleOf(found.text, name),
      groups,
      body: html`<div class="prose">
        ${markdown(found.text.replaceAll(exampleOrigin, options.publicUrl()), found.file)}
      </div>`,
    }))
  })
}
