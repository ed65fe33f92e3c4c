/** Entity tags: how one is made, and whether a request already has the answer. Pure. */
import { hash } from 'node:crypto'

/** A strong one: of equal texts the answers are equal to the byte. */
export const entityTag = (of: string): string => `"${hash('sha256', of, 'base64url').slice(0, 27)}"`

/** `If-None-Match` names it; tags of other servers, weak ones among them, are read past (RFC 9110, 13.1.2). */
export function names(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((one) => {
    const named = one.trim()
    return named.replace(/^W\//, '') === tag
  })
}
