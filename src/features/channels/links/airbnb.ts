/** Mapping a listing on Airbnb. */
import type { AirbnbMapBody, AirbnbMapped } from '../../../contract/channel-mapping.ts'
import type { Writing } from '../../route.ts'
import { toTakeOver } from '../../calendar/public.ts'
import { mapOne } from './map-one.ts'
import { channelWords } from './words.ts'

export function mapAirbnb(context: Writing, body: AirbnbMapBody, dryRun: boolean): Promise<AirbnbMapped> {
  const { airbnbId, hostId, listingId, syncEnabled, onDrift } = body
  const asked = {
    externalId: airbnbId,
    externalAccountId: hostId,
    listingId,
    syncEnabled,
    onDrift,
    takeOver: toTakeOver(body),
  }
  return mapOne<AirbnbMapped>(context, channelWords.airbnb, asked, {
    dryRun,
    answer: (unit, shown) => ({
      ...shown,
      airbnbId: unit.externalId,
      listingId: String(listingId),
      hostId: unit.externalAccountId,
      listingAirbnbId: shown.platformLinkId,
    }),
  })
}
