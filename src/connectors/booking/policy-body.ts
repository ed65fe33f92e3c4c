/** Policies are sent as XML, so invalid values are found here. Pure. */
import type { ContentProblem } from '../../connector-kit/property-content-operations.ts'

export interface WantedPolicy {
  /** With an id the policy is changed; without one it is created. */
  policy_id?: string | number
  policy_code: number
  no_show_penalty?: 'default' | 'total_price'
  guarantee_payment?: {
    required: boolean
    effective_from?: 'after_reservation_is_made' | 'after_cancellation_begins'
  }
}

/** The vendor keeps at most this many per property. */
const mostPolicies = 7

type PolicyFields = Record<string, unknown>
type FieldRule = readonly [name: string, fits: (value: unknown) => boolean, wanted: string]

const isFields = (value: unknown): value is PolicyFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const oneOf = (...words: string[]): [(value: unknown) => boolean, string] => [
  (value) => value === undefined || words.some((word) => word === value),
  `one of ${words.join(', ')}`,
]
const isCode = (value: unknown) => Number.isInteger(value) && Number(value) > 0 && Number(value) < 100_000
const isId = (value: unknown) => value === undefined || /^\d{1,20}$/.test(String(value))

const rules: readonly FieldRule[] = [
  ['policy_id', isId, 'the id of a policy'],
  ['policy_code', isCode, "a code of Booking.com's list of cancellation policies"],
  ['no_show_penalty', ...oneOf('default', 'total_price')],
  ['guarantee_payment', (value) => value === undefined || isFields(value), 'an object'],
]
const guaranteeRules: readonly FieldRule[] = [
  ['required', (value) => typeof value === 'boolean', 'true or false'],
  ['effective_from', ...oneOf('after_reservation_is_made', 'after_cancellation_begins')],
]

/** Returns null if the policies can be sent. */
export function policyProblem(content: unknown): ContentProblem | null {
  const fields = isFields(content) ? content : {}
  const { policies } = fields
  const foreign = Object.keys(fields).find((name) => name !== 'policies')
  if (foreign !== undefined) return { field: foreign, message: 'is not known: `policies` is' }
  if (!Array.isArray(policies) || policies.length === 0 || policies.length > mostPolicies)
    return { field: 'policies', message: `is a list of 1 to ${mostPolicies} policies` }
  for (const [index, policy] of (policies as unknown[]).entries()) {
    const at = `policies[${index}]`
    const problem =
      problemIn(policy, rules, at) ??
      (isFields(policy) && policy['guarantee_payment'] !== undefined
        ? problemIn(policy['guarantee_payment'], guaranteeRules, `${at}.guarantee_payment`)
        : null)
    if (problem !== null) return problem
  }
  return null
}

function problemIn(value: unknown, rules: readonly FieldRule[], at: string): ContentProblem | null {
  if (!isFields(value)) return { field: at, message: 'is an object' }
  const names = rules.map(([name]) => name)
  const foreign = Object.keys(value).find((name) => !names.includes(name))
  if (foreign !== undefined)
    return { field: `${at}.${foreign}`, message: `is not known: ${names.join(', ')} are` }
  const [name, , expected] = rules.find(([field, fits]) => !fits(value[field])) ?? []
  return name === undefined ? null : { field: `${at}.${name}`, message: `is ${expected}` }
}
