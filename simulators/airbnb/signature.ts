import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'

let pair: { publicKey: KeyObject; privateKey: KeyObject } | undefined
// Making a key takes time, so all simulators of a process share one.
const keys = () => (pair ??= generateKeyPairSync('rsa', { modulusLength: 2048 }))

/** Checks deliveries of this simulator; the real channel has a key of its own. */
export const publicKey = (): string => keys().publicKey.export({ type: 'spki', format: 'pem' }).toString()

export interface SignedRequest {
  method: string
  url: URL
  date: string
  contentType: string
  body: string
}

/** The host has no port in it, and the path no query. */
export const signedText = ({ method, url, date, contentType, body }: SignedRequest): string =>
  [url.hostname, url.pathname, method, date, contentType, body].join('|')

export function signature(signed: SignedRequest): string {
  const text = createSign('sha256').update(signedText(signed)).sign(keys().privateKey, 'base64')
  const about =
    'keyId="booking_web_hooks",algorithm="rsa-sha256",headers="host url method date content-type body"'
  return `Signature ${about},delimiter="|",signature="${text}"`
}
