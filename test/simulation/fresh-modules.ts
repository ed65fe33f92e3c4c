/** Gives each simulated server modules of its own, as a process has them: what they keep is lost with the server. */
import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import path from 'node:path'

const product = pathToFileURL(path.resolve(import.meta.dirname, '../../src') + path.sep).href
const mark = 'simulated-server'
/** Each server has the same modules, and to strip their types takes longer than to run them. */
const sources = new Map<string, string>()

/** What a module of a server imports of the product is loaded for this server alone. */
export function installFreshModules(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      const query = context.parentURL === undefined ? '' : new URL(context.parentURL).search
      if (!query.startsWith(`?${mark}=`) || !found.url.startsWith(product)) return found
      return { ...found, url: found.url + query }
    },
    load(url, context, next) {
      const [address = '', query] = url.split('?')
      if (query?.startsWith(`${mark}=`) !== true || !address.endsWith('.ts')) return next(url, context)
      const source =
        sources.get(address) ?? stripTypeScriptTypes(readFileSync(fileURLToPath(address), 'utf8'))
      sources.set(address, source)
      return { format: 'module', source, shortCircuit: true }
    },
  })
}

/** The address under which a server finds a module of the product for itself. */
export const ownModule = (server: string, file: string): string => `${product}${file}?${mark}=${server}`
