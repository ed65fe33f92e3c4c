/** A server that speaks the protocol of a language model, with the faults that real ones have. */
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ModelRequest {
  authorization: string | undefined
  path: string
  body: {
    model: string
    messages: {
      role: string
      content: string | { type: string; text?: string; image_url?: { url: string } }[]
    }[]
    response_format?: { type: string; json_schema?: { schema: object } }
  }
}

type ModelAnswer =
  | { say: unknown; finish?: string; usage?: unknown; message?: object }
  | { status: number; headers?: Record<string, string>; body?: unknown }
  | 'drop'
  | 'hang'
  | 'hang_in_body'
  | 'html'
  | 'redirect'
  | 'endless'

export interface StandIn {
  url: string
  /** Everything it was asked, oldest first. */
  sent: ModelRequest[]
  /** What it answers next; the last one again and again. */
  answers: ModelAnswer[]
  /** What happens while it thinks. */
  onAsked?: () => Promise<void>
  close(): Promise<void>
}

const completion = ({ say, finish = 'stop', usage, message }: Extract<ModelAnswer, { say: unknown }>) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'stand-in-2026',
  choices: [
    {
      index: 0,
      finish_reason: finish,
      message: {
        role: 'assistant',
        content: typeof say === 'string' ? say : JSON.stringify(say),
        ...message,
      },
    },
  ],
  usage: usage === undefined ? { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } : usage,
})

function send(response: http.ServerResponse, answer: ModelAnswer): void {
  const json = { 'content-type': 'application/json' }
  if (answer === 'hang') return
  if (answer === 'drop') return void response.destroy()
  if (answer === 'hang_in_body') return void response.writeHead(200, json).write('{"choices": [')
  if (answer === 'html')
    return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>')
  if (answer === 'redirect')
    return void response.writeHead(307, { location: 'http://127.0.0.1:9/elsewhere' }).end()
  if (answer === 'endless') {
    response.writeHead(200, json)
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      response.once('drain', more)
    }
    return more()
  }
  if ('status' in answer) {
    response.writeHead(answer.status, { ...json, 'retry-after-ms': '1', ...answer.headers })
    const { body = { error: { message: 'no', type: 'x', code: null } } } = answer
    return void response.end(JSON.stringify(body))
  }
  response.writeHead(200, json).end(JSON.stringify(completion(answer)))
}

export async function startStandIn(): Promise<StandIn> {
  const sent: ModelRequest[] = []
  const answers: ModelAnswer[] = []
  const server = http.createServer((request, response) => {
    void (async () => {
      let text = ''
      for await (const chunk of request) text += String(chunk)
      const { authorization } = request.headers
      sent.push({
        authorization,
        path: request.url ?? '',
        body: JSON.parse(text || '{}') as ModelRequest['body'],
      })
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      await standIn.onAsked?.()
      send(response, answer ?? { status: 500 })
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const standIn: StandIn = {
    url: `http://127.0.0.1:${port}/v1`,
    sent,
    answers,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return standIn
}
