/** The code of modules that Node compiled before, as it lies on the disk, and what it keeps of it in memory until it is written back. */
import { statSync } from 'node:fs'
import { flushCompileCache, getCompileCacheDir, registerHooks } from 'node:module'
import { once } from './once.ts'

/** Small enough for what was kept of one to be used again for the next. */
const modulesAtOnce = 100

/** The first start after an installation would write all of it down, which takes seconds and is left to its end. */
const wasCompiledBefore = once(() => {
  const folder = getCompileCacheDir()
  return folder !== undefined && statSync(folder).birthtimeMs < performance.timeOrigin
})

export function letGoOfCompiledCode(): void {
  if (wasCompiledBefore()) flushCompileCache()
}

/** What thousands of modules left behind all at once would lie between what stays, and the room could not be given back. */
export async function loadInParts<T>(load: () => Promise<T>): Promise<T> {
  let loaded = 0
  const hook = registerHooks({
    load(url, context, next) {
      loaded += 1
      if (loaded % modulesAtOnce === 0) letGoOfCompiledCode()
      return next(url, context)
    },
  })
  try {
    return await load()
  } finally {
    hook.deregister()
    letGoOfCompiledCode()
  }
}
