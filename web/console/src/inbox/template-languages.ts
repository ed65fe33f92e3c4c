/** Languages that templates are written in; guests have others too, and get the one somebody chooses. */
import { locale } from '../text/text.ts'

export const templateLanguages = ['en', 'fr', 'de', 'es', 'it', 'nl', 'pt', 'pl', 'da', 'sv'] as const

const names = new Intl.DisplayNames(locale, { type: 'language' })

export function languageName(code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
