import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'

let pair: { publicKey: KeyObject; privateKey: KeyObject } | undefined
// Made once for all simulators of a process: making one takes a while.
const keys = () => (pair ??= generateKeyPairSync('rsa', { modulusLength: 2048 }))

/** With which deliveries can be checked; the channel's own key is its own. */
export const publicKey = (): string => keys().publicKey.export({ type: 'spki', format: 'pem' }).toString()

export interface SignedRequest {
  method: string
  url: URL
  date: string
  contentType: string
  body: string
}

/** The host has no port in it; the path stands without its query. */
export const signedText = ({ method, url, date, contentType, body }: SignedRequest): string =>
  [url.hostname, url.pathname, method, date, contentType, body].join('|')

export function signature(signed: SignedRequest): string {
  const made = createSign('sha256').update(signedText(signed)).sign(keys().privateKey, 'base64')
  const about =
    'keyId="booking_web_hooks",algorithm="rsa-sha256",headers="host url method date content-type body"'
  return `Signature ${about},delimiter="|",signature="${made}"`
}
