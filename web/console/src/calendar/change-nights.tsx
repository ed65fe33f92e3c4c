/** The form that changes chosen nights: tried first, then written. */
import { useState } from 'preact/hooks'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import type { components } from '../api/schema.ts'
import { addDays, daysBetween } from '../format/dates.ts'
import { money } from '../format/money.ts'
import { text } from '../text/text.ts'
import { ChangedMeanwhile, ChangedNotice } from '../ui/changed-meanwhile.tsx'
import { Facts } from '../ui/facts.tsx'
import { notify } from '../ui/notices.tsx'
import { Problem } from '../ui/problem.tsx'
import { Select } from '../ui/select.tsx'
import { useAction } from '../ui/use-action.ts'
import { datesChangedSince, rangeOf, type NightValues, type NightWish } from './night-values.ts'
import { readNights } from './read-nights.ts'

type NightChange = components['schemas']['AvailabilityBody']
type NightsWritten = components['schemas']['AvailabilityWritten']

export interface ChangeNightsProps {
  listingId: string
  currency: string | null
  /** First and last night. */
  from: string
  to: string
  onClose: () => void
}

const datesOf = (from: string, to: string): string[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index))

interface NightTrial {
  written: NightsWritten
  /** As they were when the change was tried. */
  nights: NightValues[]
}

interface PreviewProps extends NightTrial {
  wish: NightWish
  currency: string | null
  isPending: boolean
  error: Error | null
  onSave: () => void
}

function rangeText(range: readonly [number, number] | null, show: (value: number) => string): string {
  if (range === null) return '–'
  const [least, most] = range
  return least === most ? show(least) : `${show(least)} – ${show(most)}`
}

function stateText(nights: readonly NightValues[]): string {
  const free = nights.filter(({ available }) => available).length
  if (free === 0) return text('calendar.taken')
  return free === nights.length ? text('calendar.free') : text('panel.partlyFree', { count: free })
}

/** Each setting that would change, as it is and as it would be. */
function changeFacts({ nights, wish, currency }: Pick<PreviewProps, 'nights' | 'wish' | 'currency'>) {
  const inMoney = (value: number) => money(value, currency)
  const facts: [string, string][] = []
  if (wish.available !== undefined) {
    const then = text(wish.available ? 'calendar.free' : 'calendar.taken')
    facts.push([text('panel.state'), `${stateText(nights)} → ${then}`])
  }
  if (wish.price != null)
    facts.push([
      text('panel.priceNow'),
      `${rangeText(rangeOf(nights, 'price'), inMoney)} → ${inMoney(wish.price)}`,
    ])
  if (wish.minNights !== undefined)
    facts.push([
      text('panel.minNights'),
      `${rangeText(rangeOf(nights, 'minNights'), String)} → ${wish.minNights}`,
    ])
  return facts
}

/** What the server says would happen, and the button that makes it so. */
function Preview({ written, nights, wish, currency, isPending, error, onSave }: PreviewProps) {
  const isChanged = error instanceof ChangedMeanwhile
  return (
    <div class="preview">
      <p>
        {text('panel.would', { count: written.dates })}{' '}
        {text('panel.wouldSend', { count: written.synced.attempted })}
      </p>
      {isChanged && <ChangedNotice />}
      <Facts facts={changeFacts({ nights, wish, currency })} />
      {written.warning !== undefined && <p class="notice warn">{written.warning}</p>}
      {error !== null && !isChanged && <Problem error={error} />}
      <button type="button" class="main" aria-disabled={isPending} onClick={onSave}>
        {isPending ? text('busy') : text(isChanged ? 'changed.save' : 'panel.save')}
      </button>
    </div>
  )
}

interface NightWrite {
  change: NightChange
  seen: readonly NightValues[]
}

/** The call that tries a change, and the one that makes it unless somebody else was faster. */
function useNightWrites({ listingId, from, to, onClose }: ChangeNightsProps) {
  const send = (body: NightChange, isTrial: boolean) =>
    answerOf(
      client.PUT('/v1/availability/{propertyId}', {
        params: { path: { propertyId: listingId }, query: isTrial ? { dry_run: true } : {} },
        body,
      }),
    )
  const trial = useAction(async (body: NightChange): Promise<NightTrial> => {
    const [written, nights] = await Promise.all([send(body, true), readNights(listingId, from, to)])
    return { written, nights }
  })
  const write = useAction(
    async ({ change, seen }: NightWrite) => {
      const now = await readNights(listingId, from, to)
      if (datesChangedSince(seen, now, change).length > 0) throw new ChangedMeanwhile(now)
      return send(change, false)
    },
    {
      onSuccess: ({ dates, synced, warning }) => {
        notify(warning ?? text(synced.failed > 0 ? 'panel.savedNotSent' : 'panel.saved', { count: dates }))
        void queryClient.invalidateQueries({ queryKey: ['calendar'] })
        onClose()
      },
    },
  )
  const seen: NightValues[] | undefined =
    write.error instanceof ChangedMeanwhile ? (write.error.now as NightValues[]) : trial.data?.nights
  return { trial, write, seen: seen ?? [] }
}

export function ChangeNights(props: ChangeNightsProps) {
  const { currency, from, to } = props
  const [wish, setWish] = useState({ state: '', price: '', minNights: '' })
  const { trial, write, seen } = useNightWrites(props)
  const change: NightChange = {
    dates: datesOf(from, to),
    ...(wish.state === '' ? {} : { available: wish.state === 'open' }),
    ...(wish.price === '' ? {} : { price: Number(wish.price) }),
    ...(wish.minNights === '' ? {} : { minNights: Number(wish.minNights) }),
  }
  const isChanged = Object.keys(change).length > 1
  // What was tried is no longer what would be written.
  const edit = (part: Partial<typeof wish>) => {
    setWish({ ...wish, ...part })
    trial.reset()
    write.reset()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged && !trial.isPending) trial.mutate(change)
      }}
    >
      <Select
        label={text('panel.state')}
        value={wish.state}
        onChange={(state) => edit({ state })}
        options={[
          { value: '', label: text('panel.asIs') },
          { value: 'open', label: text('panel.open') },
          { value: 'closed', label: text('panel.close') },
        ]}
      />
      <label class="field">
        <span>{text('panel.price', { currency: currency ?? '' })}</span>
        <input
          type="number"
          inputMode="decimal"
          min={0}
          step="0.01"
          value={wish.price}
          placeholder={text('panel.asIs')}
          onInput={(event) => edit({ price: event.currentTarget.value })}
        />
      </label>
      <label class="field">
        <span>{text('panel.minNights')}</span>
        <input
          type="number"
          min={1}
          max={365}
          value={wish.minNights}
          placeholder={text('panel.asIs')}
          onInput={(event) => edit({ minNights: event.currentTarget.value })}
        />
      </label>
      {trial.error !== null && <Problem error={trial.error} />}
      {trial.data === undefined ? (
        <button class="main" aria-disabled={!isChanged || trial.isPending}>
          {trial.isPending ? text('busy') : text('panel.try')}
        </button>
      ) : (
        <Preview
          written={trial.data.written}
          nights={seen}
          wish={change}
          currency={currency}
          isPending={write.isPending}
          error={write.error}
          onSave={() => {
            if (!write.isPending) write.mutate({ change, seen })
          }}
        />
      )}
    </form>
  )
}
