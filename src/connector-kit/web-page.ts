import type { VendorAnswer } from './answer.ts'
import { XmlDocument } from './xml-document.ts'

/** These statuses mean the same with a page as their body. */
const clearStatuses = new Set([401, 429])

/** Errors contain this instead of the page's text. */
export const pageWords = 'a web page instead of JSON'

/** Firewalls, captchas, maintenance and gateways send a page for people where data belongs. */
export function isWebPage({ status, headers, text, json }: VendorAnswer): boolean {
  if (clearStatuses.has(status)) return false
  if (json instanceof XmlDocument) return /^html$/i.test(json.root.name)
  if (json !== undefined) return false
  return /^\uFEFF?\s*</.test(text) || (text !== '' && /\bhtml\b/i.test(headers['content-type'] ?? ''))
}
