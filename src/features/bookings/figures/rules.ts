/** Makes averages of counted nights and exact amounts. Pure. */
import type { OccupancyTotal, RevenueAmount } from '../../../contract/figures.ts'
import { scaled } from '../../../platform/decimal.ts'
import type { CountedNights } from './night-queries.ts'
import type { EarnedAmount } from './revenue-queries.ts'

const places = 6
const micros = (amount: string) => BigInt(scaled(amount, places).replace('.', ''))

/** Rounds an amount per night to hundredths, half away from zero, without floats. */
function perNight(amount: string, nights: number): number | null {
  if (nights === 0) return null
  const value = micros(amount)
  const divisor = BigInt(nights) * 10_000n
  const size = value < 0n ? -value : value
  const hundredths = (2n * size + divisor) / (2n * divisor)
  return Number(value < 0n ? -hundredths : hundredths) / 100
}

const occupancyPlaces = 10_000

export function occupancyOf({
  sold,
  owned,
  blocked,
  available,
}: Omit<CountedNights, 'key' | 'name'>): OccupancyTotal {
  return {
    nightsAvailable: available,
    nightsSold: sold,
    nightsBlocked: blocked,
    ownerNights: owned,
    occupancy: available === 0 ? null : Math.round((sold / available) * occupancyPlaces) / occupancyPlaces,
  }
}

export function sumOf(groups: readonly CountedNights[]): CountedNights {
  const total = (part: 'sold' | 'owned' | 'blocked' | 'available') =>
    groups.reduce((sum, group) => sum + group[part], 0)
  return {
    key: '',
    name: null,
    sold: total('sold'),
    owned: total('owned'),
    blocked: total('blocked'),
    available: total('available'),
  }
}

export function amountsOf(
  earned: readonly EarnedAmount[],
  available: number,
): { unpricedNights: number; amounts: RevenueAmount[] } {
  return {
    unpricedNights: earned.find(({ currency }) => currency === null)?.nights ?? 0,
    amounts: earned.flatMap(({ currency, stays, nights, room, fees }) =>
      currency === null
        ? []
        : [
            {
              currency,
              stays,
              nights,
              roomRevenue: Number(room),
              fees: Number(fees),
              adr: perNight(room, nights) ?? 0,
              revPar: perNight(room, available),
            },
          ],
    ),
  }
}
