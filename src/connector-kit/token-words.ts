/** Whether the words of a refusal are about the token or key that was sent. Pure. */
import type { VendorAnswer } from './answer.ts'
import { isWebPage } from './web-page.ts'

const aboutToken =
  /\btokens?\b|\bjwt\b|api[ _-]?key|credential|unauthori[sz]ed|unauthenticated|authenticat|\bsignature\b|\binvalid[ _-]client\b/i
/** Texts in a refusal that give no reason. */
const noReason =
  /^(fail|failed|failure|error|false|forbidden|access[ _-]?denied|403( forbidden)?|https?:\/\/\S*)\.?$/i

function textsIn(json: unknown): string[] {
  if (typeof json === 'string') return [json]
  if (typeof json !== 'object' || json === null) return []
  return Object.values(json).flatMap(textsIn)
}

const wordsOf = ({ json, text }: VendorAnswer): string =>
  (json === undefined ? [text] : textsIn(json))
    .filter((words) => !noReason.test(words.trim()))
    .join(' ')
    .trim()

const namesToken = (answer: VendorAnswer): boolean => aboutToken.test(wordsOf(answer))

/**
 * For vendors that answer 403 to a token that ended: a 403 is about the token when it says so or gives no reason. With another
 * reason it refuses the call, and a web page comes from a proxy.
 */
export function mayRefuseToken(answer: VendorAnswer): boolean {
  if (answer.status === 401) return true
  if (answer.status !== 403 || isWebPage(answer)) return false
  return wordsOf(answer) === '' || namesToken(answer)
}

/** Whether the refusal of a fresh token is about the token at all, not about the call. */
export const isTokenRefused = (answer: VendorAnswer): boolean => answer.status !== 403 || namesToken(answer)
