import { createHash } from 'node:crypto'

/** Derives an id in the vendor's form. */
export function uuid(...parts: (string | number)[]): string {
  const hex = createHash('sha256').update(parts.join('/')).digest('hex')
  const [third, fourth] = [`4${hex.slice(13, 16)}`, `9${hex.slice(17, 20)}`]
  return [hex.slice(0, 8), hex.slice(8, 12), third, fourth, hex.slice(20, 32)].join('-')
}
