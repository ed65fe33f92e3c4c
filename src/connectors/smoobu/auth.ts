import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { AuthStrategy, OutgoingRequest } from '../../connector-kit/auth/auth.ts'
import type { Credentials } from './manifest.ts'

/**
 * Every call is signed, and a repeated one again, since a nonce counts once. The URL is written in its signed
 * form, so that the sent text equals the signed one.
 */
export function signedCalls({ apiKey, apiSecret }: Credentials): AuthStrategy {
  return {
    secrets: [apiKey, apiSecret],
    sign: async () => null,
    seal(request, now) {
      request.url.search = canonicalQuery(request.url)
      const timestamp = `${now.toISOString().slice(0, 19)}Z`
      const nonce = randomUUID()
      request.headers['x-api-key'] = apiKey
      request.headers['x-timestamp'] = timestamp
      request.headers['x-nonce'] = nonce
      request.headers['x-signature'] = createHmac('sha256', apiSecret)
        .update(canonicalText(request, { timestamp, nonce, apiKey }))
        .digest('base64')
    },
    refuses: ({ status }) => status === 401,
  }
}

/** These lines are signed. */
export function canonicalText(
  { method, url, body }: OutgoingRequest,
  { timestamp, nonce, apiKey }: { timestamp: string; nonce: string; apiKey: string },
): string {
  const digest = createHash('sha256')
    .update(body ?? '')
    .digest('hex')
  return [method, url.pathname, canonicalQuery(url), timestamp, nonce, digest, apiKey].join('\n')
}

/**
 * Sorts the pairs and encodes them by RFC 3986, `[]` and blanks too, which URLs usually write differently.
 */
export function canonicalQuery({ searchParams }: URL): string {
  return [...searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&')
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
