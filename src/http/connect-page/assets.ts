/** The files of the hosted connect page as a browser takes them: types stripped, names with a hash of everything. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'

export interface Asset {
  contentType: string
  body: string
}

export interface ConnectAssets {
  /** By the name they are served under: `main-0123456789ab.js`. */
  files: Map<string, Asset>
  shell: string
}

const folder = path.resolve(import.meta.dirname, '../../../web/connect')
const kinds: Record<string, { extension: string; contentType: string }> = {
  '.ts': { extension: '.js', contentType: 'text/javascript; charset=utf-8' },
  '.css': { extension: '.css', contentType: 'text/css; charset=utf-8' },
  '.svg': { extension: '.svg', contentType: 'image/svg+xml' },
}

export function readConnectAssets(): ConnectAssets {
  const sources = globSync(['*.ts', '*.css', '*.svg'], { cwd: folder })
    .sort()
    .map((file) => ({ file, text: readFileSync(path.join(folder, file), 'utf8') }))
  const shell = readFileSync(path.join(folder, 'index.html'), 'utf8')
  // One hash for all: modules name each other, so one that changes would change the names of most others anyway.
  const hash = createHash('sha256')
    .update(JSON.stringify([shell, sources]))
    .digest('hex')
    .slice(0, 12)
  const servedName = (file: string) => {
    const { name, ext } = path.parse(file)
    return `${name}-${hash}${kinds[ext]?.extension ?? ext}`
  }
  const files = new Map(
    sources.map(({ file, text }) => {
      const ext = path.extname(file)
      const body = ext === '.ts' ? browserModule(text, servedName) : text
      return [servedName(file), { contentType: kinds[ext]?.contentType ?? 'text/plain', body }]
    }),
  )
  return { files, shell: servedShell(shell, servedName, [...files.keys()]) }
}

/** Types become blanks, so that places in error messages stay those of the source. */
function browserModule(text: string, servedName: (file: string) => string): string {
  return quietly(() => stripTypeScriptTypes(text)).replaceAll(
    /(\bfrom\s*|\bimport\s*)'\.\/([a-z0-9-]+\.ts)'/g,
    (_all, before: string, file: string) => `${before}'./${servedName(file)}'`,
  )
}

/** Every module is named at once, so that the browser need not find them one after the other. */
function servedShell(shell: string, servedName: (file: string) => string, files: string[]): string {
  const preloads = files
    .filter((file) => file.endsWith('.js'))
    .map((file) => `    <link rel="modulepreload" href="assets/${file}" />\n`)
  return shell
    .replaceAll(/"assets\/([a-z0-9-]+\.[a-z]+)"/g, (_all, file: string) => `"assets/${servedName(file)}"`)
    .replace('  </head>', `${preloads.join('')}  </head>`)
}

/** The function is marked experimental, which would be said on every start; the tests would show if it changed. */
function quietly<T>(work: () => T): T {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return work()
  } finally {
    process.emitWarning = emitWarning
  }
}
