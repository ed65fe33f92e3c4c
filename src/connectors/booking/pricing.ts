/** A property's prices are per room, per number of guests, or per length of stay. */
import { fieldOf } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { addDays } from '../../connector-kit/dates.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { rememberSettings } from '../../connector-kit/remember.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { childrenOf, type Xml } from '../../connector-kit/xml.ts'
import { hotelIdIn } from './calls.ts'
import { nightsOf } from './nights.ts'

/** These are the vendor's words. */
export type PropertyPricing = 'Standard' | 'OBP' | 'LOS'

/** Refused for a property that prices by length of stay. */
export const byLengthOnly =
  'prices of this property are by length of stay, which are written in the extranet only'

const hourMs = 3_600_000
const pricings: readonly string[] = ['Standard', 'OBP', 'LOS'] satisfies PropertyPricing[]
const isPricing = (word: string | null): word is PropertyPricing => word !== null && pricings.includes(word)

/** Reads the setting, or else infers it from a night if the property shows this server no settings. */
export async function pricingOf(context: VendorContext, roomId: string): Promise<PropertyPricing> {
  return (await toldPricing(context)) ?? (await shownPricing(context, roomId))
}

const toldPricing = (context: VendorContext): Promise<PropertyPricing | null> =>
  rememberSettings(context, 'pricing', hourMs, async () => {
    try {
      const path = `/property-api/properties/${encodeURIComponent(hotelIdIn(context))}/settings`
      const settings = fieldOf(fieldOf(await context.http.get(path), 'data'), 'property_settings')
      const word = presentText(fieldOf(settings, 'pricing_type'))
      return isPricing(word) ? word : null
    } catch (error) {
      // Settings belong to another kind of connection, which may be off.
      if (error instanceof VendorError && (error.kind === 'rejected' || error.kind === 'not_found'))
        return null
      throw error
    }
  })

async function shownPricing(context: VendorContext, roomId: string): Promise<PropertyPricing> {
  const day = addDays(context.now().toISOString().slice(0, 10), 1)
  const nights = await nightsOf(context, roomId, { from: day, to: day })
  const prices = nights
    .flatMap((night) => childrenOf(night, 'rate'))
    .flatMap((rate) => childrenOf(rate, 'price'))
  const isForMany = ({ attributes }: Xml) => Number(attributes.guests ?? 1) > 1
  return prices.some(isForMany) ? 'OBP' : 'Standard'
}
