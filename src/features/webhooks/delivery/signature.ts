/** Signatures that prove to a receiver that the body is ours, unchanged and recent. */
import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'

const secretPrefix = 'whsec_'
const secretBytes = 24

/** Standard Webhooks format: the prefix, then the key in base64. */
export function createWebhookSecret(): string {
  return secretPrefix + randomBytes(secretBytes).toString('base64')
}

export function maskSecret(secret: string): string {
  return `${secretPrefix}${secret.slice(secretPrefix.length, secretPrefix.length + 3)}…${secret.slice(-4)}`
}

/** Several secrets are stored as one text. */
export const joinSecrets = (secrets: readonly string[]): string => secrets.join('\n')
export const splitSecrets = (text: string): string[] => text.split('\n')

export interface DeliverySignatures {
  /** `t=<seconds>,v1=<hex>`, one `v1` per secret. */
  signature: string
  /** `v1,<base64>` of Standard Webhooks; a space separates those of several secrets. */
  standard: string
}

/** A secret prepared for signing, reused for all signatures. */
export interface SigningKey {
  /** The whole secret as it was shown. */
  own: KeyObject
  /** Standard Webhooks uses the decoded part behind the prefix. */
  standard: KeyObject
}

export const createSigningKey = (secret: string): SigningKey => ({
  own: createSecretKey(secret, 'utf8'),
  standard: createSecretKey(Buffer.from(secret.slice(secretPrefix.length), 'base64')),
})

/** Signs with several keys during a rotation; the receiver accepts any it knows. */
export function signBody(
  body: Buffer,
  keys: readonly SigningKey[],
  of: { eventId: string; at: Date },
): DeliverySignatures {
  const seconds = Math.floor(of.at.getTime() / 1000)
  const signed = (key: KeyObject, before: string, encoding: 'hex' | 'base64') =>
    createHmac('sha256', key).update(before).update(body).digest(encoding)
  return {
    signature: [`t=${seconds}`, ...keys.map(({ own }) => `v1=${signed(own, `${seconds}.`, 'hex')}`)].join(
      ',',
    ),
    standard: keys
      .map(({ standard }) => `v1,${signed(standard, `${of.eventId}.${seconds}.`, 'base64')}`)
      .join(' '),
  }
}
