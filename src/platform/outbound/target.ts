/** An address that a customer gave must pass these rules before a request goes there. */
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isAllowedAddress, type OutboundPolicy } from './address.ts'

export interface ResolvedAddress {
  address: string
  family: number
}
/** Returns all addresses of a host name. */
export type Resolve = (host: string) => Promise<ResolvedAddress[]>

export const resolveWithSystem: Resolve = (host) => systemLookup(host, { all: true, order: 'verbatim' })

export const targetRules = {
  not_a_url: 'must be an absolute URL',
  scheme: 'must start with https://',
  credentials: 'must not contain a user name or password',
  private_address: 'must be reachable at a public address',
} as const
export type TargetRule = keyof typeof targetRules

/** Thrown when the address breaks a rule; nothing was sent. */
export class TargetRefused extends Error {
  override name = 'TargetRefused'
  readonly rule: TargetRule
  constructor(rule: TargetRule, detail?: string) {
    super(`the target ${targetRules[rule]}${detail ? `: ${detail}` : ''}`)
    this.rule = rule
  }
}

/** Checks the text alone. The URL parser turns decimal, octal and hex hosts into plain addresses. */
export function parseTarget(text: string, policy: OutboundPolicy): URL {
  const url = URL.parse(text)
  if (!url || !url.hostname) throw new TargetRefused('not_a_url')
  if (url.protocol !== 'https:' && !(policy.allowPrivate && url.protocol === 'http:')) {
    throw new TargetRefused('scheme', `it starts with ${url.protocol}//`)
  }
  if (url.username || url.password) throw new TargetRefused('credentials')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host)) assertAllowed([{ address: host, family: isIP(host) }], policy)
  return url
}

/** One forbidden address refuses the name, because the name's DNS decides which is used. */
export function assertAllowed(addresses: readonly ResolvedAddress[], policy: OutboundPolicy): void {
  const refused = addresses.find(({ address }) => !isAllowedAddress(address, policy))
  if (!refused) return
  // The customer must not learn which internal address a name has.
  throw new TargetRefused('private_address')
}

/** Checks an address when a customer enters it. An unresolvable name passes, because the request checks again the addresses it connects to. */
export async function checkTarget(
  text: string,
  policy: OutboundPolicy,
  resolve: Resolve = resolveWithSystem,
): Promise<void> {
  const url = parseTarget(text, policy)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host)) return
  const addresses = await resolve(host).catch(() => [])
  assertAllowed(addresses, policy)
}
