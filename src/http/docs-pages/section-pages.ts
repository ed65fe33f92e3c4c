/** Renders the manifest as navigation: beside every page, and on each section's first page. */
import type { DocsTexts } from './files.ts'
import { html, type Html } from './html.ts'
import { firstSentenceOf, inlineMarkdown, titleOf } from './markdown.ts'
import { docsSections, pageAddress, type DocsSection, type SectionId } from './manifest.ts'
import type { NavGroup, NavItem, DocsPage } from './page.ts'

const decisionsAddress = '/docs/internals/decisions'
const contributingAddress = '/docs/internals/contributing'

/** These texts are listed by their folder, not one by one. */
const listedFolders: readonly { prefix: string; section: SectionId; index: NavItem }[] = [
  { prefix: '/docs/errors', section: 'api', index: { href: '/docs/errors', label: 'Error codes' } },
  { prefix: '/docs/connectors', section: 'api', index: { href: '/docs/connectors', label: 'Connectors' } },
  { prefix: decisionsAddress, section: 'internals', index: { href: decisionsAddress, label: 'Decisions' } },
  {
    prefix: contributingAddress,
    section: 'internals',
    index: { href: contributingAddress, label: 'How to add' },
  },
]

const folderAt = (address: string) =>
  listedFolders.find(({ prefix }) => address === prefix || address.startsWith(`${prefix}/`))

const itemAt = (texts: DocsTexts, href: string): NavItem => ({
  href,
  label: titleOf(texts.get(href)?.text ?? '', href),
})

function groupsOf(section: DocsSection, texts: DocsTexts): NavGroup[] {
  return section.groups.map(({ title, pages }) => ({
    title,
    items: pages
      .map(pageAddress)
      .filter((href) => texts.has(href))
      .map((href) => itemAt(texts, href)),
  }))
}

/** These reference pages are not made from the description. */
export const referenceExtras: NavGroup = {
  title: 'API reference',
  items: [
    { href: '/docs/api', label: 'Overview' },
    ...listedFolders.filter(({ section }) => section === 'api').map(({ index }) => index),
  ],
}

const named = (id: SectionId) => docsSections.filter((section) => section.id === id)

/** Returns the navigation beside a section's page; newcomers see the guides too. */
export function sectionNavigation(id: SectionId, texts: DocsTexts): NavGroup[] {
  const sections = id === 'start' || id === 'guides' ? [...named('start'), ...named('guides')] : named(id)
  const groups = sections.flatMap((section) => groupsOf(section, texts))
  return id === 'internals'
    ? [
        { title: 'Contribute', items: [{ href: contributingAddress, label: 'How to add' }] },
        ...groups,
        { title: 'Reasons', items: [{ href: decisionsAddress, label: 'Decisions' }] },
      ]
    : groups
}

/** Lists the other texts of the folder. */
export function folderNavigation(
  address: string,
  texts: DocsTexts,
): { section: SectionId; groups: NavGroup[] } | undefined {
  const folder = folderAt(address)
  if (!folder) return undefined
  const items = [...texts.keys()]
    .filter((href) => href.startsWith(`${folder.prefix}/`))
    .map((href) => itemAt(texts, href))
  const first = folder.section === 'api' ? [referenceExtras] : sectionNavigation(folder.section, texts)
  return { section: folder.section, groups: [...first, { title: folder.index.label, items }] }
}

function list(items: readonly NavItem[], texts: DocsTexts): Html {
  return html`<ul>
    ${items.map(({ href, label }) => {
      const summary = firstSentenceOf(texts.get(href)?.text ?? '')
      return html`<li>
        <a href="${href}">${label}</a>${summary && html`<span class="says">${inlineMarkdown(summary)}</span>`}
      </li>`
    })}
  </ul>`
}

/** Returns a section's first page, or undefined if the address begins no section. */
export function sectionIndex(address: string, texts: DocsTexts): DocsPage | undefined {
  const section = docsSections.find(({ href, id }) => href === address && id !== 'start' && id !== 'api')
  if (!section) return undefined
  const groups = sectionNavigation(section.id, texts)
  const body = html`<div class="prose contents">
    <h1>${section.title}</h1>
    <p class="lede">${section.summary}</p>
    ${groups.map(
      ({ title, items }) =>
        html`<h2>${title}</h2>
          ${list(items, texts)}`,
    )}
  </div>`
  return { title: section.title, section: section.id, groups, body }
}
