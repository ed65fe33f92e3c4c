import { channelBrand } from '../../connector-kit/channel-brands.ts'
import type { StaySource } from '../../connector-kit/stay-readings.ts'
import { presentText } from '../../connector-kit/readings.ts'

// Sites that sell for many hosts are recognised by their domain.
const portals = /expedia|hipcamp|houfy|tripadvisor|flipkey|agoda|google|holidu|hometogo/i
const domain = /^(?:[\w-]+\.)+[a-z]{2,}$/i

/**
 * listing_site is a text for people. Empty means entered by hand; an unknown domain is the host's own
 * website.
 */
export function sourceOf(listingSite: string | null | undefined): StaySource {
  const text = presentText(listingSite)
  if (text === null) return 'direct'
  const brand = channelBrand(text)
  if (brand !== undefined) return brand
  const isOwn = /website/i.test(text) || (domain.test(text) && !portals.test(text))
  return isOwn ? 'website' : 'other'
}
