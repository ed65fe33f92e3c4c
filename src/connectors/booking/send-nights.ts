/**
 * B.XML accepts the valid part of a request and lists errors without their nights. So after an error every
 * change is sent again by itself, which does no harm. Prices by number of guests are sent by OTA.
 */
import type { VendorContext } from '../../connector-kit/connector.ts'
import { rememberSettings } from '../../connector-kit/remember.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { rootIn, XmlDocument } from '../../connector-kit/xml-document.ts'
import { xml } from '../../connector-kit/xml-write.ts'
import { errorsOfBxml, ruidOf } from './signals.ts'
import { monthsOf, type NightToWrite } from './written-nights.ts'
import { amountNames, priceMonths, type AmountName, type PartyPrice } from './written-prices.ts'

export interface NightWish {
  index: number
  nights: readonly (NightToWrite & { prices?: readonly PartyPrice[] })[]
}

/** The vendor refused only the price of a change, or all of it. */
export interface WishRefusal {
  index: number
  part: 'price' | 'night'
  message: string
  reference?: string | undefined
}

type RefusedPart = Pick<WishRefusal, 'message' | 'reference'>
type SendNights = (context: VendorContext, nights: NightWish['nights']) => Promise<RefusedPart[]>

/** `currency` is the property's, needed for prices by number of guests. */
export async function sendNights(
  context: VendorContext,
  wishes: readonly NightWish[],
  currency: string | null,
): Promise<WishRefusal[]> {
  const refused = await sendAll(context, wishes)
  const priced = wishes.filter(({ nights }) => nights.some(({ prices = [] }) => prices.length > 0))
  if (priced.length === 0) return refused
  if (currency === null) {
    const message = 'the currency of the property is not told'
    return [...refused, ...priced.map(({ index }) => ({ index, part: 'price' as const, message }))]
  }
  const sendPrices: SendNights = (_, nights) => pricesSent(context, nights, currency)
  return [...refused, ...(await eachAlone(context, priced, 'price', sendPrices))]
}

/** A night is closed or opened even if its price is refused. */
async function sendAll(context: VendorContext, wishes: readonly NightWish[]): Promise<WishRefusal[]> {
  const refused = await eachAlone(context, wishes, 'night', nightsSent)
  const again = refused.flatMap((refusal) => {
    const wish = wishes.find(({ index }) => index === refusal.index)
    const priceless = wish && withoutPrice(wish)
    return priceless ? [{ refusal, priceless }] : []
  })
  const found = new Map(refused.map((refusal) => [refusal.index, refusal]))
  for (const { refusal, priceless } of again) {
    const [left] = await eachAlone(context, [priceless], 'night', nightsSent)
    found.set(refusal.index, left ?? { ...refusal, part: 'price' })
  }
  return [...found.values()]
}

/** Returns undefined if the night has no price, or nothing but a price. */
function withoutPrice({ index, nights }: NightWish): NightWish | undefined {
  if (!nights.some(({ settings }) => settings.price !== undefined || settings.price1 !== undefined))
    return undefined
  const rest = nights.flatMap((night) => {
    const { price: _, price1: __, ...settings } = night.settings
    return Object.keys(settings).length === 0 ? [] : [{ ...night, settings }]
  })
  return rest.length === 0 ? undefined : { index, nights: rest }
}

async function eachAlone(
  context: VendorContext,
  wishes: readonly NightWish[],
  part: WishRefusal['part'],
  send: SendNights,
): Promise<WishRefusal[]> {
  const refusals = await send(
    context,
    wishes.flatMap(({ nights }) => nights),
  )
  const [first] = refusals
  if (first === undefined) return []
  const [only, ...others] = wishes
  if (only !== undefined && others.length === 0) {
    const message = refusals.map((one) => one.message).join('; ')
    return [{ index: only.index, part, message, reference: first.reference }]
  }
  const refused: WishRefusal[] = []
  for (const wish of wishes) refused.push(...(await eachAlone(context, [wish], part, send)))
  return refused
}

/** Returns the vendor's errors; empty if all was accepted. */
async function nightsSent({ http }: VendorContext, nights: NightWish['nights']): Promise<RefusedPart[]> {
  const wrong: RefusedPart[] = []
  for (const body of monthsOf(nights)) {
    wrong.push(
      ...(await refusalsOf(async () => {
        const answer = await http.post('/hotels/xml/availability', { body: new XmlDocument(body) })
        if (!(answer instanceof XmlDocument)) throw new VendorError('malformed', 'XML was expected')
        const reference = ruidOf(answer) ?? undefined
        return errorsOfBxml(answer.root).map((message) => ({ message, reference }))
      })),
    )
  }
  return wrong
}

const dayMs = 24 * 3_600_000
const message = 'OTA_HotelRateAmountNotif'

/**
 * Prices are sent with tax first, then without it if the property has such prices. A refused request changed
 * nothing.
 */
async function pricesSent(
  context: VendorContext,
  nights: NightWish['nights'],
  currency: string,
): Promise<RefusedPart[]> {
  const used = await rememberSettings(context, 'amounts', dayMs, async () => ({
    name: amountNames[0] as AmountName,
  }))
  const refusals = await pricesSentAs(context, nights, { currency, amountName: used.name })
  if (!refusals.some((one) => /\btax\b/i.test(one.message))) return refusals
  const other = amountNames.find((name) => name !== used.name) ?? used.name
  const again = await pricesSentAs(context, nights, { currency, amountName: other })
  if (again.length === 0) used.name = other
  return again
}

async function pricesSentAs(
  { http, now }: VendorContext,
  nights: NightWish['nights'],
  form: { currency: string; amountName: AmountName },
): Promise<RefusedPart[]> {
  const priced = nights.map(({ roomId, rateId, date, prices = [] }) => ({ roomId, rateId, date, prices }))
  const wrong: RefusedPart[] = []
  for (const messages of priceMonths(priced, form)) {
    const TimeStamp = `${now().toISOString().slice(0, 19)}Z`
    const root = {
      xmlns: 'http://www.opentravel.org/OTA/2003/05',
      TimeStamp,
      Target: 'Production',
      Version: '1.005',
    }
    const body = new XmlDocument(xml(`${message}RQ`, root, messages))
    wrong.push(
      ...(await refusalsOf(async () => {
        rootIn(await http.post(`/hotels/ota/${message}`, { body }), `${message}RS`)
        return []
      })),
    )
  }
  return wrong
}

/** The whole request was refused, although other nights may be valid. */
async function refusalsOf(send: () => Promise<RefusedPart[]>): Promise<RefusedPart[]> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof VendorError) || error.kind !== 'rejected') throw error
    return [{ message: error.vendorMessage ?? error.message, reference: error.reference }]
  }
}
