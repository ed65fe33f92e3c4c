/** Routes of each channel in its own terms, links between listings and channels, and publishing. */
export { airbnbRoutes } from './airbnb/routes.ts'
export { bookingChannelRoutes } from './booking/routes.ts'
export { vrboRoutes } from './vrbo/routes.ts'
export { plumRoutes } from './plumguide/routes.ts'
export { channelLinkRoutes } from './links/routes.ts'
export { marketStateRoutes } from './market-state/routes.ts'
export { eraseGuestPayments } from './airbnb/transactions/erase-guest-queries.ts'
