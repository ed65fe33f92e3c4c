/**
 * Picks which kind of work goes next for an account: the one with the fewest calls relative to its share.
 * Only its lead over the last one is stored, so idle work saves nothing up.
 */
export interface WaitingWork {
  name: string
  share: number
}

/** Leads by name; an absent name has none. */
export type WorkLead = Readonly<Record<string, number>>

/** One step counts at most this many calls, because a long one would otherwise block its own kind as long. */
export const mostCounted = 10

/** Of equals, the first in the list. */
export function pickNextWork<C extends WaitingWork>(waiting: readonly C[], ahead: WorkLead): C | undefined {
  const least = Math.min(...waiting.map(({ name }) => ahead[name] ?? 0))
  return waiting.find(({ name }) => (ahead[name] ?? 0) === least)
}

/** A step without calls counts as one, or it could repeat forever. */
export function afterStep(ahead: WorkLead, { name, share }: WaitingWork, calls: number): WorkLead {
  const least = ahead[name] ?? 0
  const others = Object.entries(ahead)
    .map(([other, lead]) => [other, lead - least] as const)
    .filter(([other, lead]) => other !== name && lead > 0)
  const counted = Math.min(mostCounted, Math.max(1, calls))
  return { ...Object.fromEntries(others), [name]: counted / share }
}
