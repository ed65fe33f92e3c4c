/** Reads deliveries, and describes webhooks that people enter by hand. */
import type { InboundHint, VendorOperations } from './connector.ts'
import { idText, presentText } from './readings.ts'
import { VendorError } from './vendor-error.ts'

type Inbound = NonNullable<VendorOperations['inbound']>

/** Returns nothing when the delivery names no id. */
export function hint(entity: InboundHint['entity'], id: unknown): InboundHint[] {
  const externalId = idText(presentText(id))
  return externalId === null ? [] : [{ entity, externalId }]
}

/**
 * A person enters the address in the vendor's settings (`place`). `proofs` are credentials that authenticate deliveries; without them it
 * refuses with `refusal`.
 */
export function enteredByHand(
  place: string,
  { proofs = [], refusal = '' }: { proofs?: string[]; refusal?: string } = {},
): Pick<Inbound, 'register' | 'unregister'> {
  return {
    async register(_context, { url, secrets = {} }) {
      const pairs = proofs.map((name) => [name, secrets[name] ?? ''] as const)
      if (pairs.some(([, value]) => value === '')) throw new VendorError('rejected', refusal)
      return { externalId: place, secrets: Object.fromEntries(pairs), address: url }
    },
    /** The person removes the address as well; deliveries that still arrive are refused. */
    async unregister() {},
  }
}
