/** What was entered, as it is sent. */
import type { FormField } from './session.ts'

/** Copied values bring blanks, line breaks and marks nobody sees. */
export const cleaned = (text: string): string =>
  text.replaceAll(/[\u200b-\u200d\u2060\ufeff]/g, '').replaceAll(/^\s+|\s+$/g, '')

/** As it is sent; null when nothing was entered. */
export function valueOf(kind: FormField['kind'], text: string): string | string[] | null {
  if (kind !== 'list') return cleaned(text) || null
  const items = text
    .split(/[,;\n]/)
    .map(cleaned)
    .filter(Boolean)
  return items.length > 0 ? items : null
}
