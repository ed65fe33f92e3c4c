/** Node caches compiled modules: files on disk, and copies in memory until they are written back. */
import { statSync } from 'node:fs'
import { flushCompileCache, getCompileCacheDir, registerHooks } from 'node:module'
import { once } from './once.ts'

/** Parts of this size leave small gaps in memory, which the next part reuses. */
const modulesAtOnce = 100

/** The first start after an installation would write the whole cache, which takes seconds, so it is left to shutdown. */
const wasCompiledBefore = once(() => {
  const folder = getCompileCacheDir()
  return folder !== undefined && statSync(folder).birthtimeMs < performance.timeOrigin
})

export function releaseCompiledCode(): void {
  if (wasCompiledBefore()) flushCompileCache()
}

/** Loading thousands of modules at once would fragment the heap, and the memory could not be given back. */
export async function loadInParts<T>(load: () => Promise<T>): Promise<T> {
  let loaded = 0
  const hook = registerHooks({
    load(url, context, next) {
      loaded += 1
      if (loaded % modulesAtOnce === 0) releaseCompiledCode()
      return next(url, context)
    },
  })
  try {
    return await load()
  } finally {
    hook.deregister()
    releaseCompiledCode()
  }
}
