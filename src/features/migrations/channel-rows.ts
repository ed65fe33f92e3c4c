/** What an old system says of its channel links, as the rows of a channel map. Pure. */
import type { ChannelMapRow } from '../../contract/channel-map.ts'
import type { LinkedListingRecord } from '../../contract/records.ts'

type Link = LinkedListingRecord['links'][number]
type Links = Pick<ChannelMapRow, 'airbnb' | 'booking' | 'vrbo'>

const shown: { [K in keyof Links]: (link: Link) => NonNullable<Links[K]> } = {
  airbnb: plain,
  booking: ({ externalId, roomId }) => ({ hotelId: externalId, roomId: roomId ?? null }),
  vrbo: plain,
}

function plain({ externalId, url }: Link) {
  return { listingId: externalId, ...(url ? { url } : {}) }
}

/** One row, unless a channel has the listing several times. */
export function rowsOf(about: Omit<ChannelMapRow, keyof Links>, links: readonly Link[]): ChannelMapRow[] {
  const on = (platform: keyof Links) => links.filter((link) => link.platform === platform)
  const [airbnb, booking, vrbo] = [on('airbnb'), on('booking'), on('vrbo')]
  const count = Math.max(1, airbnb.length, booking.length, vrbo.length)
  const nth = <T>(some: readonly Link[], i: number, show: (link: Link) => T): T | null => {
    const link = some[i]
    return link === undefined ? null : show(link)
  }
  return Array.from({ length: count }, (_, i) => ({
    ...about,
    airbnb: nth(airbnb, i, shown.airbnb),
    booking: nth(booking, i, shown.booking),
    vrbo: nth(vrbo, i, shown.vrbo),
  }))
}
