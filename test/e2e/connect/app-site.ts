/** Plays an app's site: opens the connect page in a popup, receives its messages, and is returned to. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface AppSite {
  origin: string
  /** Every requested page with its referrer. */
  visits: { url: URL; referrer: string | null }[]
  close(): Promise<void>
}

const page = `<!doctype html><title>The app</title><h1>The app</h1><button id="open">Connect</button>
<script>
  window.messages = []
  addEventListener('message', (event) => messages.push({ origin: event.origin, data: event.data }))
  document.getElementById('open').addEventListener('click', () => {
    window.popup = open(new URLSearchParams(location.search).get('open'), 'connect', 'width=500,height=800')
  })
</script>`

export async function startAppSite(): Promise<AppSite> {
  const visits: AppSite['visits'] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (url.pathname === '/favicon.ico') return void response.writeHead(204).end()
    visits.push({ url, referrer: request.headers.referer ?? null })
    response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    visits,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
