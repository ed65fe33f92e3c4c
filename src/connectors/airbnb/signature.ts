/** How the vendor signs what it sends: told by others, see NOTES.md. */
import { createVerify } from 'node:crypto'
import type { AppRequest } from '../../connector-kit/app-webhook.ts'

/** What is older may have been recorded by somebody and be sent again. */
const longestAgoMs = 5 * 60_000
/** Without these a signature would hold for something else as well. The body is bytes, and stands last. */
const needed = ['url', 'method', 'date']

/** Whether the request was signed with the private key of `publicKey`, for this address, in the last minutes. */
export function isSigned(request: AppRequest, publicKey: string): boolean {
  const { headers, receivedAt, rawBody } = request
  const { algorithm, delimiter = '|', signature = '', ...said } = partsOf(headers.authorization ?? '')
  const names = (said.headers ?? '').split(' ')
  const isWhole = needed.every((name) => names.includes(name)) && names.at(-1) === 'body'
  const isFresh = Math.abs(receivedAt.getTime() - Date.parse(headers.date ?? '')) <= longestAgoMs
  if (algorithm !== 'rsa-sha256' || !isWhole || !isFresh) return false
  return request.addresses.some((address) => {
    const values = names.slice(0, -1).map((name) => valueOf(name, request, address) + delimiter)
    return createVerify('sha256')
      .update(values.join(''))
      .update(rawBody)
      .verify(publicKey, signature, 'base64')
  })
}

/** `Signature keyId="…",algorithm="…"` */
function partsOf(authorization: string): Record<string, string | undefined> {
  if (!authorization.startsWith('Signature ')) return {}
  return Object.fromEntries(
    [...authorization.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value]) => [name, value]),
  )
}

function valueOf(
  name: string,
  { headers, method }: AppRequest,
  { host, path }: AppRequest['addresses'][number],
): string {
  const own: Record<string, string> = { host, url: path, method }
  return own[name] ?? headers[name] ?? ''
}
