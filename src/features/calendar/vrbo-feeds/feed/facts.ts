/** What the feeds of Vrbo take, in one place. Their sources and how sure they are: docs/guides/vrbo.md. */

export const documentVersion = '4.2.1'

/** A range of dates has no more days. */
export const mostDays = 1096

export const currencies: ReadonlySet<string> = new Set(['USD', 'CAD', 'EUR', 'GBP', 'AUD', 'NZD'])

/** Nobody books for the same day. */
export const leadDays = 1

/** Stays have no larger number; also what stands for "as long as anybody likes". */
export const mostNights = 999

/** Pull interval before any fetch was seen. */
export const pullMinutes = 24 * 60

export const feedKinds = ['listing', 'availability', 'rates', 'configuration'] as const
export type FeedKind = (typeof feedKinds)[number]

/** What the vendor calls the parts of each kind. */
export const feedElementNames = {
  listing: {
    index: 'advertiserListingContentIndex',
    indexUrl: 'advertiserListingContentIndexUrl',
    entry: 'listingContentIndexEntry',
    url: 'listingUrl',
  },
  availability: {
    index: 'advertiserUnitAvailabilityContentIndex',
    indexUrl: 'advertiserUnitAvailabilityContentIndexUrl',
    entry: 'unitAvailabilityContentIndexEntry',
    url: 'unitAvailabilityContentUrl',
  },
  rates: {
    index: 'advertiserLodgingRateContentIndex',
    indexUrl: 'advertiserLodgingRateContentIndexUrl',
    entry: 'lodgingRateContentIndexEntry',
    url: 'lodgingRateContentUrl',
  },
  configuration: {
    index: 'advertiserLodgingConfigurationContentIndex',
    indexUrl: 'advertiserLodgingConfigurationContentIndexUrl',
    entry: 'lodgingConfigurationContentIndexEntry',
    url: 'lodgingConfigurationContentUrl',
  },
} as const satisfies Record<FeedKind, Record<'index' | 'indexUrl' | 'entry' | 'url', string>>
