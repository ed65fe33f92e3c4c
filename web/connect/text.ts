/** The words of the connect page, with names and numbers put in. */
import { en, type TextKey, type Texts } from './text-en.ts'
import { fr } from './text-fr.ts'
import { filled, unbroken, type Locale } from './words.ts'

export { chooseLocale, type Locale } from './words.ts'
export const dictionaries: Record<Locale, Texts> = { en, fr }

type Values = Record<string, string | number>
type NumberedKey = TextKey extends infer K ? (K extends `${infer Base}.other` ? Base : never) : never

export interface Words {
  locale: Locale
  has(key: string): key is TextKey
  text(key: TextKey, values?: Values): string
  /** Words of a provider. */
  of(translated: Record<Locale, string>): string
  /** The form that fits the number `n`. */
  counted(key: NumberedKey, n: number): string
  number(n: number): string
  percent(ratio: number): string
}

export function wordsFor(locale: Locale): Words {
  const texts: Texts = dictionaries[locale]
  const plural = new Intl.PluralRules(locale)
  const number = new Intl.NumberFormat(locale)
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  const text = (key: TextKey, values: Values = {}) => filled(texts[key], values)
  return {
    locale,
    has: (key): key is TextKey => Object.hasOwn(texts, key),
    text,
    of: (translated) => unbroken(translated[locale]),
    counted: (key, n) =>
      text(`${key}.${plural.select(n) === 'one' ? 'one' : 'other'}` as TextKey, { n: number.format(n) }),
    number: (n) => number.format(n),
    percent: (ratio) => percent.format(ratio),
  }
}
