/** Refuses pages that reach this server under a name of their own (DNS rebinding). */
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../../platform/api-error.ts'

const localNames = ['localhost', '127.0.0.1', '[::1]']

const hostnameOf = (address: string): string | null => URL.parse(address)?.hostname ?? null

const refuse = (header: string, received: string) =>
  new ApiError(
    'forbidden',
    `Agents are not served for the \`${header}\` of this request.`,
    { field: header, value_received: received.slice(0, 200) },
    { fix: 'Use the address that `PUBLIC_URL` names, or localhost.' },
  )

/** A rebound name is a name, so addresses in numbers are safe as `Host`; an `Origin` must be known. */
export function assertAllowedHost({ headers }: FastifyRequest, publicUrl: string): void {
  const known = [...localNames, hostnameOf(publicUrl)]
  const host = headers.host ?? ''
  const hostname = hostnameOf(`http://${host}`)
  const isAddress = hostname !== null && isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0
  if (!isAddress && !known.includes(hostname)) throw refuse('Host', host)
  const { origin } = headers
  if (origin !== undefined && !known.includes(hostnameOf(origin))) throw refuse('Origin', origin)
}
