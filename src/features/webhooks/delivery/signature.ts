/** What a receiver checks: that the body is ours, unchanged and recent. */
import { createHmac, randomBytes } from 'node:crypto'

const secretPrefix = 'whsec_'
const secretBytes = 24

/** Readable by the Standard Webhooks libraries: the prefix, then the key in base64. */
export function newSecret(): string {
  return secretPrefix + randomBytes(secretBytes).toString('base64')
}

export function maskSecret(secret: string): string {
  return `${secretPrefix}${secret.slice(secretPrefix.length, secretPrefix.length + 3)}…${secret.slice(-4)}`
}

export interface Signed {
  /** `t=<seconds>,v1=<hex>`, one `v1` per secret. */
  signature: string
  /** Headers of the Standard Webhooks specification. */
  standard: { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string }
}

/** Several secrets while one replaces another: the receiver accepts whichever it knows. */
export function sign(body: string, secrets: readonly string[], of: { eventId: string; at: Date }): Signed {
  const seconds = Math.floor(of.at.getTime() / 1000)
  // The whole secret as it was shown is the key here; Standard Webhooks takes the decoded part behind the prefix.
  const own = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
  )
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
    const signed = createHmac('sha256', key).update(`${of.eventId}.${seconds}.${body}`)
    return `v1,${signed.digest('base64')}`
  })
  return {
    signature: [`t=${seconds}`, ...own].join(','),
    standard: {
      'webhook-id': of.eventId,
      'webhook-timestamp': String(seconds),
      'webhook-signature': standard.join(' '),
    },
  }
}
