import { createHmac } from 'node:crypto'
import { sameSecret } from './secrets.ts'

// Older deliveries could be somebody's recording; the tolerance of the scheme's own libraries.
const toleranceMs = 5 * 60_000
const names = ['svix', 'webhook']

export interface SignedDelivery {
  /** Names in lower case. */
  headers: Record<string, string | undefined>
  rawBody: Buffer
  /** Absent: the age of the delivery is not checked. */
  receivedAt?: Date
}

/**
 * Whether a delivery is signed with this secret by the Standard Webhooks scheme, under its own header names or those of
 * Svix: HMAC-SHA256 over id, time and the body as it came. Several signatures can stand in the header while a secret
 * is being replaced; one that is right is enough.
 */
export function isSignedDelivery(delivery: SignedDelivery, secret: string): boolean {
  const { headers, rawBody, receivedAt } = delivery
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  if (key.length === 0) return false
  return names.some((name) => {
    const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((part) => headers[`${name}-${part}`])
    if (!id || !time || !signatures || !isFresh(time, receivedAt)) return false
    const wanted = createHmac('sha256', key).update(`${id}.${time}.`).update(rawBody).digest('base64')
    return signatures.split(' ').some((signature) => sameSecret(signature, `v1,${wanted}`))
  })
}

function isFresh(time: string, receivedAt: Date | undefined): boolean {
  if (!/^\d{1,12}$/.test(time)) return false
  return receivedAt === undefined || Math.abs(receivedAt.getTime() - Number(time) * 1000) <= toleranceMs
}
