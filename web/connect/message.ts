/** What the app is told of the end, and where it may be told. */
import type { Ended } from './session.ts'

export type Message =
  | { type: 'repull:connect:completed'; provider: string; workspaceId?: string; state?: string }
  | { type: 'repull:connect:error'; error: string; status: 'error'; state?: string }
  | { type: 'repull:connect:close'; status?: 'cancelled'; state?: string }

export function messageFor(session: Ended): Message {
  const { status, provider, connection, error, workspaceId } = session
  const state = session.state === null ? {} : { state: session.state }
  const connected = connection?.provider ?? provider
  // Which account it was is no longer told once the session's time is over; the app has heard of it before.
  if (status === 'completed' && connected !== null) {
    return { type: 'repull:connect:completed', provider: connected, workspaceId, ...state }
  }
  if (status === 'errored') {
    return { type: 'repull:connect:error', error: error ?? 'errored', status: 'error', ...state }
  }
  return { type: 'repull:connect:close', ...(status === 'cancelled' ? { status, ...state } : {}) }
}

/** Only addresses of web pages: the browser would run others. */
export function webAddress(text: string | null): URL | null {
  const url = text === null ? null : URL.parse(text)
  return url !== null && ['https:', 'http:'].includes(url.protocol) ? url : null
}
