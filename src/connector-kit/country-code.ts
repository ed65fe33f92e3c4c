const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const codes = letters.flatMap((first) => letters.map((second) => first + second))
let codeByName: ReadonlyMap<string, string> | undefined

/** The table has some hundred names, so it is built only when the first country is looked up. */
function codesByName(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const language of ['en', 'de']) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (const code of codes) {
      const name = names.of(code)?.toLowerCase()
      // Codes of former countries have the names of their successors.
      const isCurrent = new Intl.Locale(`und-${code}`).region === code
      if (name !== undefined && isCurrent && !found.has(name)) found.set(name, code)
    }
  }
  return found
}

/** Takes a two-letter code or a name; returns null for an unknown name. */
export function countryCode(country: string | null): string | null {
  const text = country?.trim() ?? ''
  if (/^[A-Za-z]{2}$/.test(text)) return text.toUpperCase()
  return text === '' ? null : ((codeByName ??= codesByName()).get(text.toLowerCase()) ?? null)
}
