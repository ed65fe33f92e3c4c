/** Feed addresses. The credentials identify the account, so no address names one. */
import type { FeedKind } from './feed/facts.ts'

export const feedsPath = '/vrbo/feeds'
export const advertisersPath = `${feedsPath}/advertisers.xml`
export const indexPath = (kind: FeedKind): string => `${feedsPath}/${kind}.xml`
export const documentPath = (kind: FeedKind, listingId: string): string =>
  `${feedsPath}/${kind}/${listingId}.xml`
