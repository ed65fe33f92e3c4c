/** Simulates a collector of traces that speaks OTLP over HTTP and can misbehave. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CollectedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Record<string, string | number | boolean>
  isError: boolean
  resource: Record<string, string | number | boolean>
}

type AttributeValue = {
  stringValue?: string
  intValue?: string | number
  doubleValue?: number
  boolValue?: boolean
}
type Attribute = { key: string; value: AttributeValue }
interface SpanExport {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: {
      spans: (Omit<CollectedSpan, 'attributes' | 'isError' | 'resource'> & {
        attributes: Attribute[]
        status?: { code?: number }
      })[]
    }[]
  }[]
}

const flat = (attributes: Attribute[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.boolValue ?? Number(value.intValue ?? value.doubleValue),
    ]),
  )

const spansOf = (text: string): CollectedSpan[] =>
  (JSON.parse(text) as SpanExport).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, status, ...span }) => ({
        ...span,
        attributes: flat(attributes),
        isError: status?.code === 2,
        resource: flat(resource.attributes),
      })),
    ),
  )

const html = '<!doctype html><title>Sign in</title><p>The proxy wants you to sign in.</p>'
/** `hangs` takes spans and never answers. */
export type Mood = 'takes' | 'html' | 'refuses in html' | 'hangs'

/** `keeps: false` discards what arrives. */
export async function startCollector({ keeps = true } = {}): Promise<{
  url: string
  mood: Mood
  spans: CollectedSpan[]
  /** What was sent as text; protocols other than JSON are not decoded. */
  bodies: string[]
  headers: IncomingMessage['headers'][]
  close(): Promise<void>
}> {
  const collector = {
    url: '',
    mood: 'takes' as Mood,
    spans: [] as CollectedSpan[],
    bodies: [] as string[],
    headers: [] as IncomingMessage['headers'][],
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const answer = (response: ServerResponse): void => {
    const { mood } = collector
    if (mood === 'hangs') return
    if (mood === 'takes')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    response.writeHead(mood === 'html' ? 200 : 502, { 'content-type': 'text/html' }).end(html)
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (!keeps) return answer(response)
    const text = Buffer.concat(chunks).toString('utf8')
    collector.headers.push(request.headers)
    collector.bodies.push(text)
    if (collector.mood !== 'refuses in html' && request.headers['content-type'] === 'application/json')
      collector.spans.push(...spansOf(text))
    answer(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  collector.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return collector
}
