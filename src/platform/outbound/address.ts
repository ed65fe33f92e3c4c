/** Decides which addresses a request on a customer's behalf may go to. */
import ipaddr from 'ipaddr.js'

export interface OutboundPolicy {
  /** In development this machine and private networks are allowed too. */
  allowPrivate: boolean
}

/**
 * The development switch allows these ranges. Link-local stays blocked, because cloud metadata services are
 * there.
 */
const privateRanges = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat'])

/** RFC 4291 assigns all global unicast space here; addresses outside of it are special. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Returns the range an address lies in; `unicast` is the public internet. Mapped IPv4 counts as IPv4. */
export function addressRange(address: string): string {
  const parsed = ipaddr.process(address.replace(/%.*$/, ''))
  const range: string = parsed.range()
  if (range === 'unicast' && parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicast)) return 'reserved'
  return range
}

export function isAllowedAddress(address: string, policy: OutboundPolicy): boolean {
  const range = addressRange(address)
  return range === 'unicast' || (policy.allowPrivate && privateRanges.has(range))
}
