/** Returns the page at an address, or undefined if there is none. */
import path from 'node:path'
import { exampleOrigin } from '../openapi/error-responses.ts'
import type { DocsSource } from './files.ts'
import { operationList, operationsOfCode } from './error-lists.ts'
import { homePage } from './home-page.ts'
import { html } from './html.ts'
import { sectionOfPage } from './manifest.ts'
import { contentsOf, markdown, titleOf } from './markdown.ts'
import type { DocsPage } from './page.ts'
import { overviewPage, referenceNavigation, resourcePage } from './reference.ts'
import { folderNavigation, referenceExtras, sectionIndex, sectionNavigation } from './section-pages.ts'

const codeAt = (name: string) => /^\/docs\/errors\/(\w+)$/.exec(name)?.[1]

function textPage(name: string, { texts, publicUrl, document }: DocsSource): DocsPage | undefined {
  const found = texts.get(name)
  if (!found) return undefined
  const code = codeAt(name)
  const operations = code === undefined ? undefined : operationList(operationsOfCode(code, document()))
  const headings = contentsOf(found.text)
  if (operations) headings.push({ href: '#operations', label: 'Operations that answer it' })
  const section = sectionOfPage(path.parse(found.file).name) ?? 'guides'
  return {
    title: titleOf(found.text, name),
    ...(headings.length > 1 ? { headings } : {}),
    ...(folderNavigation(name, texts) ?? { section, groups: sectionNavigation(section, texts) }),
    body: html`<div class="prose">
      ${markdown(found.text.replaceAll(exampleOrigin, publicUrl), found.file)}${operations}
    </div>`,
  }
}

function referencePage(name: string, { document, publicUrl }: DocsSource): DocsPage | undefined {
  const reference = document()
  const page =
    name === '/docs/api'
      ? { ...overviewPage(reference), tag: undefined }
      : resourcePage(reference, name, publicUrl)
  return (
    page && {
      ...page,
      section: 'api',
      groups: [referenceExtras, ...referenceNavigation(reference, page.tag)],
    }
  )
}

export function pageAt(name: string, source: DocsSource): DocsPage | undefined {
  if (name === '/docs') return homePage(source)
  if (/^\/docs\/api(\/|$)/.test(name)) return referencePage(name, source)
  return sectionIndex(name, source.texts) ?? textPage(name, source)
}
