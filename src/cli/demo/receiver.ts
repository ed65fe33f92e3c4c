/** A webhook receiver as a user would write it: checks the signature over the raw body, then reads the event. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

interface Event {
  event: string
  sequence: number
  data: {
    object?: { confirmationCode: string; checkIn: string; checkOut: string; status: string }
    body?: string
    previousAttributes?: object
  }
}

function genuine(header: string, body: string, secret: string): boolean {
  const [, time, given = ''] = /^t=(\d+),v1=([0-9a-f]{64})/.exec(header) ?? []
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest()
  const bytes = Buffer.from(given, 'hex')
  return bytes.length === expected.length && timingSafeEqual(bytes, expected)
}

function describe({ event, sequence, data }: Event): string {
  const { object } = data
  const subject = object
    ? `${object.confirmationCode}  ${object.checkIn} to ${object.checkOut}  ${object.status}`
    : JSON.stringify(data.body ?? '')
  const before = data.previousAttributes
    ? `  (was ${JSON.stringify(data.previousAttributes).slice(0, 80)})`
    : ''
  return `  webhook  #${sequence}  ${event.padEnd(28)} ${subject}${before}`
}

export async function startReceiver(serviceName: string, print: (line: string) => void) {
  let secret = ''
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('utf8')
    const header = String(request.headers[`x-${serviceName.toLowerCase()}-signature`] ?? '')
    if (!genuine(header, body, secret)) {
      print('  webhook  refused: the signature is wrong')
      return response.writeHead(400).end()
    }
    response.writeHead(204).end()
    print(describe(JSON.parse(body) as Event))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    /** The secret that came with the subscription. */
    trust: (given: string) => void (secret = given),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
