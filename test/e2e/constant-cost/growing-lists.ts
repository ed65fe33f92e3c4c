/**
 * Lists of which it is not proven that a page costs the same however much is stored (docs/internals/benchmarks.md). A list that is new either
 * is proven in proven-lists.ts or is named here.
 */
export const growing = [
  // As many as one record has: a page is read off an index, the total counts the record's own.
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
]
