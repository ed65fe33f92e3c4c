/**
 * The server itself serves the reference, the error pages and the guides: nothing is loaded from elsewhere.
 */
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { once } from '../platform/once.ts'
import type { OpenApiDocument } from './openapi/document.ts'
import { toApiError } from './error-envelope.ts'
import { asyncApiDocument } from './openapi/asyncapi.ts'
import { editionInWords, editionOfTag } from './openapi/editions.ts'
import { exampleOrigin } from './openapi/error-responses.ts'
import { tagAddress } from './docs-pages/entries.ts'
import { assetFolder, docsAssets } from './docs-pages/docs-assets.ts'
import { readOpenApi, readReplyExamples, readTexts } from './docs-pages/files.ts'
import { html } from './docs-pages/html.ts'
import { pageAddress } from './docs-pages/manifest.ts'
import { slug, titleOf } from './docs-pages/markdown.ts'
import { isProgram, nearPages, sendMissingPage } from './docs-pages/missing-page.ts'
import { pageAt } from './docs-pages/page-at.ts'
import {
  pageHeaders,
  pathBelow,
  renderPage,
  rootedAt,
  type NavItem,
  type DocsPage,
} from './docs-pages/page.ts'
import { postmanCollection } from './docs-pages/postman.ts'
import { addReplyExamples, type ReplyExamples } from './docs-pages/reply-examples.ts'
import { searchIndex } from './docs-pages/search-index.ts'
import { sendText, servedText, type ServedText } from './docs-pages/served-text.ts'
import { twinAt, llmsText } from './docs-pages/twins/twin-at.ts'
import { yamlText } from './docs-pages/yaml-text.ts'

export interface DocsOptions {
  /** This is a function because the port is known only once the server listens. */
  publicUrl: () => string
  /** Delivery headers contain this name; by default it is the published one. */
  serviceName?: string
}

const publishedServiceName = 'Repull'
const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' }
/** RFC 7763 registers this type. */
const markdownHeaders = { 'content-type': 'text/markdown; charset=utf-8' }
const plainHeaders = { 'content-type': 'text/plain; charset=utf-8' }
/** Readers open pages some seconds apart. */
const keptMs = 10_000
const yearInSeconds = 31_536_000
/** RFC 9512 registers this type. */
const yamlHeaders = { 'content-type': 'application/yaml; charset=utf-8' }

/** Puts this server's addresses and header names into the document. */
function localized(openApi: string, publicUrl: string, serviceName: string): string {
  return openApi
    .replaceAll(exampleOrigin, publicUrl)
    .replaceAll(`X-${publishedServiceName}-`, `X-${serviceName}-`)
}

/** Programs that read for a language model name Markdown before HTML, or alone. */
function prefersMarkdown({ headers: { accept = '' } }: FastifyRequest): boolean {
  const markdownAt = accept.indexOf('text/markdown')
  const htmlAt = accept.indexOf('text/html')
  return markdownAt >= 0 && (htmlAt < 0 || markdownAt < htmlAt)
}

function brokenPage(): DocsPage {
  const body = html`<div class="prose">
    <h1>This page could not be made</h1>
    <p>
      The fault is the server's. The <a href="/openapi.json">description as JSON</a> may still be readable.
    </p>
  </div>`
  return { title: 'Error', groups: [], body }
}

/**
 * Reading the description takes longer than making a page, and what was read takes tens of megabytes. So it is kept for those who ask
 * one after another, for the address the server has then.
 */
function keptBriefly<T>(address: () => string, make: () => T): () => T {
  let kept: { address: string; value: T } | undefined
  let forgetting: NodeJS.Timeout | undefined
  return () => {
    if (kept?.address !== address()) kept = { address: address(), value: make() }
    clearTimeout(forgetting)
    forgetting = setTimeout(() => (kept = undefined), keptMs).unref()
    return kept.value
  }
}

/** Keeps the sources of the pages, and the texts already made from them. */
function docsLibrary({ publicUrl, serviceName = publishedServiceName }: DocsOptions) {
  const texts = once(readTexts)
  const servedTexts = new Map<string, ServedText>()
  /** The file has a line for each member, so that diffs are readable; readers get it on one line. */
  const description = () => localized(JSON.stringify(JSON.parse(readOpenApi())), publicUrl(), serviceName)
  const document = keptBriefly(publicUrl, () => JSON.parse(description()) as OpenApiDocument)
  // It is read anew, because adding examples changes it.
  const documentOfPages = keptBriefly(publicUrl, () =>
    addReplyExamples(JSON.parse(description()) as OpenApiDocument, replyExamples()),
  )
  const replyExamples = () =>
    JSON.parse(localized(readReplyExamples(), publicUrl(), serviceName)) as ReplyExamples
  const tags = once(() => document().tags.map(({ name }) => name))
  const keyOf = (name: string) => `${publicUrl()} ${name}`

  return {
    description,
    document,
    tags,
    texts,
    publicUrl,
    source: () => ({
      texts: texts(),
      document: documentOfPages,
      publicUrl: publicUrl(),
    }),
    isMade: (name: string) => servedTexts.has(keyOf(name)),
    /**
     * Each text is made once per address of the server. Only existing pages are cached, so that requests for
     * others cost no memory.
     */
    remembered(name: string, make: () => string): ServedText {
      const text = servedTexts.get(keyOf(name)) ?? servedText(make())
      servedTexts.set(keyOf(name), text)
      return text
    },
    /** A missing page's answer suggests these. */
    pages: (): NavItem[] => [
      ...[...texts()].map(([href, { text }]) => ({ href, label: titleOf(text, href) })),
      ...tags().map((name) => ({ href: tagAddress(name), label: `${name} (API reference)` })),
    ],
  }
}

type DocsLibrary = ReturnType<typeof docsLibrary>

function serveDescriptions(
  app: FastifyInstance,
  { description, document, tags, remembered, publicUrl }: DocsLibrary,
): void {
  app.get('/openapi.json', (request, reply) =>
    sendText(request, reply.headers(jsonHeaders), remembered('/openapi.json', description)),
  )
  const yamlTexts = new Map<string, Promise<ServedText>>()

  /** Requests that come while it is written wait for the same text; a failed attempt is repeated. */
  function yamlDescription(): Promise<ServedText> {
    const { etag, text } = remembered('/openapi.json', description)
    const yaml = yamlTexts.get(etag)
    if (yaml) return yaml
    const written = yamlText(text).then(servedText)
    yamlTexts.set(etag, written)
    written.catch(() => yamlTexts.delete(etag))
    return written
  }
  app.get('/openapi.yaml', async (request, reply) =>
    sendText(request, reply.headers(yamlHeaders), await yamlDescription()),
  )
  const serveMade = (address: string, make: () => unknown) =>
    app.get(address, (request, reply) =>
      sendText(
        request,
        reply.headers(jsonHeaders),
        remembered(address, () => JSON.stringify(make())),
      ),
    )
  serveMade('/asyncapi.json', () => asyncApiDocument(document()))
  serveMade('/postman.json', () => postmanCollection(document(), publicUrl()))
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
}

/** File names change with their content, so that browsers may cache them for long. */
function serveAssets(app: FastifyInstance, { remembered }: DocsLibrary): void {
  app.get<{ Params: { file: string } }>(`${assetFolder}/:file`, async (request, reply) => {
    const asset = docsAssets().files.get(request.params.file)
    if (!asset) return reply.callNotFound()
    reply.headers({ 'content-type': asset.contentType, 'x-content-type-options': 'nosniff' })
    const served = remembered(`${assetFolder}/${request.params.file}`, () => asset.body)
    return sendText(request, reply, served, {
      cacheControl: `public, max-age=${yearInSeconds}, immutable`,
    })
  })
}

/** Returns what sends the Markdown of a page; undefined where there is no page of the name. */
const twinSender =
  (library: DocsLibrary, below: () => string) =>
  (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const address = `${name}.md`
    const text = library.isMade(address) ? '' : twinAt(name, library.source(), below())
    if (text === undefined) return undefined
    const served = library.remembered(address, () => text)
    return sendText(request, reply.headers(markdownHeaders), served, { vary: 'Accept' })
  }

function serveIndexOfTwins(app: FastifyInstance, library: DocsLibrary, below: () => string): void {
  app.get('/llms.txt', (request, reply) =>
    sendText(
      request,
      reply.headers(plainHeaders),
      library.remembered('/llms.txt', () => llmsText(library.source(), below())),
    ),
  )
}

export async function docsPages(app: FastifyInstance, options: DocsOptions): Promise<void> {
  const library = docsLibrary(options)
  const { document, texts, remembered } = library
  const below = () => pathBelow(options.publicUrl())
  const rooted = (text: string) => rootedAt(options.publicUrl(), text)

  const sendPage = (request: FastifyRequest, reply: FastifyReply, name: string, page: () => DocsPage) =>
    sendText(
      request,
      reply.headers(pageHeaders),
      remembered(name, () => rooted(renderPage(page(), name))),
      { vary: 'Accept' },
    )
  const sendTwin = twinSender(library, below)

  app.setErrorHandler((error, _request, reply) => {
    // Errors other than a failed page are answered as everywhere.
    if (toApiError(error).code !== 'internal_error') throw error
    return reply.code(500).headers(pageHeaders).send(renderPage(brokenPage()))
  })

  const answer = (name: string, request: FastifyRequest, reply: FastifyReply) => {
    const twin = name.endsWith('.md')
      ? sendTwin(request, reply, name.slice(0, -'.md'.length))
      : prefersMarkdown(request) && sendTwin(request, reply, name)
    if (twin) return twin
    if (library.isMade(name)) return sendPage(request, reply, name, brokenPage)
    const page = pageAt(name, library.source())
    if (page) return sendPage(request, reply, name, () => page)
    // Older addresses, addresses in the repository and guesses lead here.
    const moved = pageAddress(path.posix.basename(name))
    if (moved !== name && texts().has(moved)) return reply.redirect(`${below()}${moved}`)
    if (isProgram(request)) return reply.callNotFound()
    return sendMissingPage(reply, options.publicUrl(), { near: nearPages(name, library.pages()) })
  }

  app.get('/', (_request, reply) => reply.redirect(`${below()}/docs`))
  serveDescriptions(app, library)
  serveIndexOfTwins(app, library, below)
  app.get('/docs.md', (request, reply) => answer('/docs.md', request, reply))
  serveAssets(app, library)
  app.get('/docs/search.json', (request, reply) =>
    sendText(
      request,
      reply.headers(jsonHeaders),
      remembered('/docs/search.json', () => JSON.stringify(searchIndex(document(), texts(), below()))),
    ),
  )
  const toOverview = (reply: FastifyReply) => reply.redirect(`${below()}/docs`)
  // The server's router takes `/docs/` for `/docs`, but the page's links are relative to the latter.
  app.get('/docs', (request, reply) =>
    /^\/docs\/+(\?|$)/.test(request.url) ? toOverview(reply) : answer('/docs', request, reply),
  )
  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) =>
    request.params['*'] === ''
      ? toOverview(reply)
      : answer(`/docs/${request.params['*']}`.replace(/\/$/, ''), request, reply),
  )
}
