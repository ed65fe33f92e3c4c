/** The form that changes chosen nights: tried first, then written. */
import { useState } from 'preact/hooks'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import type { components } from '../api/schema.ts'
import { addDays, daysBetween } from '../format/dates.ts'
import { text } from '../text/text.ts'
import { notify } from '../ui/notices.tsx'
import { Problem } from '../ui/problem.tsx'
import { Select } from '../ui/select.tsx'
import { useAction } from '../ui/use-action.ts'

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

interface PreviewProps {
  preview: NightsWritten
  isPending: boolean
  error: Error | null
  onSave: () => void
}

/** What the server says would happen, and the button that makes it so. */
const Preview = ({ preview, isPending, error, onSave }: PreviewProps) => (
  <div class="preview">
    <p>
      {text('panel.would', { count: preview.dates })}{' '}
      {text('panel.wouldSend', { count: preview.synced.attempted })}
    </p>
    {preview.warning !== undefined && <p class="notice warn">{preview.warning}</p>}
    {error !== null && <Problem error={error} />}
    <button type="button" class="main" aria-disabled={isPending} onClick={onSave}>
      {isPending ? text('busy') : text('panel.save')}
    </button>
  </div>
)

/** The call that tries a change, or makes it. */
function useNightWrites(listingId: string, onClose: () => void) {
  const send = (body: NightChange, isTrial: boolean) =>
    answerOf(
      client.PUT('/v1/availability/{propertyId}', {
        params: { path: { propertyId: listingId }, query: isTrial ? { dry_run: true } : {} },
        body,
      }),
    )
  const trial = useAction((body: NightChange) => send(body, true))
  const write = useAction((body: NightChange) => send(body, false), {
    onSuccess: ({ dates, synced, warning }) => {
      notify(warning ?? text(synced.failed > 0 ? 'panel.savedNotSent' : 'panel.saved', { count: dates }))
      void queryClient.invalidateQueries({ queryKey: ['calendar'] })
      onClose()
    },
  })
  return { trial, write }
}

export function ChangeNights({ listingId, currency, from, to, onClose }: ChangeNightsProps) {
  const [wish, setWish] = useState({ state: '', price: '', minNights: '' })
  const { trial, write } = useNightWrites(listingId, onClose)
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
          preview={trial.data}
          isPending={write.isPending}
          error={write.error}
          onSave={() => {
            if (!write.isPending) write.mutate(change)
          }}
        />
      )}
    </form>
  )
}
