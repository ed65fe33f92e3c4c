/** Which addresses a request made on a customer's behalf may go to. */
import ipaddr from 'ipaddr.js'

export interface OutboundPolicy {
  /** Development: this machine and private networks are allowed too. */
  allowPrivate: boolean
}

/** What the development switch opens. Link-local stays shut: the metadata service of cloud machines lives there. */
const privateRanges = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat'])

/** All of the global unicast space that was ever assigned (RFC 4291); whatever is outside it is special. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** The kind of range an address lies in: `unicast` is the public internet. Mapped IPv4 counts as the IPv4 it is. */
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
