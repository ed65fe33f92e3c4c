/** Several sections are parts of the listing itself. */
import { demand, fieldOf } from '../../../connector-kit/answers.ts'
import type { VendorContext } from '../../../connector-kit/connector.ts'
import { VendorContentListing } from './vendor.ts'

export const listingPath = (externalId: string) => `/v2/listings/${encodeURIComponent(externalId)}`

export async function readListing(
  { http }: VendorContext,
  externalId: string,
): Promise<VendorContentListing> {
  const answer = await http.get(listingPath(externalId))
  return demand(VendorContentListing, fieldOf(answer, 'listing'), `listing ${externalId}`)
}
