import path from 'node:path'
import { Marked, type RendererObject, type Token } from 'marked'
import { escapeHtml, Html } from './html.ts'
import { pageAddress } from './manifest.ts'

const folders: readonly { pattern: RegExp; address: string }[] = [
  { pattern: /^docs\/errors\/(\w+)\.md$/, address: '/docs/errors' },
  { pattern: /^docs\/connectors\/([\w-]+)\.md$/, address: '/docs/connectors' },
  { pattern: /^docs\/decisions\/([\w-]+)\.md$/, address: '/docs/internals/decisions' },
  { pattern: /^docs\/contributing\/([\w-]+)\.md$/, address: '/docs/internals/contributing' },
  { pattern: /^docs\/operate\/(README)\.md$/, address: '/docs/operate' },
  { pattern: /^docs\/internals\/(README)\.md$/, address: '/docs/internals' },
]

/** Returns where `docs/errors/not_found.md` is served; undefined for a file that is not served. */
export function addressOf(file: string): string | undefined {
  for (const { pattern, address } of folders) {
    const name = pattern.exec(file)?.[1]
    if (name) return name === 'README' ? address : `${address}/${name}`
  }
  const page = /^docs\/(?:[a-z]+\/)?([\w-]+)\.md$/.exec(file)?.[1]
  return page === undefined || page === 'README' ? undefined : pageAddress(page)
}

/** Turns a link between files of the repository into one between pages; undefined where no page is. */
export function linkTarget(href: string, file: string): string | undefined {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href
  if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return undefined
  const [name = '', fragment] = href.split('#')
  const address = addressOf(path.posix.normalize(path.posix.join(path.posix.dirname(file), name)))
  return address && (fragment ? `${address}#${fragment}` : address)
}

export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-|-$/g, '')

function renderer(file: string): RendererObject {
  return {
    // HTML in a page is shown as text, since texts may quote it.
    html: ({ text }) => escapeHtml(text),
    image: ({ text }) => escapeHtml(text),
    heading({ tokens, depth, text }) {
      const id = slug(text)
      const inside = this.parser.parseInline(tokens)
      // A heading that contains a link gets none of its own, because links cannot nest.
      const linked =
        depth === 1 || inside.includes('<a ') ? inside : `<a class="anchor" href="#${id}">${inside}</a>`
      return `<h${depth} id="${id}">${linked}</h${depth}>\n`
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens)
      const address = linkTarget(href, file)
      return address === undefined ? text : `<a href="${escapeHtml(address)}">${text}</a>`
    },
    code: ({ text, lang }) =>
      `<pre tabindex="0"><code${lang ? ` data-lang="${escapeHtml(lang)}"` : ''}>${escapeHtml(text)}</code></pre>\n`,
    table(token) {
      const row = (cells: readonly { tokens: Token[] }[], tag: string) =>
        `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`
      const head = token.header.some((cell) => cell.text !== '')
        ? `<thead>${row(token.header, 'th')}</thead>`
        : ''
      const body = token.rows.map((cells) => row(cells, 'td')).join('')
      return `<div class="table" tabindex="0"><table>${head}<tbody>${body}</tbody></table></div>\n`
    },
  }
}

const comment = /^<!--.*-->$/gm

/** Renders a whole page; `file` is its path in the repository, from which relative links start. */
export function markdown(text: string, file = 'docs/index.md'): Html {
  const marked = new Marked({ renderer: renderer(file) })
  return new Html(marked.parse(text.replaceAll(comment, ''), { async: false }))
}

/** Renders one line of text inside another element. */
export function inlineMarkdown(text: string): Html {
  const marked = new Marked({ renderer: renderer('docs/index.md') })
  return new Html(marked.parseInline(text, { async: false }))
}

const fence = /^```[\s\S]*?^```/gm

/** Lists the second-level headings, without Markdown, and their anchors. */
export const contentsOf = (text: string): { href: string; label: string }[] =>
  [...text.replaceAll(fence, '').matchAll(/^## +(.+)$/gm)].map(([, title = '']) => ({
    href: `#${slug(title)}`,
    label: title.replaceAll(/[`*]|\[([^\]]*)\]\([^)]*\)/g, '$1'),
  }))

/** Returns the first sentence of the first paragraph. */
export const firstSentenceOf = (text: string): string =>
  /^(?!#|<!--|\||-|`{3}|\s)[^\n].*(?:\n(?!\n).+)*/m
    .exec(text.replaceAll(fence, ''))?.[0]
    .replaceAll('\n', ' ')
    .split(/(?<=[.:])\s/)[0]
    ?.replace(/:$/, '.') ?? ''

export const titleOf = (text: string, otherwise: string): string => /^# +(.+)$/m.exec(text)?.[1] ?? otherwise
