/** Calls of S3 for objects that do not fit into memory: uploads in parts, streamed downloads, lists. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { parseXml, XmlElement } from '@rgrove/parse-xml'
import { AwsV4Signer } from 'aws4fetch'
import { request, type Dispatcher } from 'undici'
import type { Bucket } from './s3.ts'

/** Time without any progress. Every piece that is sent or received begins it anew. */
const stalledMs = 60_000
/** The service joins the parts before it answers. */
const joiningMs = 600_000
const pieceBytes = 1 << 16
const attempts = 5
const firstPauseMs = 500

interface BucketCall {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Empty for calls of the bucket itself. */
  key: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array
  waitsLong?: boolean
}

/** The service refused a call; repeating it does not help. */
export class BucketRefusal extends Error {
  override name = 'BucketRefusal'
  readonly status: number
  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

export interface BucketClient {
  readonly bucket: string
  /** Repeats the call where that may help. */
  call(call: BucketCall): Promise<{ headers: Dispatcher.ResponseData['headers']; text: string }>
  /** Goes on where a broken connection ended. */
  download(key: string): AsyncGenerator<Uint8Array>
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function* inPieces(body: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += pieceBytes) yield body.subarray(at, at + pieceBytes)
}

async function send(bucket: Bucket, call: BucketCall): Promise<Dispatcher.ResponseData> {
  const { method, key, query = {}, headers = {}, body, waitsLong } = call
  const { endpoint, name, ...access } = bucket
  const url = new URL(`${endpoint}/${name}${key === '' ? '' : `/${key}`}`)
  for (const [field, value] of Object.entries(query)) url.searchParams.set(field, value)
  const signer = new AwsV4Signer({
    ...{ ...access, method, url: url.href, service: 's3' },
    // The service compares what arrives with this, so a damaged part is refused.
    headers: { ...headers, 'x-amz-content-sha256': sha256(body ?? new Uint8Array()) },
  })
  const signed = await signer.sign()
  const answer = await request(signed.url, {
    method,
    headers: {
      ...Object.fromEntries(signed.headers),
      ...(body ? { 'content-length': String(body.length) } : {}),
    },
    body: body ? Readable.from(inPieces(body)) : null,
    headersTimeout: waitsLong ? joiningMs : stalledMs,
    bodyTimeout: waitsLong ? joiningMs : stalledMs,
  })
  if (answer.statusCode >= 300)
    throw failureOf(answer.statusCode, await answer.body.text(), `${method} ${name}/${key}`)
  return answer
}

async function repeated<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof BucketRefusal || attempt >= attempts) throw error
      await pause(firstPauseMs * 2 ** attempt * (0.5 + Math.random() / 2))
    }
  }
}

async function* download(bucket: Bucket, key: string): AsyncGenerator<Uint8Array> {
  let [done, tag, failed] = [0, '', 0]
  for (;;) {
    const headers = done === 0 ? {} : { range: `bytes=${done}-`, 'if-match': tag }
    const answer = await repeated(() => send(bucket, { method: 'GET', key, headers }))
    if (done > 0 && answer.statusCode !== 206)
      throw new BucketRefusal(`the object store cannot go on within ${key}`, answer.statusCode)
    tag = String(answer.headers.etag)
    try {
      for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
        done += chunk.length
        failed = 0
        yield chunk
      }
      return
    } catch (error) {
      failed += 1
      if (failed >= attempts) throw error
    }
  }
}

export const createBucketClient = (bucket: Bucket): BucketClient => ({
  bucket: bucket.name,
  call: (call) =>
    repeated(async () => {
      const { headers, body } = await send(bucket, call)
      const text = await body.text()
      // A long work answers 200 at once, and its failure follows in the text.
      if (/^\s*(?:<\?[^>]*>\s*)?<Error>/.test(text)) throw failureOf(500, text, `${call.method} ${call.key}`)
      return { headers, text }
    }),
  download: (key) => download(bucket, key),
})

/** Statuses after which the same call may succeed. */
const mayPass = (status: number) => status >= 500 || status === 429 || status === 408

function failureOf(status: number, answerText: string, what: string): Error {
  const text = answerText.replaceAll(/\s+/g, ' ').slice(0, 300)
  const message = `the object store answered ${status} to ${what}: ${text}`
  return mayPass(status) ? new Error(message) : new BucketRefusal(message, status)
}

/** Returns the elements of that name directly below the root of an answer, as texts of their fields. */
export function recordsOf(xml: string, element: string): Record<string, string>[] {
  const { root } = parseXml(xml)
  const below = (parent: XmlElement) => parent.children.filter((child) => child instanceof XmlElement)
  return (root === null ? [] : below(root))
    .filter(({ name }) => name === element)
    .map((one) => Object.fromEntries(below(one).map((field) => [field.name, field.text])))
}

/** Returns the text of one element directly below the root; empty without one. */
export function fieldOf(xml: string, element: string): string {
  const { root } = parseXml(xml)
  const found = root?.children.find((child) => child instanceof XmlElement && child.name === element)
  return found instanceof XmlElement ? found.text : ''
}
