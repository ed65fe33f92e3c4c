/** What stands in front of a vendor's stand-in and fails as vendors do: firewalls, gateways, cut lines. */
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

/** Answers in the vendor's place, or `pass`. */
export type FaultyAnswer = (request: IncomingMessage, response: ServerResponse) => 'pass' | void

export interface FaultyProxy {
  url: string
  /** What happens to the calls from now on; undefined: all go through. */
  fault: FaultyAnswer | undefined
  /** Calls that arrived, as `METHOD /path`. */
  calls: string[]
  close(): Promise<void>
}

export async function openFaultyProxy(vendorUrl: string): Promise<FaultyProxy> {
  const server = createServer((request, response) => {
    proxy.calls.push(`${request.method} ${new URL(request.url ?? '/', vendorUrl).pathname}`)
    if (proxy.fault && proxy.fault(request, response) !== 'pass') return
    const { method, headers } = request
    const onward = forward(new URL(request.url ?? '/', vendorUrl), { method, headers }, (answer) => {
      // The clock of a vendor is the one that it tells.
      response.sendDate = false
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: undefined,
    calls: [],
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  return proxy
}

const page =
  '<!DOCTYPE html>\n<html lang="en"><head><title>Just a moment</title></head><body><h1>Checking your browser</h1></body></html>'

export const answerWith =
  (status: number, body: string | Buffer, headers: Record<string, string> = {}): FaultyAnswer =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)

const html = { 'content-type': 'text/html; charset=UTF-8' }
const whole = JSON.stringify({ status: 'success', result: [{ id: 1, name: 'Haus am See' }], data: [] })
const packed = gzipSync(whole)

/** Where tokens are given, of every vendor that gives some. */
const tokenPath =
  /\/(authorizations|authentication\/(setup|token)|exchange|accessTokens|authenticate|oauth2\/token|oauth2\/v3\/token\/)$/
export const isTokenCall = (url = '') => tokenPath.test(new URL(url, 'http://x').pathname)

/** Answers that say nothing of the account nor of what was asked for: they pass, or they do not. */
export const outages: Readonly<Record<string, FaultyAnswer>> = {
  'a firewall’s page with 403': answerWith(403, page, html),
  'a page of maintenance with 503': answerWith(503, page, html),
  'a captcha with 200': answerWith(200, page, html),
  'a page that says it is JSON': answerWith(200, page),
  'a page of XHTML': answerWith(200, '<html><body>Please wait</body></html>', {
    'content-type': 'application/xhtml+xml',
  }),
  'a gateway’s page with 404': answerWith(404, page, html),
  'a proxy that wants its own password': answerWith(407, '{}'),
  '502 without a body': answerWith(502, ''),
  'JSON that is cut': answerWith(200, whole.slice(0, 30)),
  'plain words with 200': answerWith(200, 'upstream connect error', { 'content-type': 'text/plain' }),
  'an empty 200': answerWith(200, ''),
  'JSON as a text of JSON': answerWith(200, JSON.stringify(whole)),
  'gzip that ends early': answerWith(200, packed.subarray(0, 20), { 'content-encoding': 'gzip' }),
  'a redirect': answerWith(302, '', { location: 'https://login.example.com/' }),
  'a connection that is reset': (request) => void request.socket.destroy(),
  'a body that ends early': (request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
    response.write(whole.slice(0, 30), () => request.socket.destroy())
  },
}

/** The words where any of the vendors has them. */
export const inEveryShape = (words: string): string =>
  JSON.stringify({
    ...{ status: 'fail', success: false, message: words, result: words, error_message: words },
    ...{ reason_phrase: words, detail: words, title: words, Message: words, error: words, messages: [words] },
    errors: [{ code: 'REFUSED', message: words }],
  })
