/** Entity tags: how one is made, and whether a request already has the answer. Pure. */
import { hash } from 'node:crypto'

/** A strong one: of equal texts the answers are equal to the byte. */
export const entityTag = (of: string): string => `"${hash('sha256', of, 'base64url').slice(0, 27)}"`

/** What an answer says of the state it shows; whoever keeps it asks whether it is still that one. */
export const validatorsOf = (of: string) => ({ etag: entityTag(of), 'cache-control': 'private, no-cache' })
export type Validators = ReturnType<typeof validatorsOf>

/** `If-None-Match` names it; tags of other servers, weak ones among them, are read past (RFC 9110, 13.1.2). */
export function names(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === tag) return true
  return ifNoneMatch.split(',').some((one) => {
    const named = one.trim()
    return named.replace(/^W\//, '') === tag
  })
}
