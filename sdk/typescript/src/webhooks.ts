/** Checks that a delivery comes from the server, by either of the two signatures that it carries. */
import type { WebhookEvent } from './types.ts'

type HeaderSource = Headers | Record<string, string | string[] | undefined>

export interface Delivery {
  /** The body as it arrived: not parsed and written again. */
  body: string | Uint8Array
  headers: HeaderSource
  /** The secret of the webhook, or several while it is being replaced. */
  secret: string | readonly string[]
  /** A delivery that is older or newer than this is refused. */
  toleranceSeconds?: number
  now?: number
}

export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError'
}

function headerIn(headers: HeaderSource, matches: (name: string) => boolean): string | undefined {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers)
  const [, value] = entries.find(([name]) => matches(name.toLowerCase())) ?? []
  return Array.isArray(value) ? value[0] : value
}

const encoder = new TextEncoder()
const bytesOf = (text: string | Uint8Array): Uint8Array<ArrayBuffer> =>
  typeof text === 'string' ? encoder.encode(text) : new Uint8Array(text)
const bytesOfBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
const bytesOfHex = (text: string) =>
  Uint8Array.from(text.match(/[0-9a-f]{2}/gi) ?? [], (pair) => Number.parseInt(pair, 16))

function joined(...parts: (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const all = parts.map(bytesOf)
  const whole = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of all) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** `verify` of Web Crypto compares in constant time. */
async function fits(
  key: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
  signatures: Uint8Array<ArrayBuffer>[],
) {
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', key, hmac, false, ['verify'])
  const results = await Promise.all(
    signatures.map((signature) => crypto.subtle.verify('HMAC', imported, signature, signed)),
  )
  return results.includes(true)
}

interface Claim {
  time: number
  key: (secret: string) => Uint8Array<ArrayBuffer>
  signed: Uint8Array<ArrayBuffer>
  signatures: Uint8Array<ArrayBuffer>[]
}

/** The signature of the Standard Webhooks specification. */
function standardClaim({ headers, body }: Delivery): Claim | undefined {
  const header = (wanted: string) => headerIn(headers, (name) => name === wanted)
  const [id, time, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header)
  if (id === undefined || time === undefined || signature === undefined) return undefined
  return {
    time: Number(time),
    key: (secret) => bytesOfBase64(secret.replace(/^whsec_/, '')),
    signed: joined(`${id}.${time}.`, body),
    signatures: signature
      .split(' ')
      .filter((part) => part.startsWith('v1,'))
      .map((part) => bytesOfBase64(part.slice(3))),
  }
}

/** The signature of the server's own: `t=<seconds>,v1=<hex>` in a header that carries the name of the service. */
function ownClaim({ headers, body }: Delivery): Claim | undefined {
  const header = headerIn(headers, (name) => /^x-.+-signature$/.test(name))
  if (header === undefined) return undefined
  const items = header.split(',').map((item) => item.trim().split('='))
  const time = items.find(([name]) => name === 't')?.[1] ?? ''
  return {
    time: Number(time),
    key: bytesOf,
    signed: joined(`${time}.`, body),
    signatures: items.filter(([name]) => name === 'v1').map(([, hex = '']) => bytesOfHex(hex)),
  }
}

/** The event of a delivery; throws a WebhookVerificationError if the server did not send it just now. */
export async function readWebhook(delivery: Delivery): Promise<WebhookEvent> {
  const { body, secret, toleranceSeconds = 300, now = Date.now() } = delivery
  let claim: Claim | undefined
  try {
    claim = standardClaim(delivery) ?? ownClaim(delivery)
  } catch {
    throw new WebhookVerificationError('The signature cannot be read.')
  }
  if (claim === undefined) throw new WebhookVerificationError('The request has no signature.')
  // A time that is no number is refused too.
  if (!(Math.abs(now / 1000 - claim.time) <= toleranceSeconds))
    throw new WebhookVerificationError('The signature is too old, or the clock of this machine is wrong.')
  const { key, signed, signatures } = claim
  const secrets = typeof secret === 'string' ? [secret] : secret
  const results = await Promise.all(secrets.map((one) => fits(key(one), signed, signatures)))
  if (!results.includes(true))
    throw new WebhookVerificationError(
      'No signature fits. Is this the secret of this webhook, and the body as it arrived?',
    )
  return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as WebhookEvent
}
