/** The frame around every page, and the headers it is sent with. */
import { createHash } from 'node:crypto'
import { Html, html } from './html.ts'
import { docsSections, type SectionId } from './manifest.ts'
import { script } from './script.ts'
import { style } from './style.ts'

export interface NavItem {
  href: string
  label: string
  verb?: string
}

export interface NavGroup {
  title: string
  items: readonly NavItem[]
}

export interface Page {
  title: string
  /** Left out where the page belongs to none: the home page, and one that is missing. */
  section?: SectionId
  groups: readonly NavGroup[]
  body: Html
}

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Nothing but the page itself may be loaded or run. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    `script-src ${hash(script)}`,
    'img-src data:',
    // The search loads its index.
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

// As single values: a line break more would not match the hashes above.
const styleElement = new Html(`<style>${style}</style>`)
const scriptElement = new Html(`<script>${script}</script>`)

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

const brand = html`<a class="brand" href="/docs"
  >${mark}<span>Lodgewire <small>API</small></span></a
>`
const sectionLinks = (shown: SectionId | undefined) =>
  html`<ul class="links">
    ${docsSections.map(
      ({ id, title, href }) =>
        html`<li><a href="${href}" ${id === shown && new Html(' aria-current="true"')}>${title}</a></li>`,
    )}
  </ul>`

/** Shown by the script, which makes it work. */
const search = html`<div class="search" data-search="/docs/search.json" hidden>
  <input type="search" placeholder="Search operations, fields, codes" aria-label="Search" />
  <ul aria-live="polite"></ul>
</div>`

function navigation(groups: readonly NavGroup[]): Html {
  return html`${search}${groups.map(
    (group) =>
      html`<section>
        <h2>${group.title}</h2>
        <ul>
          ${group.items.map(
            (item) =>
              html`<li>
                <a href="${item.href}"
                  >${item.verb && html`<span class="verb ${item.verb}">${item.verb}</span>`}<span
                    >${item.label}</span
                  ></a
                >
              </li>`,
          )}
        </ul>
      </section>`,
  )}`
}

/** Behind a proxy the server may be reached below a path. */
export const pathBelow = (publicUrl: string): string => new URL(publicUrl).pathname.replace(/\/$/, '')

export const rootedAt = (publicUrl: string, text: string): string =>
  text.replaceAll(/((?:href|data-search)=")(\/(?:docs|openapi\.json))/g, `$1${pathBelow(publicUrl)}$2`)

export function renderPage(page: Page): string {
  const nav = navigation(page.groups)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${page.title} · Lodgewire API</title>
        <link rel="icon" href="${new Html(icon)}" />
        ${styleElement}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header class="top">
          ${brand}${sectionLinks(page.section)}
          <details>
            <summary>Contents</summary>
            <nav class="nav" aria-label="Contents">${nav}</nav>
          </details>
        </header>
        <div class="frame">
          <div class="side">
            ${brand}${sectionLinks(page.section)}
            <nav class="nav" aria-label="Contents">${nav}</nav>
          </div>
          <main id="content" tabindex="-1">${page.body}</main>
        </div>
        ${scriptElement}
      </body>
    </html> `.text
}
