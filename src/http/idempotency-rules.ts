/** Decides which requests are the same, and which answers are final. Pure. */
import { errors, type ErrorCode } from '../contract/errors.ts'
import { ApiError } from '../platform/api-error.ts'
import type { Route } from './route.ts'

/** True for every operation that can change something, unless its route says otherwise. */
export function takesKey<Services>(route: Pick<Route<Services>, 'write' | 'method' | 'auth'>): boolean {
  return (route.auth ?? 'key') === 'key' && (route.write ?? route.method !== 'GET')
}

interface DigestedRequest {
  method: string
  url: string
  headers: Record<string, string | string[] | undefined>
  query: unknown
  body: unknown
  rawBody?: Buffer | undefined
}

/** Returns the request's key; null in dry runs, which change nothing and would use the key up. */
export function keyOf<Services>(
  route: Pick<Route<Services>, 'write' | 'method' | 'auth'>,
  request: DigestedRequest,
): string | undefined {
  const header = request.headers['idempotency-key']
  if (header === undefined || !takesKey(route)) return undefined
  if ((request.query as Record<string, unknown> | null)?.['dry_run'] === 'true') return undefined
  const key = String(header)
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key
  throw new ApiError(
    'invalid_params',
    key.length > 255
      ? `\`Idempotency-Key\` has ${key.length} characters; at most 255 are taken.`
      : key === ''
        ? '`Idempotency-Key` is empty: leave it out or send a key.'
        : '`Idempotency-Key` may have printable ASCII characters only.',
    { field: 'Idempotency-Key', value_received: key.slice(0, 200) },
    { fix: 'Send a random key of at most 255 printable ASCII characters, such as a UUID.' },
  )
}

/** Larger bodies, which few routes take, are compared byte by byte. */
const largestInOrder = 1024 * 1024

/** Computes the digest of a large body off the main thread; undefined for a small one. */
export async function digestOf({ rawBody }: Pick<DigestedRequest, 'rawBody'>): Promise<string | undefined> {
  if (rawBody === undefined || rawBody.length <= largestInOrder) return undefined
  const digest = await crypto.subtle.digest('SHA-256', rawBody as Uint8Array<ArrayBuffer>)
  return Buffer.from(digest).toString('base64url')
}

/** Bodies nested deeper than this are compared as they were sent. */
const deepest = 100

/** Makes one text for bodies that differ only in spaces and field order; null when nested too deep. */
function canonical(value: unknown, depth = 0): string | null {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (depth > deepest) return null
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((item) => canonical(item, depth + 1))
    : Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, item]) => {
          const text = canonical(item, depth + 1)
          return text === null ? null : `${JSON.stringify(name)}:${text}`
        })
  if (parts.includes(null)) return null
  return isList ? `[${parts.join()}]` : `{${parts.join()}}`
}

/** Makes one text of everything that two equal requests share. */
export function requestText(
  { method, url, headers, query, body, rawBody }: DigestedRequest,
  /** `keyId` binds the answer to one key; `digest` stands for a large body. */
  {
    account,
    listings,
    keyId,
    digest,
  }: { account?: string; listings?: string; keyId?: string; digest?: string | undefined } = {},
): string {
  const sent = body === undefined ? '' : (digest ?? canonical(body) ?? rawBody?.toString('latin1') ?? '')
  const parameters = canonical({ ...(query as object) })
  const within = account ?? String(headers['x-account-id'] ?? '')
  const parts = [method, url.split('?')[0], parameters, within, sent]
  return [...parts, ...[listings, keyId].filter((part) => part !== undefined)].join('\n')
}

/** The booking exists, so a second run could only make another one. */
const finalFaults: readonly ErrorCode[] = ['reservation_created_in_pms_only']

/**
 * A later run would get the same answer. Faults and refusals that time or an action ends, such as an inactive
 * listing, are not final: their key runs again.
 */
export function isFinal(error: ApiError): boolean {
  if (finalFaults.includes(error.code)) return true
  if (error.status >= 500) return false
  return errors[error.code].retry === 'never' || errors[error.code].retry === 'after_reread'
}
