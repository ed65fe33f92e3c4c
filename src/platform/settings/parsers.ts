/** Parsers of setting values throw an Error whose message says what is allowed. */
import { createPublicKey } from 'node:crypto'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export const integer = (least: number, most: number) => (value: string) => {
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < least || number > most) {
    throw new Error(`a whole number from ${least} to ${most}`)
  }
  return number
}

export const text = (pattern: RegExp, allowed: string) => (value: string) => {
  if (!pattern.test(value)) throw new Error(allowed)
  return value
}

export const redisUrl = (value: string): string => {
  const url = URL.parse(value)
  const isRedis = url !== null && /^rediss?:$/.test(url.protocol) && url.hostname !== ''
  if (isRedis && /^(?:\/\d{0,4})?$/.test(url.pathname)) return value
  throw new Error('redis://host:port/number, or rediss:// for an encrypted connection')
}

export const smtpUrl = (value: string): string => {
  const url = URL.parse(value)
  const isSmtp = url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
  // The mail library would read a query string as settings of its own.
  if (isSmtp && url.search === '' && /^\/?$/.test(url.pathname)) return value
  throw new Error('smtp://user:password@host:port, or smtps:// for an encrypted connection')
}

export const mailAddress = text(
  /^(?:[^<>@\r\n]{1,100} <[^\s<>@]{1,64}@[^\s<>@]{1,190}>|[^\s<>@]{1,64}@[^\s<>@]{1,190})$/,
  'an address, or a name and an address: `Name <name@example.com>`',
)

/** The key must be long enough not to be guessed, and must not look like a workspace's key. */
export const operatorKey = (value: string) => {
  if (/^[A-Za-z0-9_+/=.~-]{32,200}$/.test(value) && !value.startsWith('sk_') && new Set(value).size > 9)
    return value
  throw new Error('32 to 200 random letters, digits and `_ + / = . ~ -`, not beginning with sk_')
}

export const oneOf =
  <const T extends string>(allowed: readonly T[]) =>
  (value: string): T => {
    const found = allowed.find((item) => item === value)
    if (found === undefined) throw new Error(`one of ${allowed.join(', ')}`)
    return found
  }

export const setOf =
  <const T extends string>(allowed: readonly T[]) =>
  (value: string): ReadonlySet<T> => {
    const parse = oneOf(allowed)
    try {
      return new Set(value.split(',').map((item) => parse(item.trim())))
    } catch {
      throw new Error(`a comma-separated list of ${allowed.join(', ')}`)
    }
  }

const flags: Record<string, boolean> = { true: true, 1: true, yes: true, false: false, 0: false, no: false }

export const flag = (value: string): boolean => {
  const found = flags[value.toLowerCase()]
  if (found === undefined) throw new Error('true or false')
  return found
}

/** Line breaks of a PEM key may be escaped, since some places hold one line only. */
export const rsaPublicKey = (value: string): string => {
  const pem = value.replaceAll(String.raw`\n`, '\n')
  const isRsa = () => createPublicKey(pem).asymmetricKeyType === 'rsa'
  try {
    if (pem.includes('PUBLIC KEY') && isRsa()) return pem
  } catch {
    // A text that holds no key gets the same refusal as a key of another kind.
  }
  throw new Error('a public RSA key in PEM')
}

/** The trailing slash is cut, so that paths can be appended. */
export const httpUrl = (value: string): string => {
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new Error('an address that starts with http:// or https://, without query, fragment or user')
  }
  return url.href.replace(/\/+$/, '')
}

export const postgresUrl = (value: string): string => {
  const url = URL.parse(value)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new Error('an address such as postgres://user:password@host:5432/database')
  }
  return value
}

export const postgresUrls = (value: string): readonly string[] => {
  const urls = value.split(',').flatMap((part) => part.trim() || [])
  if (new Set(urls).size < urls.length) throw new Error('a list that names each address once')
  return urls.map(postgresUrl)
}

export const keyedUrls = (value: string): ReadonlyMap<string, string> => {
  const allowed = 'a comma-separated list of vendor=address, such as hostaway=http://127.0.0.1:4101'
  const urls = new Map<string, string>()
  for (const item of value.split(',').filter((part) => part.trim())) {
    const [, name, address] = /^\s*([a-z][a-z0-9_-]*)\s*=\s*(\S+)\s*$/.exec(item) ?? []
    if (!name || !address || urls.has(name)) throw new Error(`${allowed}, each vendor once`)
    try {
      urls.set(name, httpUrl(address))
    } catch {
      throw new Error(allowed)
    }
  }
  return urls
}

export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number]

export const addressRanges = (value: string): readonly AddressRange[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      try {
        // The library would read 1.5 as 1.0.0.5 and 010 as 8, which nobody means.
        if (!isIP(part.replace(/\/\d+$/, ''))) throw new Error('no address')
        if (part.includes('/')) return ipaddr.parseCIDR(part)
        const address = ipaddr.process(part)
        return [address, address.kind() === 'ipv4' ? 32 : 128]
      } catch {
        throw new Error('a comma-separated list of addresses and ranges, such as 127.0.0.1,10.0.0.0/8')
      }
    })
