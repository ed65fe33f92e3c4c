/** The web console: the files that Vite built of web/console, and one shell for every address below `/console`. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { once } from '../platform/once.ts'
import { sendText, servedText, type ServedText } from './docs-pages/served-text.ts'
import { imagesFrom } from './hosted-page.ts'

const built = path.resolve(import.meta.dirname, '../../web/console/dist')
const yearInSeconds = 31_536_000
const kept = `public, max-age=${yearInSeconds}, immutable`

// Pictures are fetched with the session's header and shown from memory.
const headers = imagesFrom('blob:')

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

interface ConsoleFiles {
  /** By their path below `/console/`. */
  files: Map<string, ServedText>
  shell: string
}

/** Null where nothing was built: the server was installed without development dependencies from its sources. */
function readConsoleFiles(): ConsoleFiles | null {
  const names = globSync(['*.{svg,txt}', 'assets/*.{js,css}'], { cwd: built })
  if (names.length === 0) return null
  const read = (name: string) => readFileSync(path.join(built, name), 'utf8')
  return {
    files: new Map(names.map((name) => [name.replaceAll(path.sep, '/'), servedText(read(name))])),
    shell: read('index.html'),
  }
}

/**
 * The shell names its files relative to its address, so that the console works below any path of a proxy. `/console`
 * lies one step above `/console/`, and `/console/a/b` one below.
 */
export function shellFor(shell: string, url: string): string {
  const rest = (url.split('?')[0] ?? '').replace(/^.*?\/console/, '')
  const prefix = rest === '' ? 'console/' : '../'.repeat(rest.split('/').length - 2)
  return shell.replaceAll(/(src|href)="\.\//g, `$1="${prefix === '' ? './' : prefix}`)
}

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Console</title>
<p>The console is not built. Run <code>npm ci</code> in the server’s folder, which installs what builds it, and start the server again.</p></html>`

/** Addresses of older mails and bookmarks, with where they are in the console. Relative, as a proxy may add a path. */
const moved = { '/sign-in': 'console', '/billing': 'console/settings/plan' } as const

export async function consolePage(app: FastifyInstance): Promise<void> {
  for (const [from, to] of Object.entries(moved))
    app.get(from, ({ url }, reply) => reply.redirect(`${to}${url.slice(from.length)}`, 302))
  const files = once(readConsoleFiles)
  const sendShell = (request: FastifyRequest, reply: FastifyReply) => {
    const found = files()
    void reply.headers(headers)
    return found ? reply.send(shellFor(found.shell, request.url)) : reply.code(503).send(notBuilt)
  }
  app.get('/console', sendShell)
  app.get<{ Params: { '*': string } }>('/console/*', (request, reply) => {
    const name = request.params['*']
    const file = files()?.files.get(name)
    if (file) {
      void reply.headers({
        'content-type': contentTypes[path.extname(name)] ?? 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
      })
      return sendText(request, reply, file, { cacheControl: name.startsWith('assets/') ? kept : undefined })
    }
    // A file of an older build is gone; the shell in its place would be taken for a script.
    return name.startsWith('assets/') ? reply.callNotFound() : sendShell(request, reply)
  })
}
