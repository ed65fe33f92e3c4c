const mask = '[redacted]'
const longestExcerpt = 300

// These patterns match likely credentials that nobody registered.
const patterns: [RegExp, string][] = [
  [/\b(bearer|basic)\s+[\w~+/.=-]{8,}/gi, `$1 ${mask}`],
  [/\beyJ[\w-]{8,}\.[\w-]+(\.[\w-]*)?/g, mask],
  [
    /(["']?(?:access_?token|refresh_?token|id_?token|client_?secret|api_?key|password|secret|authorization)["']?\s*[:=]\s*)("[^"]*"?|'[^']*'?|[^\s&,;}"']+)/gi,
    `$1${mask}`,
  ],
]

export interface Redactor {
  /** Adds a value that must never be shown. */
  add(secret: string): void
  redact(text: string): string
  /** Returns the text redacted, on one line and cut. */
  excerpt(text: string): string
}

/** Removes known secrets in every spelling they travel in, and all text that looks like one. */
export function createRedactor(secrets: string[] = []): Redactor {
  const spellings = new Set<string>()
  const add = (secret: string): void => {
    // Shorter values would blank out ordinary words and numbers.
    if (secret.length < 6) return
    for (const form of [secret, encodeURIComponent(secret), base64(secret)]) spellings.add(form)
  }
  const redact = (text: string): string => {
    const longestFirst = [...spellings].sort((a, b) => b.length - a.length)
    const withoutKnown = longestFirst.reduce((rest, secret) => rest.replaceAll(secret, mask), text)
    return patterns.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), withoutKnown)
  }
  // The text is cut after redaction, because a secret cut in half would not be recognised.
  const excerpt = (text: string): string => {
    const line = redact(text).replace(/\s+/g, ' ').trim()
    return line.length > longestExcerpt ? `${line.slice(0, longestExcerpt)}…` : line
  }
  secrets.forEach(add)
  return { add, redact, excerpt }
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
