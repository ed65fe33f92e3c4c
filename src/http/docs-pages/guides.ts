/** The texts under docs/ as a list to choose from, the quickstart first. */
import type { DocsTexts as Texts } from './files.ts'
import { html, type Html } from './html.ts'
import { firstSentenceOf, inlineMarkdown, titleOf } from './markdown.ts'
import type { NavGroup, NavItem } from './page.ts'

const quickstart = '/docs/guides/quickstart'

function itemsBelow(texts: Texts, prefix: string): NavItem[] {
  return [...texts]
    .filter(([href]) => href.startsWith(prefix))
    .map(([href, { text }]) => ({ href, label: titleOf(text, href) }))
    .toSorted(
      (a, b) => Number(b.href === quickstart) - Number(a.href === quickstart) || (a.label < b.label ? -1 : 1),
    )
}

export const guideNavigation = (texts: Texts): NavGroup => ({
  title: 'Guides',
  items: itemsBelow(texts, '/docs/guides/'),
})

export const errorNavigation = (texts: Texts): NavGroup => ({
  title: 'Error codes',
  items: itemsBelow(texts, '/docs/errors/'),
})

export function guideIndex(texts: Texts): Html {
  return html`<div class="prose">
    <h1>Guides</h1>
    <ul>
      ${guideNavigation(texts).items.map(
        ({ href, label }) =>
          html`<li>
            <a href="${href}">${label}</a>: ${inlineMarkdown(firstSentenceOf(texts.get(href)?.text ?? ''))}
          </li>`,
      )}
    </ul>
  </div>`
}
