/** Going back to the app: by address, or by a message to the window that opened this one. */
import { messageFor, webAddress } from './message.ts'
import type { Ended } from './session.ts'

/** The window is given this long to close before it goes to the address itself. */
const closeWithinMs = 400

const openerOf = (): Window | null => {
  const opener = window.opener as Window | null
  return opener !== null && !opener.closed ? opener : null
}

export const isPopup = (): boolean => openerOf() !== null

let told = false

/** Tells the opener, once, how it ended; only windows of the app's own origin can read it. */
export function tellOpener(session: Ended): void {
  const target = webAddress(session.returnUrl)
  const opener = openerOf()
  if (told || target === null || opener === null) return
  told = true
  opener.postMessage(messageFor(session), target.origin)
}

export function leave(session: Ended): void {
  const target = webAddress(session.returnUrl)
  if (!isPopup()) {
    if (target !== null) location.replace(target.href)
    return
  }
  window.close()
  if (target !== null) setTimeout(() => location.replace(target.href), closeWithinMs)
}
