import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Webhook passwords and the like need a value that nobody can guess. */
export function randomSecret(bytes = 24): string {
  return randomBytes(bytes).toString('base64url')
}

/**
 * Names an account known only by its token; the name tells accounts apart but reveals nothing of the token.
 */
export function digestName(secret: string): string {
  return createHash('sha256').update(secret).digest('hex').slice(0, 24)
}

/** The comparison's duration does not reveal how much was right. */
export function sameSecret(value: string, secret: string): boolean {
  const [a, b] = [Buffer.from(value), Buffer.from(secret)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export function basicAuthMatches(header: string | undefined, user: string, password: string): boolean {
  const pair = /^basic\s+(\S+)$/i.exec(header ?? '')?.[1]
  // The encoded text is compared: decoding would forgive letters that are too many.
  return pair !== undefined && sameSecret(pair, Buffer.from(`${user}:${password}`).toString('base64'))
}

/** Checks the HMAC-SHA256 of a body, in hex, under any of the secrets. */
export function hmacHexMatches(hex: string, rawBody: Buffer, secrets: string[]): boolean {
  return secrets.some(
    (secret) =>
      secret !== '' &&
      sameSecret(hex.toLowerCase(), createHmac('sha256', secret).update(rawBody).digest('hex')),
  )
}
