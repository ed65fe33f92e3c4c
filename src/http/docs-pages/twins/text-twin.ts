/** Markdown of the texts under docs/, as it is served: links lead to other served Markdown. */
import { linkTarget } from '../markdown.ts'

const comment = /^<!--.*-->\n*/gm
const fence = /(^```[\s\S]*?^```)/m
const link = /\]\(([^)\s]+)\)/g

/** For example: `/docs/guides/webhooks#retries` → `/docs/guides/webhooks.md#retries`. */
export function twinAddress(address: string): string {
  const [page = '', fragment] = address.split('#')
  const twin = page.startsWith('/docs') ? `${page}.md` : page
  return fragment === undefined ? twin : `${twin}#${fragment}`
}

/** `below` is the path that the server is reached under, such as `/pms`; `file` is the text's path in the repository. */
export function textTwin(text: string, file: string, below: string): string {
  const linked = (part: string) =>
    part.replaceAll(link, (all, href: string) => {
      const address = linkTarget(href, file)
      if (address === undefined || !address.startsWith('/')) return all
      return `](${below}${twinAddress(address)})`
    })
  return text
    .replaceAll(comment, '')
    .split(fence)
    .map((part) => (part.startsWith('```') ? part : linked(part)))
    .join('')
}
