/** Gives each simulated server modules of its own, as a process has them: what they keep is lost with the server. */
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import path from 'node:path'

const product = pathToFileURL(path.resolve(import.meta.dirname, '../../src') + path.sep).href
const mark = 'simulated-server'

/** What a module of a server imports of the product is loaded for this server alone. */
export function installFreshModules(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      const query = context.parentURL === undefined ? '' : new URL(context.parentURL).search
      if (!query.startsWith(`?${mark}=`) || !found.url.startsWith(product)) return found
      return { ...found, url: found.url + query }
    },
  })
}

/** The address under which a server finds a module of the product for itself. */
export const ownModule = (server: string, file: string): string => `${product}${file}?${mark}=${server}`
