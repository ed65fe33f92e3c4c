import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { JsonRow } from '../kit/testing/open-simulator.ts'

interface Heard {
  method: string
  url: URL
  headers: Record<string, string | string[] | undefined>
  text: string
  body: JsonRow
}

/** Plays the app's own address: records what it hears and answers as set. */
export async function openApp(t: TestContext) {
  const notices: Heard[] = []
  /** The answer to a question; undefined never answers. */
  const says: { answer: (question: Heard) => object | string | undefined } = {
    answer: () => ({ available: true, succeed: true }),
  }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const text = Buffer.concat(parts).toString()
    const { method = '', headers } = request
    const url = new URL(request.url ?? '', 'http://app')
    const one = { method, url, headers, text, body: (text === '' ? {} : JSON.parse(text)) as JsonRow }
    notices.push(one)
    const answer = one.body.action === undefined ? says.answer(one) : { succeed: true }
    if (answer !== undefined) response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/secret`,
    heard: notices,
    says,
    /** Questions sent while a guest waited. */
    questions: () => notices.filter(({ body }) => body.action === undefined),
    told: () => notices.map(({ body }) => body.action).filter((action) => action !== undefined),
  }
}
