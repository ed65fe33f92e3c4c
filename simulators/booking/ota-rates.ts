import type { Xml } from '../../src/connector-kit/xml.ts'
import { codes } from './answers.ts'
import { RefusedUpdate } from './ari.ts'
import type { Hotel, Room } from './records.ts'
import type { RateNight } from './store.ts'
import * as is from './xml-shape.ts'

export const rateAmountShape: is.Shape = {
  ...is.otaRoot,
  has: {
    RateAmountMessages: {
      least: 1,
      most: 1,
      has: {
        RateAmountMessage: {
          least: 1,
          may: { LocatorID: is.number },
          has: {
            StatusApplicationControl: {
              least: 1,
              most: 1,
              needs: { Start: is.day, End: is.day, InvTypeCode: is.number, RatePlanCode: is.number },
            },
            Rates: {
              least: 1,
              most: 1,
              has: {
                Rate: {
                  least: 1,
                  most: 1,
                  has: {
                    BaseByGuestAmts: {
                      least: 1,
                      most: 1,
                      has: {
                        BaseByGuestAmt: {
                          least: 1,
                          needs: {
                            DecimalPlaces: is.upTo(3),
                            CurrencyCode: is.like(/^[A-Z]{3}$/, 'a currency'),
                          },
                          may: {
                            NumberOfGuests: is.upTo(30),
                            AmountAfterTax: is.number,
                            AmountBeforeTax: is.number,
                          },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
}

const refused = (text: string, code: number = codes.invalid) => new RefusedUpdate({ code, text })

/** Prices are for a full house and one guest, or for each number of guests if the hotel sells so. */
export function byGuestsOf(hotel: Hotel, room: Room, amounts: readonly Xml[]): RateNight {
  const read: RateNight & { byGuests: Record<number, number> } = { byGuests: {} }
  for (const { attributes } of amounts) {
    const amount = amountOf(hotel, attributes)
    const { NumberOfGuests: guests } = attributes
    if (hotel.pricing_type === 'OBP') {
      if (guests === undefined) throw refused('NumberOfGuests is required for this hotel', codes.missing)
      const most = room.max_persons ?? 0
      if (Number(guests) < 1 || Number(guests) > most)
        throw refused(`NumberOfGuests must be from 1 to ${most}`)
      read.byGuests[Number(guests)] = amount
    } else if (guests === undefined) read.price = amount
    else if (guests === '1') read.byGuests[1] = amount
    else throw refused('Prices by number of guests are not switched on for this hotel')
  }
  return read
}

function amountOf(hotel: Hotel, attributes: Readonly<Record<string, string | undefined>>): number {
  const { AmountAfterTax: after, AmountBeforeTax: before, DecimalPlaces, CurrencyCode } = attributes
  if ((after === undefined) === (before === undefined)) {
    throw refused('Either AmountAfterTax or AmountBeforeTax is required', codes.missing)
  }
  if ((after !== undefined) !== hotel.tax_included) {
    throw refused(`Prices of this hotel are ${hotel.tax_included ? 'after' : 'before'} tax`)
  }
  if (CurrencyCode !== hotel.currency) throw refused(`Prices of this hotel are in ${hotel.currency}`)
  const amount = Number(after ?? before) / 10 ** Number(DecimalPlaces)
  if (amount <= 0) throw refused('A price must be greater than 0')
  return amount
}
