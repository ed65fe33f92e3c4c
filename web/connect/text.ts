/** Which language the page speaks, and its words with names and numbers put in. */
import { en, type TextKey, type Texts } from './text-en.ts'
import { fr } from './text-fr.ts'

export const dictionaries = { en, fr } satisfies Record<string, Texts>
export type Locale = keyof typeof dictionaries

type Values = Record<string, string | number>
type NumberedKey = TextKey extends infer K ? (K extends `${infer Base}.other` ? Base : never) : never

const isLocale = (text: string): text is Locale => Object.hasOwn(dictionaries, text)

/** The first wish that names a language there is; `fr-CA` names French. */
export function chooseLocale(wishes: readonly (string | null | undefined)[]): Locale {
  const languages = wishes.map((wish) => wish?.toLowerCase().split(/[-_]/)[0] ?? '')
  return languages.find(isLocale) ?? 'en'
}

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

/** French puts a blank before these marks and behind «, and no line may break there. */
const unbroken = (text: string) => text.replaceAll(/ (?=[?!:;»])|(?<=«) /g, '\u00a0')

export function wordsFor(locale: Locale): Words {
  const texts: Texts = dictionaries[locale]
  const plural = new Intl.PluralRules(locale)
  const number = new Intl.NumberFormat(locale)
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  const text = (key: TextKey, values: Values = {}) =>
    unbroken(texts[key]).replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
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
