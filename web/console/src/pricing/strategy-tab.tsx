/** The bounds and wishes of a listing, which recommended prices keep to. */
import { useState } from 'preact/hooks'
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { addDays, weekdayName } from '../format/dates.ts'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { fieldsChangedSince } from '../ui/changed-fields.ts'
import { ChangedFields, changedFieldsOf, ChangedMeanwhile } from '../ui/changed-meanwhile.tsx'
import { Facts } from '../ui/facts.tsx'
import { Freshness, Loaded } from '../ui/loaded.tsx'
import { notify } from '../ui/notices.tsx'
import { Problem } from '../ui/problem.tsx'
import { Select } from '../ui/select.tsx'
import { useAction } from '../ui/use-action.ts'
import { readStrategy, refreshPricing, useStrategy, type PricingStrategy } from './pricing-api.ts'

type StrategyBody = components['schemas']['PricingStrategyBody']

interface NumberField {
  name: keyof PricingStrategy & keyof StrategyBody
  min: number
  max: number
  step: number
  /** Left empty it is not set; a field that is always set keeps what it was. */
  isOptional: boolean
}

const mostAmount = 1_000_000_000

const numberFields: readonly NumberField[] = [
  { name: 'minPrice', min: 0, max: mostAmount, step: 0.01, isOptional: true },
  { name: 'maxPrice', min: 0, max: mostAmount, step: 0.01, isOptional: true },
  { name: 'maxDailyChangePct', min: 1, max: 100, step: 0.1, isOptional: false },
  { name: 'weekendMarkupPct', min: -50, max: 200, step: 0.1, isOptional: true },
  { name: 'targetOccupancyPct', min: 1, max: 100, step: 0.1, isOptional: true },
  { name: 'targetMonthlyRevenue', min: 0, max: mostAmount, step: 0.01, isOptional: true },
  { name: 'ownerMinMonthlyPayout', min: 0, max: mostAmount, step: 0.01, isOptional: true },
  { name: 'compAdjustPct', min: -30, max: 30, step: 0.1, isOptional: false },
  { name: 'eventBoostMaxPct', min: 0, max: 200, step: 0.1, isOptional: false },
]

const positions = ['below', 'match', 'above'] as const
const modes = ['recommend', 'auto'] as const

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
/** This day is a Monday; the others follow it. */
const someMonday = '2026-11-30'

type Draft = StrategyBody

const draftOf = (strategy: PricingStrategy): Draft => ({
  mode: strategy.mode,
  compPositionTarget: strategy.compPositionTarget,
  eventBoostEnabled: strategy.eventBoostEnabled,
  dayOfWeekMultipliers: strategy.dayOfWeekMultipliers,
  ...Object.fromEntries(numberFields.map(({ name }) => [name, strategy[name]])),
})

/** Only what was changed is sent, so that what somebody else set meanwhile stays. */
function changesOf(before: Draft, draft: Draft): Draft {
  const names = Object.keys(draft) as (keyof Draft)[]
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(before[name]))
      .map((name) => [name, draft[name]]),
  )
}

interface FieldsProps {
  draft: Draft
  onChange: (draft: Draft) => void
}

function NumberFields({ draft, onChange }: FieldsProps) {
  return (
    <div class="strategy-fields">
      {numberFields.map(({ name, min, max, step, isOptional }) => (
        <label key={name} class="field">
          <span>{wordFor('strategy', name)}</span>
          <input
            type="number"
            min={min}
            max={max}
            step={step}
            required={!isOptional}
            value={(draft[name as keyof Draft] as number | null) ?? ''}
            onInput={({ currentTarget: { value } }) =>
              onChange({ ...draft, [name]: value === '' ? null : Number(value) })
            }
          />
          <small class="soft">{wordFor('strategyHelp', name)}</small>
        </label>
      ))}
    </div>
  )
}

/** A factor for the nights that begin on each weekday; empty is one. */
function WeekdayFields({ draft, onChange }: FieldsProps) {
  const factors = draft.dayOfWeekMultipliers ?? {}
  return (
    <fieldset class="weekdays">
      <legend>{text('price.weekdays')}</legend>
      {weekdays.map((day, index) => (
        <label key={day} class="field">
          <span>{weekdayName(addDays(someMonday, index))}</span>
          <input
            type="number"
            min={0.2}
            max={5}
            step={0.01}
            placeholder="1"
            value={factors[day] ?? ''}
            onInput={({ currentTarget: { value } }) => {
              const { [day]: _before, ...others } = factors
              onChange({
                ...draft,
                dayOfWeekMultipliers: value === '' ? others : { ...factors, [day]: Number(value) },
              })
            }}
          />
        </label>
      ))}
    </fieldset>
  )
}

/** A setting as people read it. */
function settingWords(name: string, value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (name === 'mode') return wordFor('priceMode', String(value))
  if (name === 'compPositionTarget') return wordFor('pricePosition', String(value))
  if (typeof value === 'boolean') return text(value ? 'yes' : 'no')
  if (typeof value !== 'object') return String(value)
  const factors = value as Record<string, number>
  const shown = weekdays.flatMap((day, index) =>
    factors[day] === undefined ? [] : [`${weekdayName(addDays(someMonday, index))} × ${factors[day]}`],
  )
  return shown.length === 0 ? '–' : shown.join(', ')
}

const wordsOf = (draft: Draft): Record<string, string> =>
  Object.fromEntries(Object.entries(draft).map(([name, value]) => [name, settingWords(name, value)]))

const labelOf = (name: string) =>
  name === 'dayOfWeekMultipliers' ? text('price.weekdays') : wordFor('strategy', name)

/** What is typed stays when the strategy is read again; what nobody touched follows it. */
function useStrategyDraft(listing: string, strategy: PricingStrategy) {
  const [before, setBefore] = useState(() => draftOf(strategy))
  const [draft, setDraft] = useState(before)
  const changes = changesOf(before, draft)
  const isChanged = Object.keys(changes).length > 0
  const stored = draftOf(strategy)
  if (!isChanged && Object.keys(changesOf(before, stored)).length > 0) {
    setBefore(stored)
    setDraft(stored)
  }
  const save = useAction(
    async (body: StrategyBody) => {
      const now = draftOf(await readStrategy(listing))
      const others = fieldsChangedSince(wordsOf(before), wordsOf(now), wordsOf(body))
      if (others.length > 0) {
        // Whoever presses again has seen them.
        setBefore(now)
        setDraft({ ...now, ...body })
        throw new ChangedMeanwhile(others)
      }
      return answerOf(
        client.PUT('/v1/listings/{id}/pricing/strategy', { params: { path: { id: listing } }, body }),
      )
    },
    {
      onSuccess: () => {
        notify(text('price.strategySaved'))
        setBefore(draft)
        refreshPricing(listing)
      },
    },
  )
  const edit = (next: Draft) => {
    setDraft(next)
    if (!save.isPending) save.reset()
  }
  return { draft, edit, changes, isChanged, save }
}

function StrategyForm({ listing, strategy }: { listing: string; strategy: PricingStrategy }) {
  const { draft, edit: setDraft, changes, isChanged, save } = useStrategyDraft(listing, strategy)
  const others = changedFieldsOf(save.error)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged && !save.isPending) save.mutate(changes)
      }}
    >
      <div class="pair narrow">
        <Select
          label={text('strategy.mode')}
          value={draft.mode ?? 'recommend'}
          onChange={(mode) => setDraft({ ...draft, mode: mode === 'auto' ? 'auto' : 'recommend' })}
          options={modes.map((value) => ({ value, label: wordFor('priceMode', value) }))}
        />
        <Select
          label={text('strategy.compPositionTarget')}
          value={draft.compPositionTarget ?? 'match'}
          onChange={(value) =>
            setDraft({ ...draft, compPositionTarget: positions.find((one) => one === value) ?? 'match' })
          }
          options={positions.map((value) => ({ value, label: wordFor('pricePosition', value) }))}
        />
      </div>
      {draft.mode === 'auto' && <p class="notice warn">{text('price.autoLead')}</p>}
      <NumberFields draft={draft} onChange={setDraft} />
      <WeekdayFields draft={draft} onChange={setDraft} />
      <p>
        <label>
          <input
            type="checkbox"
            checked={draft.eventBoostEnabled ?? false}
            onChange={(event) => setDraft({ ...draft, eventBoostEnabled: event.currentTarget.checked })}
          />{' '}
          {text('strategy.eventBoostEnabled')}
        </label>
      </p>
      {others !== null && <ChangedFields fields={others} labelOf={labelOf} />}
      {save.error !== null && others === null && <Problem error={save.error} />}
      <button type="submit" class="main" aria-disabled={!isChanged || save.isPending}>
        {save.isPending ? text('busy') : text(others !== null ? 'changed.save' : 'price.saveStrategy')}
      </button>
    </form>
  )
}

/** The same for who only reads; what is not set is left out. */
function StrategyFacts({ strategy }: { strategy: PricingStrategy }) {
  return (
    <Facts
      facts={[
        [text('strategy.mode'), wordFor('priceMode', strategy.mode)],
        [text('strategy.compPositionTarget'), wordFor('pricePosition', strategy.compPositionTarget)],
        ...numberFields
          .filter(({ name }) => strategy[name] !== null)
          .map(({ name }) => [wordFor('strategy', name), String(strategy[name])] as const),
        [text('strategy.eventBoostEnabled'), text(strategy.eventBoostEnabled ? 'yes' : 'no')],
      ]}
    />
  )
}

export function StrategyTab({ listing }: { listing: string }) {
  const query = useStrategy(listing)
  const mayWrite = useMayWrite()
  return (
    <section class="card">
      <Loaded query={query}>
        {(strategy) => (
          <>
            {strategy.isDefault && <p class="soft">{text('price.isDefault')}</p>}
            {mayWrite ? (
              <StrategyForm key={listing} listing={listing} strategy={strategy} />
            ) : (
              <StrategyFacts strategy={strategy} />
            )}
          </>
        )}
      </Loaded>
      <footer>
        <Freshness query={query} />
      </footer>
    </section>
  )
}
