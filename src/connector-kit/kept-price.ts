import type { VendorOperations } from './connector.ts'
import { isSameAmount } from './money.ts'
import type { SectionError } from './section-error.ts'
import type { VendorContext } from './vendor-context.ts'

/** Reads back what a new booking costs, since vendors add fees that the host requires, or round. */
export async function keptPriceErrors(
  context: VendorContext,
  { reservations, vendor }: Pick<VendorOperations, 'reservations'> & { vendor: string },
  { externalId, price }: { externalId: string; price: string },
): Promise<SectionError[]> {
  const stay = await reservations?.one?.(context, externalId)
  const kept = stay?.kind === 'reservation' ? (stay.totalPrice ?? null) : null
  if (kept === null || isSameAmount(kept, price)) return []
  return [{ section: 'price', code: 'rejected', message: `${vendor} kept ${kept} instead of ${price}` }]
}
