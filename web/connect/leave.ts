/** Going back to the app: by address, or by a message to the window that opened this one. */
import type { Session } from './session.ts'

/** The window is given this long to close before it goes to the address itself. */
const closeWithinMs = 400

export type Message =
  | { type: 'repull:connect:completed'; provider: string; workspaceId?: string; state?: string }
  | { type: 'repull:connect:error'; error: string }
  | { type: 'repull:connect:close' }

export function messageFor(session: Session): Message {
  const { status, provider, connection, error, workspaceId, state } = session
  if (status === 'completed') {
    return {
      type: 'repull:connect:completed',
      provider: connection?.provider ?? provider ?? '',
      workspaceId,
      ...(state === null ? {} : { state }),
    }
  }
  if (status === 'errored') return { type: 'repull:connect:error', error: error ?? 'errored' }
  return { type: 'repull:connect:close' }
}

/** Only addresses of web pages: the browser would run others. */
export function webAddress(text: string | null): URL | null {
  const url = text === null ? null : URL.parse(text)
  return url !== null && ['https:', 'http:'].includes(url.protocol) ? url : null
}

const openerOf = (): Window | null => {
  const opener = window.opener as Window | null
  return opener !== null && !opener.closed ? opener : null
}

export const isPopup = (): boolean => openerOf() !== null

let told = false

/** Tells the opener, once, how it ended; only windows of the app's own origin can read it. */
export function tellOpener(session: Session): void {
  const target = webAddress(session.returnUrl)
  const opener = openerOf()
  if (told || target === null || opener === null) return
  told = true
  opener.postMessage(messageFor(session), target.origin)
}

export function leave(session: Session): void {
  const target = webAddress(session.returnUrl)
  if (!isPopup()) {
    if (target !== null) location.replace(target.href)
    return
  }
  window.close()
  if (target !== null) setTimeout(() => location.replace(target.href), closeWithinMs)
}
