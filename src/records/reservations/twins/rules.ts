/** Decides when two stays are one booking, and whose row is shown. */
import { feedProvider } from '../../calendar/public.ts'
import { isChannelName } from '../../relay.ts'

/** These channels give each booking a confirmation code of its own. */
export const codedSources: readonly string[] = ['airbnb', 'booking.com', 'vrbo']

export interface SourceOfStay {
  provider: string | null
  status: string | null
}

const rank = ({ provider, status }: SourceOfStay): number => {
  if (provider === null || status === null || status === 'disconnected') return 0
  // A calendar file holds nights and hardly anything else.
  if (provider === feedProvider) return 1
  return isChannelName(provider) ? 3 : 2
}

/** True if the second source should be shown instead. */
export const leadsOver = (second: SourceOfStay, shown: SourceOfStay): boolean => rank(second) > rank(shown)

export interface CodedStay {
  listingId: string
  source: string | null
  confirmationCode: string
  checkIn: string
  checkOut: string
}

export const isSameBooking = (a: CodedStay, b: CodedStay): boolean =>
  a.listingId === b.listingId &&
  a.source === b.source &&
  a.confirmationCode === b.confirmationCode &&
  codedSources.includes(a.source ?? '')

const sameDates = (a: CodedStay, b: CodedStay): boolean =>
  a.checkIn === b.checkIn && a.checkOut === b.checkOut

/** Gives each coming stay at most one standing stay, preferring equal dates; each is used once. */
export function pairsOf<C extends CodedStay, S extends CodedStay>(
  coming: readonly C[],
  standing: readonly S[],
): ReadonlyMap<C, S> {
  const pairs = new Map<C, S>()
  const free = new Set(standing)
  for (const suits of [sameDates, () => true]) {
    for (const stay of coming) {
      if (pairs.has(stay)) continue
      const found = [...free].find((other) => isSameBooking(stay, other) && suits(stay, other))
      if (!found) continue
      pairs.set(stay, found)
      free.delete(found)
    }
  }
  return pairs
}
