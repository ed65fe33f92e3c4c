/** A webhook receiver as a user would write it. It verifies the signature of the raw body, then reads the event. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { webhookLine, type DemoEvent } from './told.ts'

function genuine(header: string, body: string, secret: string): boolean {
  const [, time, given = ''] = /^t=(\d+),v1=([0-9a-f]{64})/.exec(header) ?? []
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest()
  const bytes = Buffer.from(given, 'hex')
  return bytes.length === expected.length && timingSafeEqual(bytes, expected)
}

export async function startReceiver(serviceName: string, print: (line: string) => void) {
  let secret = ''
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('utf8')
    const header = String(request.headers[`x-${serviceName.toLowerCase()}-signature`] ?? '')
    if (!genuine(header, body, secret)) {
      print('  webhook  refused: the signature is wrong')
      response.writeHead(400).end()
      return
    }
    response.writeHead(204).end()
    print(webhookLine(JSON.parse(body) as DemoEvent))
  }
  const server = createServer((request, response) => {
    receive(request, response).catch(() => {
      print('  webhook  could not be read')
      response.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    /** Sets the secret that came with the subscription. */
    trust: (newSecret: string) => void (secret = newSecret),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
