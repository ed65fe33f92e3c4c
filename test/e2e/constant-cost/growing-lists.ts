/**
 * Lists without a proof of constant cost (docs/internals/benchmarks.md). A new list must be proven in proven-lists.ts
 * or named here.
 */
export const growing = [
  // As many as one record has: an index gives the page, and the total counts the record's own.
  'listAirbnbMessages',
  'listConversationChanges',
  'listGuestChanges',
  'listListingChanges',
  'listMessages',
  'listPricingHistory',
  'listReservationChanges',
  // As many as somebody set up.
  'browseMarkets',
  'listMarkets',
  'listConnections',
  'listCustomSchemas',
  'listIcalExports',
  'listIcalFeeds',
  'listKeys',
  'listMemberSessions',
  'listMembers',
  'listMigrations',
  'listWebhooks',
  // The page and the total are those of `listListings`, which is proven; the nights and stays grow with the window alone.
  'listCalendars',
  // As many as were made in a week.
  'listPlans',
  // As many as leave in the days that are asked for.
  'getCleaningRota',
]
