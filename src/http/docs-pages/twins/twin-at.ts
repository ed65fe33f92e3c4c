/** The Markdown twin of each page, and the index of them that language models read first (llmstxt.org). */
import { exampleOrigin } from '../../openapi/error-responses.ts'
import { tagAddress } from '../entries.ts'
import { operationsOfCode } from '../error-lists.ts'
import type { DocsSource } from '../files.ts'
import { docsSections, pageAddress, resourceGroups } from '../manifest.ts'
import { firstSentenceOf, titleOf } from '../markdown.ts'
import { sectionNavigation } from '../section-pages.ts'
import { referenceTwin } from './reference-twin.ts'
import { textTwin, twinAddress } from './text-twin.ts'

interface TwinItem {
  href: string
  label: string
  says?: string
}

const itemLine = (below: string, { href, label, says }: TwinItem) =>
  `- [${label}](${below}${twinAddress(href)})${says ? `: ${says}` : ''}`

const textItem = ({ texts }: DocsSource, href: string): TwinItem => {
  const text = texts.get(href)?.text ?? ''
  return { href, label: titleOf(text, href), says: firstSentenceOf(text) }
}

/** The index of the documentation. */
export function llmsText(source: DocsSource, below: string): string {
  const { texts, document } = source
  const { tags } = document()
  const tagItem = (name: string): TwinItem => ({
    href: tagAddress(name),
    label: name,
    says: firstSentenceOf(tags.find((tag) => tag.name === name)?.description ?? ''),
  })
  const list = (title: string, items: readonly TwinItem[]) =>
    `## ${title}\n\n${items.map((item) => itemLine(below, item)).join('\n')}`
  const pages = (id: string) =>
    docsSections
      .filter((section) => section.id === id)
      .flatMap(({ groups }) => groups.flatMap((group) => group.pages.map(pageAddress)))
      .filter((href) => texts.has(href))
      .map((href) => textItem(source, href))
  const known = new Set(tags.map(({ name }) => name))
  return `${[
    '# Lodgewire',
    '> One REST API over every vacation-rental property-management system and booking channel: listings, calendars, reservations, guests, conversations, reviews and webhooks.',
    `Send requests to \`${source.publicUrl}\` with \`Authorization: Bearer <key>\`. Errors name the field and the fix. Every page of the documentation is Markdown at its address with \`.md\` appended. The whole API: [OpenAPI without patterns and examples](${below}/openapi/words.json), [OpenAPI](${below}/openapi.json), [AsyncAPI of the webhooks](${below}/asyncapi.json), [Postman collection](${below}/postman.json).`,
    list('Get started', pages('start')),
    list('Guides', pages('guides')),
    list('API reference', [
      { href: '/docs/api', label: 'All operations' },
      ...resourceGroups.flatMap((group) => group.tags.filter((name) => known.has(name)).map(tagItem)),
      { href: '/docs/errors', label: 'Error codes' },
    ]),
    list('Operate a server', pages('operate')),
    list('Optional', pages('internals')),
  ].join('\n\n')}\n`
}

/** A section's first page lists its pages. */
function sectionTwin(address: string, source: DocsSource, below: string): string | undefined {
  const section = docsSections.find(({ href, id }) => href === address && id !== 'start' && id !== 'api')
  if (!section) return undefined
  const groups = sectionNavigation(section.id, source.texts).map(
    ({ title, items }) =>
      `## ${title}\n\n${items.map(({ href }) => itemLine(below, textItem(source, href))).join('\n')}`,
  )
  return `${[`# ${section.title}`, section.summary, ...groups].join('\n\n')}\n`
}

function errorOperations(address: string, { document }: DocsSource): string {
  const code = /^\/docs\/errors\/(\w+)$/.exec(address)?.[1]
  const operations = code === undefined ? [] : operationsOfCode(code, document())
  if (operations.length === 0) return ''
  const lines = operations.map(
    ({ method, path, operation }) => `- \`${method.toUpperCase()} ${path}\`: ${operation.summary}`,
  )
  return `\n## Operations that answer it\n\n${lines.join('\n')}\n`
}

/** The Markdown of the page at an address, or undefined if there is no page. */
export function twinAt(address: string, source: DocsSource, below: string): string | undefined {
  if (address === '/docs') return llmsText(source, below)
  const { publicUrl, texts, document } = source
  if (/^\/docs\/api(\/|$)/.test(address))
    return referenceTwin(address, { document: document(), baseUrl: publicUrl, below })
  const found = texts.get(address)
  if (!found) return sectionTwin(address, source, below)
  const text = textTwin(found.text.replaceAll(exampleOrigin, publicUrl), found.file, below)
  return `${text.trim()}\n${errorOperations(address, source)}`
}
