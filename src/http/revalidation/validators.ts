/** Makes entity tags, and matches them against a request. Pure. */
import { hash } from 'node:crypto'

/** The tag is strong: equal input means byte-equal answers. */
export const entityTag = (input: string): string => `"${hash('sha256', input, 'base64url').slice(0, 27)}"`

/** Caches must revalidate an answer with these headers. */
export const validatorsOf = (input: string) => ({
  etag: entityTag(input),
  'cache-control': 'private, no-cache',
})
export type Validators = ReturnType<typeof validatorsOf>

/** True when `If-None-Match` names the tag. Foreign and weak tags are skipped (RFC 9110, 13.1.2). */
export function names(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === tag) return true
  return ifNoneMatch.split(',').some((one) => {
    const named = one.trim()
    return named.replace(/^W\//, '') === tag
  })
}
