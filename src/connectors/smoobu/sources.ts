import { channelBrand } from '../../connector-kit/channel-brands.ts'
import type { StaySource } from '../../connector-kit/stay-readings.ts'
import { meaningOf } from '../../connector-kit/readings.ts'

// Names of the account's own channels. Their numbers differ between accounts, and accounts add channels of their own.
const sources: Record<string, StaySource> = {
  homepage: 'website',
  website: 'website',
  'direct booking': 'direct',
}

/** Numbers of the channels that are written to; these two are told to be the same in every account. */
export const channelIds = { direct: 13, blocked: 11 }

export function sourceOf(name: string | null | undefined): StaySource {
  return meaningOf(sources, keyOf(name)) ?? channelBrand(name ?? '') ?? 'other'
}

/** Nights that somebody closed stand under a channel of their own. */
export function isBlockedChannel(name: string | null | undefined): boolean {
  return keyOf(name) === 'blocked channel'
}

function keyOf(name: string | null | undefined): string {
  return (name ?? '').trim().toLowerCase()
}
