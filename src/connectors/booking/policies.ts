/**
 * Writes a property's cancellation policies. The vendor documents address, root and content; the attribute
 * names, and the call that changes a policy, are reconstructed from third parties.
 */
import type { VendorContext } from '../../connector-kit/connector.ts'
import { presentText, wholeNumber } from '../../connector-kit/readings.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { XmlDocument } from '../../connector-kit/xml-document.ts'
import { xml } from '../../connector-kit/xml-write.ts'
import { childOf, childrenOf, type Xml } from '../../connector-kit/xml.ts'
import { hotelIdIn } from './calls.ts'
import type { WantedPolicy } from './policy-body.ts'

export interface Policy {
  policy_id: string
  policy_code: number | null
  no_show_penalty: string | null
  guarantee_payment: { required: boolean | null; effective_from: string | null }
}

const pathOf = (context: VendorContext) =>
  `/policy-api/properties/${encodeURIComponent(hotelIdIn(context))}/policies`

export async function readPolicies(context: VendorContext): Promise<{ policies: Policy[] }> {
  const answer = await context.http.get(pathOf(context))
  if (!(answer instanceof XmlDocument)) throw new VendorError('malformed', 'XML was expected')
  return { policies: childrenOf(childOf(answer.root, 'Policies'), 'Policy').map(toPolicy) }
}

function toPolicy(row: Xml): Policy {
  const attributesOf = (name: string) => childOf(row, name)?.attributes ?? {}
  const { Required, EffectiveFrom } = attributesOf('GuaranteePayment')
  return {
    policy_id: row.attributes.id ?? '',
    policy_code: wholeNumber(attributesOf('CancelPenalty').PolicyCode),
    no_show_penalty: presentText(attributesOf('NoShowPolicy').Penalty),
    guarantee_payment: {
      required: Required === undefined ? null : Required === 'true' || Required === '1',
      effective_from: presentText(EffectiveFrom),
    },
  }
}

/**
 * A policy with an id is changed. One without an id that exists already is not created again: the vendor
 * refuses duplicates.
 */
export async function writePolicies(
  context: VendorContext,
  requested: readonly WantedPolicy[],
): Promise<{ policies: Policy[] }> {
  const path = pathOf(context)
  const { policies: standing } = await readPolicies(context)
  for (const policy of requested) {
    const body = new XmlDocument(messageOf(policy))
    const { policy_id } = policy
    if (policy_id !== undefined)
      await context.http.put(`${path}/${encodeURIComponent(String(policy_id))}`, { body })
    else if (!standing.some((one) => isAlike(one, policy))) await context.http.post(path, { body })
  }
  return readPolicies(context)
}

function isAlike(current: Policy, request: WantedPolicy): boolean {
  const { required = false, effective_from } = request.guarantee_payment ?? {}
  return (
    current.policy_code === request.policy_code &&
    (current.no_show_penalty ?? 'default') === (request.no_show_penalty ?? 'default') &&
    (current.guarantee_payment.required ?? false) === required &&
    (effective_from === undefined || current.guarantee_payment.effective_from === effective_from)
  )
}

function messageOf({ policy_code, no_show_penalty, guarantee_payment }: WantedPolicy): Xml {
  const policy = xml(
    'Policy',
    { type: 'Cancellation' },
    xml('CancelPenalty', { PolicyCode: policy_code }),
    no_show_penalty === undefined ? undefined : xml('NoShowPolicy', { Penalty: no_show_penalty }),
    guarantee_payment === undefined
      ? undefined
      : xml('GuaranteePayment', {
          Required: String(guarantee_payment.required),
          EffectiveFrom: guarantee_payment.effective_from,
        }),
  )
  return xml('Request', {}, xml('Policies', {}, policy))
}
