/** Where the server is: the console's scripts lie in `console/assets` below it, whatever path a proxy puts in front. */
export const serverRoot = import.meta.env.DEV
  ? new URL('/', location.href)
  : new URL(/* @vite-ignore */ '../../', import.meta.url)

/** The path that all addresses of the console begin with, without a slash at the end. */
export const basePath = `${serverRoot.pathname}console`

/** An address within the console. */
export const pathTo = (path: string): string => `${basePath}${path}`
