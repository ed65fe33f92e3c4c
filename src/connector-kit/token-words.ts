/** Decides by its words whether a refusal concerns the token or key that was sent. Pure. */
import type { VendorAnswer } from './answer.ts'
import { isWebPage } from './web-page.ts'

const aboutToken =
  /\btokens?\b|\bjwt\b|api[ _-]?key|credential|unauthori[sz]ed|unauthenticated|authenticat|\bsignature\b|\binvalid[ _-]client\b/i
/** Refusals with these texts give no reason. */
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
 * Some vendors answer 403 to an expired token: a 403 concerns the token when it says so or gives no reason.
 * With another reason it refuses the call, and a web page comes from a proxy.
 */
export function mayRefuseToken(answer: VendorAnswer): boolean {
  if (answer.status === 401) return true
  if (answer.status !== 403 || isWebPage(answer)) return false
  return wordsOf(answer) === '' || namesToken(answer)
}

/** After a fresh token was refused, a 403 that does not name it refuses the call. */
export const isTokenRefused = (answer: VendorAnswer): boolean => answer.status !== 403 || namesToken(answer)
