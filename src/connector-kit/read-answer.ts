import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, type ZlibOptions } from 'node:zlib'
import type { Dispatcher } from 'undici'
import type { VendorAnswer } from './answer.ts'
import { JsonMeter, type JsonShape } from '../platform/json-meter.ts'
import { yieldToOthers } from '../platform/yield-to-others.ts'
import { mayLoseDigits, parseJson } from './json.ts'
import { parseAside } from './parse-aside.ts'
import { XmlDocument, xmlDocument } from './xml-document.ts'

export class BodyTooLarge extends Error {}

/** Reads an answer to its end, up to the size limit. */
export async function readAnswer(response: Dispatcher.ResponseData, maxBytes: number): Promise<VendorAnswer> {
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
  const json = await (/[/+]xml\b/i.test(headers['content-type'] ?? '') ? xmlOf(text) : jsonOf(text))
  return { status: response.statusCode, headers, text, json }
}

const decompressors: Readonly<Record<string, (packed: Buffer, options: ZlibOptions) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress) as (packed: Buffer, options: ZlibOptions) => Promise<Buffer>,
}
/**
 * A body that cannot be decompressed is replaced by this; it is neither JSON nor XML, so it counts as
 * unreadable.
 */
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

/** Smaller bodies hold the thread only briefly, so they are parsed at once. */
const smallXml = 32 * 1024
const smallJson = 256 * 1024
/** A page of a hundred records has some twenty thousand values. */
const shape: JsonShape = { values: 400_000, depth: 200, nameBytes: 16 * 1024 }
const meteredAtOnce = 64 * 1024

async function xmlOf(text: string): Promise<XmlDocument | undefined> {
  if (text.length <= smallXml) return xmlDocument(text)
  const read = (await parseAside('xml', text)) as XmlDocument | undefined
  return read && new XmlDocument(read.root, read.comments)
}

async function jsonOf(text: string): Promise<unknown> {
  try {
    // JSON.parse does not accept a byte order mark.
    const plain = text.replace(/^\uFEFF/, '')
    if (plain === '') return undefined
    if (plain.length > smallJson) {
      await assertShape(plain)
      // The search for long numbers takes half as long as parsing, so it is made once.
      return mayLoseDigits(plain) ? await parseAside('json', plain) : (JSON.parse(plain) as unknown)
    }
    return parseJson(plain)
  } catch {
    return undefined
  }
}

/** Throws for JSON that is larger or deeper than any vendor's answer. */
async function assertShape(text: string): Promise<void> {
  const meter = new JsonMeter(shape)
  for (let at = 0; at < text.length; at += meteredAtOnce) {
    meter.take(Buffer.from(text.slice(at, at + meteredAtOnce)))
    await yieldToOthers()
  }
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
}
