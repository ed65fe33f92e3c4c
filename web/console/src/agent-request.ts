/** What an agent asks for stands in the address. It is kept over a sign-in, whose link may open another tab. */
import { pathTo } from './server-root.ts'

const kept = 'lodgewire.agentRequest'
/** As long as a sign-in link. */
const lastsMs = 15 * 60_000

const agentScreen = pathTo('/authorize')

/** Called where somebody has to sign in first. */
export function keepAgentRequest(): void {
  if (location.pathname !== agentScreen) return
  localStorage.setItem(kept, JSON.stringify({ search: location.search, at: Date.now() }))
}

/** Goes back to it after the sign-in, once. */
export function returnToAgentRequest(): void {
  const text = localStorage.getItem(kept)
  if (text === null) return
  localStorage.removeItem(kept)
  const { search, at } = JSON.parse(text) as { search: string; at: number }
  if (Date.now() - at < lastsMs) history.replaceState(null, '', `${agentScreen}${search}`)
}
