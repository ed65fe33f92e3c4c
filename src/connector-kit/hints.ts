/** Reading deliveries, and vendors that take no webhook address by API. */
import type { InboundHint, VendorOperations } from './connector.ts'
import { idText, presentText } from './readings.ts'
import { VendorError } from './vendor-error.ts'

type Inbound = NonNullable<VendorOperations['inbound']>

/** Nothing where the delivery names no id. */
export function hint(entity: InboundHint['entity'], id: unknown): InboundHint[] {
  const externalId = idText(presentText(id))
  return externalId === null ? [] : [{ entity, externalId }]
}

/**
 * A person enters the address in the vendor's own pages (`place`). `proofs`: credentials that prove what arrives there, without
 * which `refusal` is told.
 */
export function enteredByHand(
  place: string,
  { proofs = [], refusal = '' }: { proofs?: string[]; refusal?: string } = {},
): Pick<Inbound, 'register' | 'unregister'> {
  return {
    async register(_context, { url, secrets = {} }) {
      const given = proofs.map((name) => [name, secrets[name] ?? ''] as const)
      if (given.some(([, value]) => value === '')) throw new VendorError('rejected', refusal)
      return { externalId: place, secrets: Object.fromEntries(given), address: url }
    },
    /** Done by that person as well; what still arrives is refused by its address. */
    async unregister() {},
  }
}
