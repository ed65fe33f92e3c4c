import { createHmac } from 'node:crypto'
import { sameSecret } from './secrets.ts'

// Older deliveries could be replays; the scheme's own libraries tolerate the same five minutes.
const toleranceMs = 5 * 60_000
const names = ['svix', 'webhook']

export interface SignedDelivery {
  /** Header names are in lower case. */
  headers: Record<string, string | undefined>
  rawBody: Buffer
  /** If absent, the age of the delivery is not checked. */
  receivedAt?: Date
}

/**
 * Checks a Standard Webhooks signature (HMAC-SHA256 over id, time and body) under its own or Svix's header
 * names. While a secret is replaced the header holds several signatures; one right one is enough.
 */
export function isSignedDelivery(delivery: SignedDelivery, secret: string): boolean {
  const { headers, rawBody, receivedAt } = delivery
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  if (key.length === 0) return false
  return names.some((name) => {
    const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((part) => headers[`${name}-${part}`])
    if (!id || !time || !signatures || !isFresh(time, receivedAt)) return false
    const expected = createHmac('sha256', key).update(`${id}.${time}.`).update(rawBody).digest('base64')
    return signatures.split(' ').some((signature) => sameSecret(signature, `v1,${expected}`))
  })
}

function isFresh(time: string, receivedAt: Date | undefined): boolean {
  if (!/^\d{1,12}$/.test(time)) return false
  return receivedAt === undefined || Math.abs(receivedAt.getTime() - Number(time) * 1000) <= toleranceMs
}
