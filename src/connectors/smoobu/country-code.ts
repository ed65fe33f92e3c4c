const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const codes = letters.flatMap((first) => letters.map((second) => first + second))
const byName = new Map<string, string>()

for (const language of ['en', 'de']) {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  for (const code of codes) {
    const name = names.of(code)?.toLowerCase()
    // Codes of countries that are gone bear the names of their heirs.
    const isCurrent = new Intl.Locale(`und-${code}`).region === code
    if (name !== undefined && isCurrent && !byName.has(name)) byName.set(name, code)
  }
}

/** The vendor writes countries by name; null for a name nobody knows. */
export function countryCode(country: string | null): string | null {
  if (country === null) return null
  return /^[A-Z]{2}$/.test(country) ? country : (byName.get(country.toLowerCase()) ?? null)
}
