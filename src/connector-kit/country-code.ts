const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const codes = letters.flatMap((first) => letters.map((second) => first + second))
let known: ReadonlyMap<string, string> | undefined

/** Some hundred names: not asked for before there is a country to look up. */
function codesByName(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const language of ['en', 'de']) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (const code of codes) {
      const name = names.of(code)?.toLowerCase()
      // Codes of countries that are gone bear the names of their heirs.
      const isCurrent = new Intl.Locale(`und-${code}`).region === code
      if (name !== undefined && isCurrent && !found.has(name)) found.set(name, code)
    }
  }
  return found
}

/** Of two letters in either case, or of a name; null for a name nobody knows. */
export function countryCode(country: string | null): string | null {
  const text = country?.trim() ?? ''
  if (/^[A-Za-z]{2}$/.test(text)) return text.toUpperCase()
  return text === '' ? null : ((known ??= codesByName()).get(text.toLowerCase()) ?? null)
}
