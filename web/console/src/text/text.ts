/** The words of the console, in the language of its reader. */
import i18next from 'i18next'
import { en } from './en.ts'
import { fr } from './fr.ts'
import type { TextKey, Translated } from './texts.ts'

export type Locale = 'en' | 'fr'
export type { TextKey }

const texts: Record<Locale, Translated<typeof en>> = { en, fr }
const kept = 'lodgewire.locale'

const isLocale = (value: string | null | undefined): value is Locale => value === 'en' || value === 'fr'

/** What the address asks for, what was chosen before, what the browser prefers. */
function findLocale(): Locale {
  const wishes = [
    new URLSearchParams(location.search).get('locale'),
    localStorage.getItem(kept),
    ...navigator.languages.map((language) => language.slice(0, 2).toLowerCase()),
  ]
  return wishes.find(isLocale) ?? 'en'
}

export const locale = findLocale()
/** For dates and numbers: the reader's own country, where it speaks the language that is shown. */
export const formatLocale = navigator.languages.find((language) => language.startsWith(locale)) ?? locale
document.documentElement.lang = locale

// French sets a space that no line breaks at before these marks and inside quotation marks.
const unbroken = (text: string) => text.replaceAll(/ (?=[?!:;»])|(?<=«) /g, '\u00a0')

void i18next.init({
  lng: locale,
  fallbackLng: 'en',
  resources: { [locale]: { translation: texts[locale] } },
  keySeparator: false,
  nsSeparator: false,
  initAsync: false,
  // Preact escapes what it shows.
  interpolation: { escapeValue: false },
})

/** A calendar says the same few words thousands of times while it is scrolled, so each is looked up once. */
const plainTexts = new Map<string, string>()

function lookUpOnce(key: string, lookUp: () => string): string {
  const words = plainTexts.get(key) ?? lookUp()
  plainTexts.set(key, words)
  return words
}

/** A text; `count` chooses between singular and plural. */
export const text = (key: TextKey, values?: Record<string, string | number>): string =>
  values === undefined ? lookUpOnce(key, () => unbroken(i18next.t(key))) : unbroken(i18next.t(key, values))

/** The text of a word of the API, or the word itself where a newer server has one that this console does not know. */
export function wordFor(group: string, word: string | null | undefined): string {
  if (word === null || word === undefined) return '–'
  const key = `${group}.${word}`
  const known = plainTexts.get(key)
  if (known !== undefined) return known
  return i18next.exists(key) ? text(key as TextKey) : word.replaceAll('_', ' ')
}

export function chooseLocale(next: Locale): void {
  localStorage.setItem(kept, next)
  const url = new URL(location.href)
  url.searchParams.delete('locale')
  location.replace(url)
}
