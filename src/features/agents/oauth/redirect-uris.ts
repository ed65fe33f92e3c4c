/** Where a code may be sent. Pure. */

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

function isLoopback(url: URL): boolean {
  return url.protocol === 'http:' && loopbackHosts.includes(url.hostname)
}

/** Programs on the person's own computer listen on whichever port is free (RFC 8252). */
function withoutPort(url: URL): string {
  const copy = new URL(url)
  copy.port = ''
  return copy.href
}

/** Only addresses that nobody else can listen at: those of HTTPS, and this computer. */
function isRedirectUri(text: string): boolean {
  const url = URL.parse(text)
  if (!url || text.includes('#') || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || isLoopback(url)
}

export function matchesRedirectUri(registered: readonly string[], redirectUri: string): boolean {
  if (!isRedirectUri(redirectUri)) return false
  if (registered.includes(redirectUri)) return true
  const url = new URL(redirectUri)
  return (
    isLoopback(url) &&
    registered.some((text) => {
      const known = URL.parse(text)
      return known !== null && isLoopback(known) && withoutPort(known) === withoutPort(url)
    })
  )
}

/** The address of the agent with the answer. */
export function answerAddress(redirectUri: string, answer: Record<string, string | null>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) if (value !== null) url.searchParams.set(name, value)
  return url.href
}
