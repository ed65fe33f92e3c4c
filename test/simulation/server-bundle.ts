/**
 * Gives each simulated server modules of its own, as a process has them: what they keep is lost with the server. The product is
 * one script with a function around it, so a server is a call of that function, and nothing of it is left when it is lost.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { constants, Script } from 'node:vm'

interface ServerModules {
  startServer: (typeof import('../../src/main.ts'))['startServer']
  loadConfig: (typeof import('../../src/platform/config.ts'))['loadConfig']
}

type ServerFunction = (
  libraries: ReadonlyMap<string, unknown>,
  metaOf: (url: string) => unknown,
) => Promise<ServerModules>

export interface ServerBundle {
  /** Evaluates the product anew. */
  load(): Promise<ServerModules>
  /** Keeps what was compiled for other processes. */
  keepCompiled(): void
}

const product = path.resolve(import.meta.dirname, '../../src')
const entry = '\0entry'
/** The bundler asks for it where a template has the end of a script in it. */
const templateHelper = '@oxc-project/runtime/helpers/taggedTemplateLiteral'
const templateHelperText = `export default (strings, raw = strings) => Object.freeze(Object.assign(strings, { raw }))`
const entryText = `
  export { startServer } from ${JSON.stringify(path.join(product, 'main.ts'))}
  export { loadConfig } from ${JSON.stringify(path.join(product, 'platform/config.ts'))}`

/** Writes the script to a file. Libraries stay outside: servers of a process share them. */
export async function bundleServer(file: string): Promise<void> {
  const { rolldown } = await import('rolldown')
  const texts = new Map([
    [entry, entryText],
    [templateHelper, templateHelperText],
  ])
  const build = await rolldown({
    input: entry,
    platform: 'node',
    treeshake: false,
    transform: { target: 'esnext' },
    external: (id) => !/^[./\0]/.test(id) && id !== templateHelper,
    plugins: [
      {
        name: 'product',
        resolveId: (id) => (texts.has(id) ? id : null),
        load: (id) => texts.get(id) ?? null,
        // A module finds files beside its own, wherever the script is.
        transform: (code, id) =>
          code.includes('import.meta')
            ? code.replaceAll('import.meta', `metaOfModule(${JSON.stringify(pathToFileURL(id).href)})`)
            : null,
      },
    ],
  })
  const { output } = await build.generate({ format: 'esm', keepNames: true, codeSplitting: false })
  await build.close()
  writeFileSync(file, asFunction(output[0].code))
}

const importLine = /^import (?:(?<names>[^"']*?) from )?"(?<library>[^"]+)";$/gm
const exportLine = /^export (?<names>\{[^}]*\});$/m

/** What the script imports of libraries is given to it, and what it exports is returned. */
function asFunction(code: string): string {
  const libraries: string[] = []
  const body = code
    .replaceAll(importLine, (_line, names: string | undefined, library: string) => {
      libraries.push(library)
      return bindingsOf(names ?? '', `librariesOfServer.get(${JSON.stringify(library)})`)
    })
    .replace(exportLine, 'return $<names>')
  return `// ${JSON.stringify(libraries)}\n(async (librariesOfServer, metaOfModule) => {'use strict';\n${body}\n})`
}

/** `names` stand in an import before `from`: a default, a namespace, names in braces. */
function bindingsOf(names: string, library: string): string {
  const inBraces = /\{(?<list>.*)\}/s.exec(names)?.groups?.['list']?.replaceAll(/ as /g, ': ')
  const whole = /\* as (?<name>[\w$]+)/.exec(names)?.groups?.['name']
  const first = /^(?<name>[\w$]+)/.exec(names)?.groups?.['name']
  return [
    first === undefined ? '' : `const ${first} = ${library}.default;`,
    whole === undefined ? '' : `const ${whole} = ${library};`,
    inBraces === undefined ? '' : `const {${inBraces}} = ${library};`,
  ].join(' ')
}

const metaOf = (url: string) => {
  const filename = fileURLToPath(url)
  return { url, filename, dirname: path.dirname(filename), resolve: import.meta.resolve.bind(import.meta) }
}

/** Call it after clocks and sockets were replaced: libraries are loaded here. */
export async function openServerBundle(file: string): Promise<ServerBundle> {
  const source = readFileSync(file, 'utf8')
  const compiledFile = `${file}.compiled`
  const script = new Script(source, {
    // Libraries that are loaded later are looked for from here.
    filename: path.join(product, 'simulated-server.js'),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(existsSync(compiledFile) ? { cachedData: readFileSync(compiledFile) } : {}),
  })
  const names = JSON.parse(source.slice(3, source.indexOf('\n'))) as string[]
  const libraries = new Map<string, unknown>()
  for (const name of names) libraries.set(name, await import(name))
  return {
    load: () => (script.runInThisContext() as ServerFunction)(libraries, metaOf),
    keepCompiled() {
      if (existsSync(compiledFile)) return
      const mine = `${compiledFile}.${process.hrtime.bigint()}`
      writeFileSync(mine, script.createCachedData())
      renameSync(mine, compiledFile)
    },
  }
}
