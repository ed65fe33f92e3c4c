import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedWebhook {
  headers: Record<string, string | string[] | undefined>
  authorization: string | undefined
  body: string
}

export interface WebhookReceiver {
  url: string
  received: ReceivedWebhook[]
  /** The next answers have these statuses, later ones 200; `hang-up` closes the connection. */
  answers: (number | 'hang-up')[]
  close(): Promise<void>
}

export async function receiveWebhooks(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  const answers: WebhookReceiver['answers'] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { headers } = request
    received.push({ headers, authorization: headers.authorization, body: Buffer.concat(parts).toString() })
    const answer = answers.shift() ?? 200
    if (answer === 'hang-up') return void request.socket.destroy()
    response.writeHead(answer).end('noted')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answers,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
