/** A way to a simulator on which personal data is put into everything that is answered. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeXml } from '../../src/connector-kit/xml-write.ts'
import { readXml, type Xml } from '../../src/connector-kit/xml.ts'

export interface Door {
  url: string
  close(): Promise<void>
}

/** `texts`: what people write gets a mark. `words`: status words and names too, so that rows fail with them in their errors. */
export type Marking = 'texts' | 'words'

export const mark = 'Zqx7Marker'

export async function openHostileDoor(target: string, marking: Marking, spared: RegExp): Promise<Door> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) =>
        typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name)
          ? [[name, value]]
          : [],
      ),
    )
    const { method = 'GET', url = '/' } = request
    const answer = await fetch(target + url, {
      method,
      headers,
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    })
    const text = await answer.text()
    const body = spared.test(url) ? text : marked(text, marking)
    const kept = [...answer.headers].filter(
      ([name]) => !/^(content-length|connection|transfer-encoding|keep-alive)$/.test(name),
    )
    response.writeHead(answer.status, { ...Object.fromEntries(kept), 'x-ratelimit-note': `${mark} header` })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function marked(text: string, marking: Marking): string {
  try {
    if (text.startsWith('<?xml')) return writeXml(markInXml(readXml(text).root, marking, true))
    return JSON.stringify(markIn(JSON.parse(text), marking, true))
  } catch {
    return text === '' ? text : `${mark} ${text}`
  }
}

function markIn(value: unknown, marking: Marking, isTop: boolean): unknown {
  if (typeof value === 'string') return isKept(value, marking) ? value : `${value} ${mark}`
  if (Array.isArray(value)) return value.map((item) => markIn(item, marking, false))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) =>
    // The words of an envelope say whether the call worked at all.
    isTop && typeof inner === 'string' ? [name, inner] : [name, markIn(inner, marking, false)],
  )
  return { ...Object.fromEntries(entries), [`${mark}Field`]: mark }
}

function markInXml(element: Xml, marking: Marking, isTop: boolean): Xml {
  const put = (value: string) => (value.trim() === '' || isKept(value, marking) ? value : `${value} ${mark}`)
  const attributes = Object.entries(element.attributes).map(([name, value]) => [
    name,
    isTop ? value : put(value),
  ])
  return {
    name: element.name,
    attributes: { ...Object.fromEntries(attributes), [`${mark}Field`]: mark },
    children: element.children.map((child) => markInXml(child, marking, false)),
    text: put(element.text),
  }
}

/** Ids, dates, times, numbers and places to go on at; with `texts` also single words. */
function isKept(value: string, marking: Marking): boolean {
  if (/^[\d\s:.,TZ+-]*$/.test(value) || /^[\da-f-]{8,}$/i.test(value) || /^https?:/.test(value)) return true
  if (/^[A-Za-z]{0,3}\d[\w-]*$/.test(value) || /^[A-Z]{3}$/.test(value)) return true
  return marking === 'texts' && /^[\w/-]+$/.test(value)
}
