/** Turns a connector's call into a request. */
import type { OutgoingRequest } from './auth/auth.ts'
import type { Query } from './http.ts'
import { MultipartBody } from './multipart.ts'
import { XmlDocument } from './xml-document.ts'
import { writeXml } from './xml-write.ts'

interface CallParts {
  method: string
  path: string
  query: Query
  body: unknown
  idempotencyKey?: string | undefined
}

export function outgoing(call: CallParts, baseUrl: string): OutgoingRequest {
  const url = new URL(call.path, baseUrl)
  for (const [name, value] of Object.entries(call.query)) {
    if (value === undefined || value === null) continue
    if (typeof value !== 'object') url.searchParams.set(name, String(value))
    else for (const item of value) url.searchParams.append(name, item)
  }
  const headers: Record<string, string> = { accept: 'application/json' }
  if (call.idempotencyKey !== undefined) headers['idempotency-key'] = call.idempotencyKey
  if (call.body === undefined) return { method: call.method, url, headers, body: null }
  const [type, body] = written(call.body)
  headers['content-type'] = type
  return { method: call.method, url, headers, body }
}

function written(body: unknown): [type: string, text: string | Buffer] {
  if (body instanceof MultipartBody) return [body.contentType, body.bytes]
  if (body instanceof URLSearchParams) return ['application/x-www-form-urlencoded', String(body)]
  if (body instanceof XmlDocument) return ['application/xml', writeXml(body.root)]
  return ['application/json', JSON.stringify(body)]
}
