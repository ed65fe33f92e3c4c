/** Renders the frame around every page, and its headers. */
import { assetLinks, themeScriptHash } from './docs-assets.ts'
import { Html, html } from './html.ts'
import { docsSections, type SectionId } from './manifest.ts'

export interface NavItem {
  href: string
  label: string
  verb?: string
  path?: string
  /** These items are on the current page. */
  inside?: readonly NavItem[]
}

export interface NavGroup {
  title: string
  items: readonly NavItem[]
}

export interface DocsPage {
  title: string
  /** The home page and a missing page belong to no section. */
  section?: SectionId
  groups: readonly NavGroup[]
  body: Html
  /** The text's headings serve as links. */
  headings?: readonly NavItem[]
}

/** The page may load and run only the server's own files. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    `script-src 'self' ${themeScriptHash}`,
    'img-src data:',
    // The search loads its index and the try-it form calls the API.
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

const mark = html`<svg
  viewBox="0 0 32 32"
  fill="none"
  stroke="currentColor"
  stroke-width="2.6"
  stroke-linejoin="round"
  stroke-linecap="round"
  aria-hidden="true"
>
  <path d="M5 14.5 16 5l11 9.5V27H5z" />
  <path d="M11 27v-5a5 5 0 0 1 10 0v5" />
  <circle cx="16" cy="13" r="1.6" fill="currentColor" stroke="none" />
</svg>`
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32' fill='none' stroke='%230b6e63' stroke-width='2.6' stroke-linejoin='round' stroke-linecap='round'%3E%3Cpath d='M5 14.5 16 5l11 9.5V27H5z'/%3E%3Cpath d='M11 27v-5a5 5 0 0 1 10 0v5'/%3E%3C/svg%3E"

const sectionLinks = (current: SectionId | undefined) =>
  html`<ul class="sections">
    ${docsSections.map(
      ({ id, title, href }) =>
        html`<li><a href="${href}" ${id === current && new Html(' aria-current="true"')}>${title}</a></li>`,
    )}
  </ul>`

const magnifier = html`<svg
  viewBox="0 0 20 20"
  fill="none"
  stroke="currentColor"
  stroke-width="1.8"
  aria-hidden="true"
>
  <circle cx="9" cy="9" r="5.5" />
  <path d="m13.2 13.2 4 4" stroke-linecap="round" />
</svg>`

const sun = html`<svg
  class="sun"
  viewBox="0 0 20 20"
  fill="none"
  stroke="currentColor"
  stroke-width="1.7"
  stroke-linecap="round"
  aria-hidden="true"
>
  <circle cx="10" cy="10" r="3.4" />
  <path
    d="M10 2v2M10 16v2M2 10h2M16 10h2M4.4 4.4l1.4 1.4M14.2 14.2l1.4 1.4M4.4 15.6l1.4-1.4M14.2 5.8l1.4-1.4"
  />
</svg>`
const moon = html`<svg
  class="moon"
  viewBox="0 0 20 20"
  fill="none"
  stroke="currentColor"
  stroke-width="1.7"
  stroke-linejoin="round"
  aria-hidden="true"
>
  <path d="M16.5 12A7 7 0 0 1 8 3.5a6.8 6.8 0 1 0 8.5 8.5z" />
</svg>`

/** The script shows both, since they need it to work. */
const tools = html`<div class="tools">
  <button
    type="button"
    class="find"
    data-search="/docs/search.json"
    aria-label="Search"
    aria-keyshortcuts="/"
    aria-haspopup="dialog"
    hidden
  >
    ${magnifier}<span>Search</span><kbd>/</kbd>
  </button>
  <button type="button" class="theme" data-theme-switch hidden>${sun}${moon}</button>
</div>`

function navItem(item: NavItem, address: string): Html {
  const isHere = item.href === address
  return html`<li>
    <a href="${item.href}" ${isHere && new Html(' aria-current="page"')}
      >${item.verb && html`<span class="verb ${item.verb}">${item.verb}</span>`}<span>${item.label}</span></a
    >${
      item.inside &&
      html`<ul class="inside">
        ${item.inside.map((inner) => navItem(inner, address))}
      </ul>`
    }
  </li>`
}

const navigation = (groups: readonly NavGroup[], address: string): Html =>
  html`${groups.map(
    ({ title, items }) =>
      html`<section>
        <h2>${title}</h2>
        <ul>
          ${items.map((item) => navItem(item, address))}
        </ul>
      </section>`,
  )}`

/** Links the pages before and after this one, in the order of the navigation. */
function neighbours(groups: readonly NavGroup[], address: string): Html | undefined {
  const items = groups.flatMap((group) => group.items)
  const at = items.findIndex(({ href }) => href === address)
  const [before, after] = at < 0 ? [] : [items[at - 1], items[at + 1]]
  if (!before && !after) return undefined
  return html`<nav class="neighbours" aria-label="Neighbouring pages">
    ${before && html`<a rel="prev" href="${before.href}"><small>Before</small>${before.label}</a>`}
    ${after && html`<a rel="next" href="${after.href}"><small>Next</small>${after.label}</a>`}
  </nav>`
}

const contents = (headings: readonly NavItem[]): Html =>
  html`<nav class="here" aria-label="On this page">
    <h2>On this page</h2>
    <ul>
      ${headings.map(({ href, label }) => html`<li><a href="${href}">${label}</a></li>`)}
    </ul>
  </nav>`

/** Behind a proxy the server may be reached below a path. */
export const pathBelow = (publicUrl: string): string => new URL(publicUrl).pathname.replace(/\/$/, '')

export const rootedAt = (publicUrl: string, text: string): string =>
  text.replaceAll(
    /((?:href|src|data-search)=")(\/(?:docs|openapi|asyncapi|postman|llms)\b)/g,
    `$1${pathBelow(publicUrl)}$2`,
  )

/** `address` marks the current page in the navigation. */
export function renderPage(page: DocsPage, address = ''): string {
  const nav = navigation(page.groups, address)
  const hasSide = page.groups.length > 0
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${page.title} · Lodgewire API</title>
        <link rel="icon" href="${new Html(icon)}" />
        ${address !== '' && html`<link rel="alternate" type="text/markdown" href="${address}.md" />`}
        ${assetLinks()}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header class="top">
          <a class="brand" href="/docs"
            >${mark}<span>Lodgewire <small>docs</small></span></a
          >
          <nav class="bar" aria-label="Sections">${sectionLinks(page.section)}</nav>
          ${tools}
          <details class="menu">
            <summary>Menu</summary>
            <nav aria-label="Menu">
              ${sectionLinks(page.section)}
              <div class="nav">${nav}</div>
            </nav>
          </details>
        </header>
        <div class="frame${!hasSide && ' wide'}${page.headings && ' with-headings'}">
          ${hasSide && html`<nav class="side nav" aria-label="Contents">${nav}</nav>`}
          <main id="content" tabindex="-1">${page.body}${neighbours(page.groups, address)}</main>
          ${page.headings && contents(page.headings)}
        </div>
      </body>
    </html> `.text
}
