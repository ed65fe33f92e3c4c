/** Which language a hosted page speaks, and names and numbers put into its words. */
const locales = ['en', 'fr'] as const
export type Locale = (typeof locales)[number]

/** The first wish that names a language there is; `fr-CA` names French. */
export function chooseLocale(wishes: readonly (string | null | undefined)[]): Locale {
  const languages = wishes.map((wish) => wish?.toLowerCase().split(/[-_]/)[0] ?? '')
  return languages.flatMap((language) => locales.filter((known) => known === language))[0] ?? 'en'
}

/** French puts a blank before these marks and behind «, and no line may break there. */
export const unbroken = (text: string) => text.replaceAll(/ (?=[?!:;»])|(?<=«) /g, '\u00a0')

export const filled = (text: string, values: Record<string, string | number> = {}): string =>
  unbroken(text).replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
