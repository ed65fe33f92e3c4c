/** Constants of Vrbo's feeds. Their sources, and how sure they are: docs/guides/vrbo.md. */

export const documentVersion = '4.2.1'

/** The most days a date range may have. */
export const mostDays = 1096

export const currencies: ReadonlySet<string> = new Set(['USD', 'CAD', 'EUR', 'GBP', 'AUD', 'NZD'])

/** Vrbo takes no booking for the same day. */
export const leadDays = 1

/** The largest stay length; it also stands for "no limit". */
export const mostNights = 999

/** Assumed interval between fetches before any was seen. */
export const pullMinutes = 24 * 60

export const feedKinds = ['listing', 'availability', 'rates', 'configuration'] as const
export type FeedKind = (typeof feedKinds)[number]

/** The vendor's element names for each kind. */
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
