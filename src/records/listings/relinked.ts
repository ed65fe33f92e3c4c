/** Finds what changed of a listing's channel links, without input or output. */
import { canonicalJson } from '../canonical.ts'
import type { ShownChannel } from './channels-sql.ts'
import type { StoredListing } from './store-queries.ts'
import type { ChannelLinkRow } from './channel-link-queries.ts'

const keyOf = ({ platform, external_id: externalId }: ChannelLinkRow) => `${platform} ${externalId}`

const shown = (link: ChannelLinkRow): ShownChannel => ({
  platform: link.platform,
  externalId: link.external_id,
  active: link.active,
  syncEnabled: link.sync_enabled,
  syncCategory: link.sync_category,
})

const inOrder = (channels: readonly ShownChannel[]) =>
  canonicalJson(
    channels.toSorted((a, b) => (`${a.platform} ${a.externalId}` < `${b.platform} ${b.externalId}` ? -1 : 1)),
  )

/** Returns prior values under their names in events; nothing if no shown field changed. */
export function findPreviousListings(
  { channels, markups }: Pick<StoredListing, 'channels' | 'markups'>,
  links: readonly ChannelLinkRow[],
): Record<string, unknown> {
  const repriced = links.find(({ markup_percent: now, ...link }) => {
    const before = markups[keyOf({ ...link, markup_percent: now })]
    return before !== undefined && Number(before ?? 0) !== Number(now ?? 0)
  })
  const before = repriced && markups[keyOf(repriced)]
  return {
    ...(inOrder(channels) === inOrder(links.map(shown)) ? {} : { channels }),
    ...(before === undefined ? {} : { markupPercent: before === null ? null : Number(before) }),
  }
}
