/** How a property has its prices: for the room, by the number of guests, or by the length of the stay. */
import { fieldOf } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { addDays } from '../../connector-kit/dates.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { rememberSettings } from '../../connector-kit/remember.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { childrenOf, type Xml } from '../../connector-kit/xml.ts'
import { hotelIdIn } from './calls.ts'
import { nightsOf } from './nights.ts'

/** In the vendor's words. */
export type PropertyPricing = 'Standard' | 'OBP' | 'LOS'

/** Of a property with LOS. */
export const byLengthOnly =
  'prices of this property are by length of stay, which are written in the extranet only'

const hourMs = 3_600_000
const known: readonly string[] = ['Standard', 'OBP', 'LOS'] satisfies PropertyPricing[]
const isPricing = (word: string | null): word is PropertyPricing => word !== null && known.includes(word)

/** The setting, or what a night of the room looks like where the property shows this server no settings. */
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
      // Settings belong to another kind of connection, which need not be switched on.
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
