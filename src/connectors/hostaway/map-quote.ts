import { decimalString } from '../../connector-kit/money.ts'
import { breakdownOf } from '../../connector-kit/stay-readings.ts'
import type { VendorQuote } from '../../connector-kit/write-operations.ts'
import { flag } from './map.ts'
import type { VendorPrice } from './vendor.ts'

type Part = keyof NonNullable<VendorQuote['breakdown']>

/** What the lines of a price belong to; those that are not part of the total are left out. */
export function partsOf(components: VendorPrice['components']): NonNullable<VendorQuote['breakdown']> {
  const lines = (components ?? []).flatMap(({ type, name, total, isIncludedInTotalPrice }) => {
    const amount = decimalString(total)
    if (amount === null || flag(isIncludedInTotalPrice) !== true) return []
    return [{ part: partOf(type ?? '', name ?? ''), amount }]
  })
  return breakdownOf(lines)
}

function partOf(type: string, name: string): Part {
  if (name === 'cleaningFee') return 'cleaningFee'
  if (type === 'accommodation') return 'accommodation'
  return type === 'tax' ? 'taxes' : 'fees'
}
