import type { FinancialsRecord } from '../../contract/records.ts'
import { currencyCode, presentText } from '../../connector-kit/readings.ts'
import { amountOf } from './map.ts'
import type { VendorMoney, VendorReservation } from './vendor.ts'

type TaxLine = NonNullable<NonNullable<FinancialsRecord['host']>['taxes']>[number]

export interface ReservationPrices {
  totalPrice: string | null
  currency: string | null
  financials: FinancialsRecord | null
}

const unknown: ReservationPrices = { totalPrice: null, currency: null, financials: null }

/** Without the scope for financials they are absent, which differs from nothing to pay. */
export function pricesOf({ financials }: VendorReservation): ReservationPrices {
  if (!financials) return unknown
  const currency = currencyCode(financials.currency)
  // Without a currency the number of decimals is unknown.
  if (currency === null) return unknown
  const { guest, host } = financials
  const totalPrice = guest?.total_price ? amountOf(guest.total_price, currency) : null
  const record: FinancialsRecord = {
    ...(host
      ? {
          host: {
            ...amount('accommodation', host.accommodation, currency),
            ...lines('discounts', host.discounts, currency),
            ...lines('guestFees', host.guest_fees, currency),
            ...lines('hostFees', host.host_fees, currency),
            ...lines('taxes', host.taxes, currency),
            ...amount('revenue', host.revenue, currency),
          },
        }
      : {}),
    ...(guest
      ? {
          guest: {
            ...(totalPrice === null ? {} : { totalPrice }),
            ...lines('fees', guest.fees, currency),
            ...lines('taxes', guest.taxes, currency),
          },
        }
      : {}),
  }
  return { totalPrice, currency, financials: Object.keys(record).length === 0 ? null : record }
}

function amount<K extends string>(
  name: K,
  money: VendorMoney | null | undefined,
  currency: string,
): Partial<Record<K, string>> {
  return money ? ({ [name]: amountOf(money, currency) } as Record<K, string>) : {}
}

function lines<K extends string>(
  name: K,
  rows: VendorMoney[] | null | undefined,
  currency: string,
): Partial<Record<K, TaxLine[]>> {
  if (!rows) return {}
  const read = rows.map((row): TaxLine => {
    const [label, category] = [presentText(row.label), presentText(row.category)]
    return {
      amount: amountOf(row, currency),
      ...(label === null ? {} : { name: label }),
      ...(category === null ? {} : { type: category }),
    }
  })
  return { [name]: read } as Record<K, TaxLine[]>
}
