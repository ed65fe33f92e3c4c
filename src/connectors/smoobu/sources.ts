import { channelBrand } from '../../connector-kit/channel-brands.ts'
import type { StaySource } from '../../connector-kit/stay-readings.ts'
import { meaningOf } from '../../connector-kit/readings.ts'

// The account's own channels have these names. Numbers differ between accounts, and accounts add channels.
const sources: Record<string, StaySource> = {
  homepage: 'website',
  website: 'website',
  'direct booking': 'direct',
}

/** Writes use these channels' numbers, which are reportedly equal in every account. */
export const channelIds = { direct: 13, blocked: 11 }

export function sourceOf(name: string | null | undefined): StaySource {
  return meaningOf(sources, keyOf(name)) ?? channelBrand(name ?? '') ?? 'other'
}

/** Nights that somebody closed have a channel of their own. */
export function isBlockedChannel(name: string | null | undefined): boolean {
  return keyOf(name) === 'blocked channel'
}

function keyOf(name: string | null | undefined): string {
  return (name ?? '').trim().toLowerCase()
}
