import type { Dispatcher } from 'undici'
import type { Answer } from './answer.ts'
import { parseJson } from './json.ts'
import { xmlDocument } from './xml-document.ts'

export class BodyTooLarge extends Error {}

/** Reads an answer to its end, up to the size limit. */
export async function readAnswer(response: Dispatcher.ResponseData, maxBytes: number): Promise<Answer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) {
      response.body.destroy()
      throw new BodyTooLarge(`the answer is larger than ${maxBytes} bytes`)
    }
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  const headers = flat(response.headers)
  const json = /[/+]xml\b/i.test(headers['content-type'] ?? '') ? xmlDocument(text) : jsonOf(text)
  return { status: response.statusCode, headers, text, json }
}

function jsonOf(text: string): unknown {
  try {
    return text === '' ? undefined : parseJson(text)
  } catch {
    return undefined
  }
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
}
