/** What an agent may write, by plans: kinds, how many, for how much. */
import type { components } from '../api/schema.ts'
import { text, wordFor } from '../text/text.ts'

type AgentLimits = components['schemas']['AgentLimits']
type PlanKind = AgentLimits['kinds'][number]
/** Typed by a person; the server says which currencies there are. */
type Currency = NonNullable<AgentLimits['money_per_day']>['currency']

const kinds: readonly PlanKind[] = ['booking', 'change', 'cancellation', 'prices', 'closure', 'message']

export interface LimitDraft {
  kinds: readonly PlanKind[]
  writesPerDay: string
  amount: string
  currency: string
}

export const newLimits: LimitDraft = { kinds: [], writesPerDay: '10', amount: '', currency: 'EUR' }

/** Null where nothing may be written. */
export function limitsOf({ kinds: chosen, writesPerDay, amount, currency }: LimitDraft): AgentLimits | null {
  if (chosen.length === 0) return null
  return {
    kinds: [...chosen],
    writes_per_day: Number(writesPerDay),
    ...(amount === ''
      ? {}
      : { money_per_day: { amount: Number(amount), currency: currency.toUpperCase() as Currency } }),
  }
}

interface AgentLimitFieldsProps {
  draft: LimitDraft
  onChange: (draft: LimitDraft) => void
}

export function AgentLimitFields({ draft, onChange }: AgentLimitFieldsProps) {
  const field = (name: 'writesPerDay' | 'amount' | 'currency') => ({
    value: draft[name],
    onInput: (event: { currentTarget: HTMLInputElement }) =>
      onChange({ ...draft, [name]: event.currentTarget.value }),
  })
  return (
    <>
      <fieldset class="choices">
        <legend>{text('agent.kinds')}</legend>
        {kinds.map((kind) => (
          <label key={kind}>
            <input
              type="checkbox"
              checked={draft.kinds.includes(kind)}
              onChange={(event) =>
                onChange({
                  ...draft,
                  kinds: event.currentTarget.checked
                    ? [...draft.kinds, kind]
                    : draft.kinds.filter((one) => one !== kind),
                })
              }
            />{' '}
            {wordFor('planKind', kind)}
          </label>
        ))}
      </fieldset>
      <label class="field">
        <span>{text('agent.perDay')}</span>
        <input type="number" min="1" max="1000000" required {...field('writesPerDay')} />
      </label>
      <label class="field">
        <span>{text('agent.money')}</span>
        <input type="number" min="0" step="0.01" {...field('amount')} />
      </label>
      <label class="field">
        <span>{text('agent.currency')}</span>
        <input pattern="[A-Za-z]{3}" maxLength={3} required={draft.amount !== ''} {...field('currency')} />
      </label>
    </>
  )
}
