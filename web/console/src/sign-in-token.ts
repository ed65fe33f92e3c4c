/** The secret of a sign-in link. It is taken out of the address at once, so that no history and no screenshot keeps it. */
import { signal } from './ui/signal.ts'

function takeToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (token !== null) history.replaceState(null, '', `${location.pathname}${location.search}`)
  return token
}

export const signInToken = signal<string | null>(takeToken())
