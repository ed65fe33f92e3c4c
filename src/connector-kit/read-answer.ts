import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, type ZlibOptions } from 'node:zlib'
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
  const headers = flat(response.headers)
  const text = await textOf(Buffer.concat(chunks), headers['content-encoding'] ?? '', maxBytes)
  const json = /[/+]xml\b/i.test(headers['content-type'] ?? '') ? xmlDocument(text) : jsonOf(text)
  return { status: response.statusCode, headers, text, json }
}

const decompressors: Readonly<Record<string, (packed: Buffer, options: ZlibOptions) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress) as (packed: Buffer, options: ZlibOptions) => Promise<Buffer>,
}
/** Stands for a body that cannot be decompressed; neither JSON nor XML, so it counts as unreadable. */
const brokenBody = '(a body that cannot be decompressed)'

/** We send no Accept-Encoding, but some proxies compress all the same. */
async function textOf(body: Buffer, encoding: string, maxBytes: number): Promise<string> {
  const decompress = decompressors[encoding.trim().toLowerCase()]
  if (decompress === undefined || body.length === 0) return body.toString('utf8')
  try {
    return (await decompress(body, { maxOutputLength: maxBytes })).toString('utf8')
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE')
      throw new BodyTooLarge(`the answer is larger than ${maxBytes} bytes`)
    return brokenBody
  }
}

function jsonOf(text: string): unknown {
  try {
    // JSON.parse does not accept a byte order mark.
    return text === '' ? undefined : parseJson(text.replace(/^\uFEFF/, ''))
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
