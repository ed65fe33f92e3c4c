/** Prepares the files of a hosted page: types are stripped, and names carry a hash. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'

interface Asset {
  contentType: string
  body: string
}

export interface PageAssets {
  /** Keys are served names: `main-0123456789ab.js`. */
  files: Map<string, Asset>
  shell: string
}

const web = path.resolve(import.meta.dirname, '../../../web')
const kinds: Record<string, { extension: string; contentType: string }> = {
  '.ts': { extension: '.js', contentType: 'text/javascript; charset=utf-8' },
  '.js': { extension: '.js', contentType: 'text/javascript; charset=utf-8' },
  '.css': { extension: '.css', contentType: 'text/css; charset=utf-8' },
  '.svg': { extension: '.svg', contentType: 'image/svg+xml' },
}

/** The parts of a page are the files of a folder in `web`. */
export function readPageAssets(folder: string): PageAssets {
  const read = (file: string) => readFileSync(path.join(web, file), 'utf8')
  const own = globSync(['*.ts', '*.css', '*.svg'], { cwd: path.join(web, folder) }).sort()
  const sources = own.map((file) => ({ file, text: read(`${folder}/${file}`) }))
  const shell = read(`${folder}/index.html`)
  const { files, servedName } = servedAssets(sources, shell)
  return { files, shell: servedShell(shell, servedName, [...files.keys()]) }
}

interface ServedAssets {
  /** Keys are the names under which files are served. */
  files: Map<string, Asset>
  servedName: (file: string) => string
}

/** `page` is the text that names the files; a change of it changes their names too. */
export function servedAssets(sources: readonly { file: string; text: string }[], page = ''): ServedAssets {
  // All files share one hash: modules name each other, so one that changes would change most names anyway.
  const hash = createHash('sha256')
    .update(JSON.stringify([page, sources]))
    .digest('hex')
    .slice(0, 12)
  const servedName = (file: string) => {
    const { name, ext } = path.parse(file)
    return `${name}-${hash}${kinds[ext]?.extension ?? ext}`
  }
  const packages = sources.filter(({ file }) => file.endsWith('.js')).map(({ file }) => path.parse(file).name)
  const files = new Map(
    sources.map(({ file, text }) => {
      const ext = path.extname(file)
      const body = ext === '.ts' ? browserModule(text, servedName, packages) : text
      return [servedName(file), { contentType: kinds[ext]?.contentType ?? 'text/plain', body }]
    }),
  )
  return { files, servedName }
}

/** Types become blanks, so that places in error messages stay those of the source. */
function browserModule(
  text: string,
  servedName: (file: string) => string,
  packages: readonly string[],
): string {
  const code = quietly(() => stripTypeScriptTypes(text)).replaceAll(
    /(\bfrom\s*|\bimport\s*\(?\s*)'\.{1,2}\/(?:[\w./-]*\/)?([a-z0-9-]+\.ts)'/g,
    (_all, before: string, file: string) => `${before}'./${servedName(file)}'`,
  )
  return packages.reduce(
    (source, name) => source.replaceAll(`from '${name}'`, `from './${servedName(`${name}.js`)}'`),
    code,
  )
}

/** The shell preloads every module, so that the browser need not discover them one by one. */
function servedShell(shell: string, servedName: (file: string) => string, files: string[]): string {
  const [, place = ''] = /"([a-z/-]*assets\/)main\.ts"/.exec(shell) ?? []
  const preloads = files
    .filter((file) => file.endsWith('.js'))
    .map((file) => `    <link rel="modulepreload" href="${place}${file}" />\n`)
  return shell
    .replaceAll(
      /"([a-z/-]*assets\/)([a-z0-9-]+\.[a-z]+)"/g,
      (_all, before: string, file: string) => `"${before}${servedName(file)}"`,
    )
    .replace('  </head>', `${preloads.join('')}  </head>`)
}

/** The function is experimental and would warn at every start; tests cover its behaviour. */
function quietly<T>(work: () => T): T {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return work()
  } finally {
    process.emitWarning = emitWarning
  }
}
