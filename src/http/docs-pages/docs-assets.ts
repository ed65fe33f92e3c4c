/**
 * The pages use the style and modules of web/docs, functions that the server uses as well, and the search
 * library.
 */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { once } from '../../platform/once.ts'
import { servedAssets } from '../connect-page/assets.ts'
import { html, Html } from './html.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const web = path.join(root, 'web/docs')
const shared = [path.join(import.meta.dirname, 'request-sample.ts'), path.join(root, 'web/connect/dom.ts')]

/** The line names a source map, which is not served. */
const searchLibrary = () =>
  readFileSync(fileURLToPath(import.meta.resolve('minisearch')), 'utf8').replace(
    /^\/\/# sourceMappingURL=.*$/m,
    '',
  )

export const docsAssets = once(() => {
  const own = globSync(['*.ts', '*.css'], { cwd: web }).sort()
  return servedAssets([
    ...own.map((file) => ({ file, text: readFileSync(path.join(web, file), 'utf8') })),
    ...shared.map((file) => ({ file: path.basename(file), text: readFileSync(file, 'utf8') })),
    { file: 'minisearch.js', text: searchLibrary() },
  ])
})

export const assetFolder = '/docs/assets'

/** The script runs before the first paint, so that a page set to dark never flashes light. */
const themeScript =
  "try{const t=localStorage.getItem('theme');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}"

// The element is a single value, since one more line break would not match the hash below.
const themeElement = new Html(`<script>${themeScript}</script>`)

/** The pages' policy lets only this script run beside their own files. */
export const themeScriptHash = `'sha256-${createHash('sha256').update(themeScript).digest('base64')}'`

/** These load at once; the search and the form to try an operation load when opened. */
const early = [
  'main.ts',
  'dom.ts',
  'theme.ts',
  'samples.ts',
  'request-sample.ts',
  'code.ts',
  'deep-links.ts',
  'kept.ts',
]

export function assetLinks(): Html {
  const { servedName } = docsAssets()
  const at = (file: string) => `${assetFolder}/${servedName(file)}`
  return html`${themeElement}
    <link rel="stylesheet" href="${at('style.css')}" />
    ${early.map((file) => html`<link rel="modulepreload" href="${at(file)}" />`)}
    <script type="module" src="${at('main.ts')}"></script>`
}
