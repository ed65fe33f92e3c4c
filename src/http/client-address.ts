/**
 * Finds the client's address. Forwarding headers count only from `TRUSTED_PROXIES`: hops are read backwards up to the first untrusted one,
 * which is the client.
 */
import ipaddr from 'ipaddr.js'
import type { AddressRange } from '../platform/settings/parsers.ts'
import { memoizeByText } from '../platform/memoize-by-text.ts'

interface PeerRequest {
  headers: Record<string, string | string[] | undefined>
  socket: { remoteAddress?: string | undefined }
}

/** Returns one text per client: an IPv6 /64 network is one household. */
export type AddressOf = (request: PeerRequest) => string

type IpAddress = ipaddr.IPv4 | ipaddr.IPv6

/** Connections stay open, and every request needs its peer twice. */
const mostPeers = 10_000

export function createAddressOf(trusted: readonly AddressRange[]): AddressOf {
  const isTrusted = (address: IpAddress) =>
    trusted.some((range) => range[0].kind() === address.kind() && address.match(range))
  const peerOf = memoizeByText((text) => {
    const address = parsed(text)
    if (!address) return { shown: text, proxy: null }
    return { shown: shown(address), proxy: isTrusted(address) ? address : null }
  }, mostPeers)
  return ({ headers, socket }) => {
    const peer = peerOf(socket.remoteAddress ?? '')
    return peer.proxy ? shown(caller(headers, peer.proxy, isTrusted)) : peer.shown
  }
}

/** Falls back to the peer wherever its headers cannot be relied on. */
function caller(
  headers: PeerRequest['headers'],
  peer: IpAddress,
  isTrusted: (address: IpAddress) => boolean,
): IpAddress {
  const chains = [forwardedFor(headers['x-forwarded-for']), forwarded(headers['forwarded'])].filter(
    (chain) => chain !== null,
  )
  const found = chains.map((chain) => firstUntrusted(chain, isTrusted))
  const [first] = found
  // A proxy writes one of the two headers; the other may be the client's invention.
  const agreed = first && found.every((other) => other?.toString() === first.toString())
  return agreed ? first : peer
}

function firstUntrusted(
  chain: readonly (IpAddress | null)[],
  isTrusted: (address: IpAddress) => boolean,
): IpAddress | null {
  for (const hop of chain.toReversed()) {
    // An unreadable hop makes everything before it untrustworthy.
    if (!hop || !isTrusted(hop)) return hop
  }
  return chain[0] ?? null
}

const joined = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(',') : value)

function forwardedFor(value: string | string[] | undefined): (IpAddress | null)[] | null {
  const text = joined(value)
  return text === undefined ? null : text.split(',').map((hop) => parsed(withoutPort(hop.trim())))
}

/** RFC 7239 gives this form: `for=192.0.2.43, for="[2001:db8::1]:4711";proto=https`. */
function forwarded(value: string | string[] | undefined): (IpAddress | null)[] | null {
  const text = joined(value)
  if (text === undefined) return null
  const elements = text.match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/g) ?? []
  return elements.map((element) => {
    const [, quoted, token] =
      /(?:^|;)\s*for\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;,\s"]+))\s*(?:;|$)/i.exec(element) ?? []
    const node = quoted ?? token
    return node === undefined ? null : parsed(withoutPort(node))
  })
}

function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(hop)?.[1]
  return bracketed ?? /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(hop)?.[1] ?? hop
}

function parsed(text: string): IpAddress | null {
  // The library also reads numbers such as `1` and `0x7f000001` as addresses.
  if (!text.includes(':') && !/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) return null
  const plain = text.replace(/%.*$/, '')
  return ipaddr.isValid(plain) ? ipaddr.process(plain) : null
}

function shown(address: IpAddress): string {
  if (address.kind() === 'ipv4') return address.toString()
  const network = (address as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}
