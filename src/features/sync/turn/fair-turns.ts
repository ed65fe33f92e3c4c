/**
 * Who goes next among the kinds of work that wait for the calls of one account: the one that got least so far. What each
 * got is counted in calls, because those are what a vendor limits, divided by its share: with a share of 4 it gets four
 * calls where others get one. Kept is only how far each is ahead of the one that went last, so that nobody who had
 * nothing to do saves up for later.
 */
export interface WaitingConnection {
  name: string
  share: number
}

/** By name; who is not named is not ahead of anybody. */
export type ConnectionsAhead = Readonly<Record<string, number>>

/** A step counts for no more than so many calls: a long one would keep its own kind waiting for as long afterwards. */
export const mostCounted = 10

/** Of those that got equally much the first in the list. */
export function pickNextConnection<C extends WaitingConnection>(
  waiting: readonly C[],
  ahead: ConnectionsAhead,
): C | undefined {
  const least = Math.min(...waiting.map(({ name }) => ahead[name] ?? 0))
  return waiting.find(({ name }) => (ahead[name] ?? 0) === least)
}

/** A step that called nobody counts for one, or it could go on for ever. */
export function afterStep(
  ahead: ConnectionsAhead,
  { name, share }: WaitingConnection,
  calls: number,
): ConnectionsAhead {
  const least = ahead[name] ?? 0
  const others = Object.entries(ahead)
    .map(([other, lead]) => [other, lead - least] as const)
    .filter(([other, lead]) => other !== name && lead > 0)
  const counted = Math.min(mostCounted, Math.max(1, calls))
  return { ...Object.fromEntries(others), [name]: counted / share }
}
