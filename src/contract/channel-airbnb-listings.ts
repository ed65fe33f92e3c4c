/** Listings on Airbnb have links to connected hosts. */
import { Type, type Static } from 'typebox'
import { ChannelAmenity } from './channel-content/amenities.ts'
import {
  flag,
  id,
  linkOrNull,
  nullable,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestamp,
} from './fields.ts'
import { onDriftShown } from './channel-mapping.ts'
import { syncCategories } from './records/listing.ts'
import { LinkHealth } from './link-health.ts'
import { ofAccount } from './channel-airbnb.ts'

export const AirbnbListingLink = record({
  id: text('Names the link: connection and Airbnb listing, as the routes of Airbnb take it.', {
    examples: ['31:53120044'],
  }),
  airbnbId: text('Id of the listing on Airbnb.', { examples: ['53120044'] }),
  ...ofAccount,
  hostId: textOrNull('The same as `accountId`.'),
  hostName: textOrNull('The same as `accountName`.'),
  active: flag('Whether guests can book it on Airbnb, and the host is connected.'),
  syncEnabled: flag('Whether our calendar is written there.'),
  onDrift: onDriftShown,
  primary: flag('Whether the listing is kept by this link, or it is its first one.'),
  markup: textOrNull(
    'What the prices there are higher, as a fraction: `0.15` is 15 percent. Null: nothing.',
    {
      examples: ['0.15'],
    },
  ),
  syncCategory: nullable(oneOfStrings(syncCategories), {
    description:
      'How far the host lets it be managed from outside: nights and content, nights alone, or nothing; null when that is not known. The host sets it on Airbnb.',
  }),
  writable: flag('Whether anything can be written to it: `syncCategory` is not `none`.'),
  lockedFields: Type.Array(Type.String(), {
    description: 'Fields that Airbnb took and did not show when they were written last.',
  }),
  health: LinkHealth,
  createdAt: timestamp('When it became known here.'),
  amenities: Type.Optional(
    Type.Union([Type.Array(ChannelAmenity), Type.Null()], {
      description: 'With `include=amenities`: as they were read last; null: they were not read yet.',
    }),
  ),
  accessibility_amenities: Type.Optional(
    Type.Union([Type.Array(ChannelAmenity), Type.Null()], {
      description: 'With `include=amenities`: as they were read last; null: they were not read yet.',
    }),
  ),
})
export type AirbnbListingLink = Static<typeof AirbnbListingLink>

export const AirbnbListing = record({
  id: id('Id of the listing, as `GET /v1/listings/{id}` takes it.'),
  listingId: id('The same as `id`.'),
  name: text('Its name here.'),
  publicName: textOrNull('Its name for guests.'),
  city: textOrNull('Its city.'),
  status: oneOfStrings(['active', 'inactive'], { description: 'Whether it is switched on here.' }),
  inactiveReason: Type.Optional(
    nullable(oneOfStrings(['plan_limit', 'unlisted_on_airbnb', 'deactivated']), {
      description: 'Why it is off; absent while it is on.',
    }),
  ),
  thumbnailUrl: Type.Optional(linkOrNull('Small picture; with `include=thumbnail`.')),
  connections: Type.Array(AirbnbListingLink, { description: 'Its links, the primary one first.' }),
})
export type AirbnbListing = Static<typeof AirbnbListing>
