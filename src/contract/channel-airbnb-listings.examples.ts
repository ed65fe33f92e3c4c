/** These examples of listings on Airbnb are written by hand. */
import { AirbnbListing, AirbnbListingLink } from './channel-airbnb-listings.ts'
import { at, entry } from './examples.ts'

const link: AirbnbListingLink = {
  id: '31:53120044',
  airbnbId: '53120044',
  accountId: '88123',
  accountName: 'Ana Kovač',
  hostId: '88123',
  hostName: 'Ana Kovač',
  active: true,
  syncEnabled: true,
  onDrift: 'mend' as const,
  primary: true,
  markup: '0.15',
  syncCategory: 'sync_all',
  writable: true,
  lockedFields: [],
  health: { state: 'in_step', exposedNights: 0, differingNights: 0, since: null, error: null },
  createdAt: at,
}

export const airbnbListingExamples = {
  AirbnbListingLink: entry(AirbnbListingLink, link),
  AirbnbListing: entry(
    AirbnbListing,
    {
      id: '4812',
      listingId: '4812',
      name: 'Harbour loft',
      publicName: 'Loft above the harbour',
      city: 'Split',
      status: 'active',
      connections: [link],
    },
    {
      id: '4813',
      listingId: '4813',
      name: 'Barn',
      publicName: null,
      city: null,
      status: 'inactive',
      inactiveReason: 'deactivated',
      thumbnailUrl: null,
      connections: [
        { ...link, syncCategory: 'none', writable: false, amenities: null, accessibility_amenities: null },
      ],
    },
  ),
}
