/** Tells once of each operation that an answer calls deprecated. */

export interface DeprecationNotice {
  /** Such as `GET /v1/listings`. */
  operation: string
  /** Since when it is deprecated; a parameter of the call may be meant, which the page names. */
  since?: Date
  /** From then on it may be gone; missing for what stays. */
  sunset?: Date
  /** The page that says what to use instead. */
  docsUrl?: string
}

export type OnDeprecation = (notice: DeprecationNotice) => void

function dateOf(text: string | null): Date | undefined {
  if (text === null) return undefined
  // RFC 9745 writes seconds behind an @, RFC 8594 a date of HTTP.
  const date = /^@-?\d+$/.test(text) ? new Date(Number(text.slice(1)) * 1000) : new Date(text)
  return Number.isNaN(date.getTime()) ? undefined : date
}

const linkOf = (headers: Headers): string | undefined =>
  /<([^>]*)>\s*;[^,]*\brel="?deprecation\b/.exec(headers.get('link') ?? '')?.[1]

export function warnOfDeprecation({ operation, sunset, docsUrl }: DeprecationNotice): void {
  const end = sunset === undefined ? '' : ` and may be gone from ${sunset.toISOString().slice(0, 10)} on`
  const see = docsUrl === undefined ? '' : ` See ${docsUrl}`
  console.warn(`lodgewire-sdk: this use of ${operation} is deprecated${end}.${see}`)
}

/** Returns what looks at each answer; an error of the listener must not fail the call. */
export function watchDeprecations(tell: OnDeprecation): (operation: string, headers: Headers) => void {
  const told = new Set<string>()
  return (operation, headers) => {
    const deprecation = headers.get('deprecation')
    const sunset = headers.get('sunset')
    if ((deprecation === null && sunset === null) || told.has(operation)) return
    told.add(operation)
    const notice = { operation, since: dateOf(deprecation), sunset: dateOf(sunset), docsUrl: linkOf(headers) }
    const known = Object.entries(notice).filter(([, value]) => value !== undefined)
    try {
      tell(Object.fromEntries(known) as unknown as DeprecationNotice)
    } catch (error) {
      console.error(error)
    }
  }
}
