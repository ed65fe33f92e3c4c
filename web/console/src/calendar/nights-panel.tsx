/** What is done with chosen nights: tried first, then written, then read back from the channels. */
import { useState } from 'preact/hooks'
import { useMutation, useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import type { components } from '../api/schema.ts'
import { addDays, daysBetween, shortDate } from '../format/dates.ts'
import { pathTo } from '../server-root.ts'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import type { CalendarStay } from './calendar-data.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { notify } from '../ui/notices.tsx'
import { Problem } from '../ui/problem.tsx'
import { Select } from '../ui/select.tsx'

type NightChange = components['schemas']['AvailabilityBody']
type ExposureNight = components['schemas']['ExposureNight']

interface NightsPanelProps {
  listingId: string
  name: string
  currency: string | null
  /** First and last night. */
  from: string
  to: string
  /** Those that hold one of the nights. */
  stays: readonly CalendarStay[]
  onClose: () => void
}

const stateTone: Record<ExposureNight['state'], Tone> = {
  confirmed: 'good',
  pending: 'calm',
  sent: 'calm',
  failed: 'bad',
  refused: 'bad',
}

const datesOf = (from: string, to: string): string[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index))

/** What each channel shows of the nights against what we want. */
function Channels({ listingId, from, to }: Pick<NightsPanelProps, 'listingId' | 'from' | 'to'>) {
  const query = useQuery({
    queryKey: ['calendar', 'exposure', listingId, from, to],
    queryFn: ({ signal }) =>
      answerOf(
        client.GET('/v1/listings/{id}/exposure', {
          params: { path: { id: listingId }, query: { from, to } },
          signal,
        }),
      ),
    refetchInterval: 5_000,
  })
  return (
    <Loaded query={query}>
      {({ channels }) =>
        channels.length === 0 ? (
          <p class="soft">{text('panel.noChannels')}</p>
        ) : (
          <ul class="rows">
            {channels.map(({ channel, channelListingId, nights, exposedNights }) => (
              <li key={`${channel} ${channelListingId}`}>
                <strong>{wordFor('provider', channel)}</strong>
                {[...Map.groupBy(nights, ({ state }) => state)].map(([state, ofState]) => (
                  <Badge key={state} tone={stateTone[state]}>
                    {text('panel.nightsIn', { count: ofState.length, state: wordFor('nightState', state) })}
                  </Badge>
                ))}
                {exposedNights > 0 && (
                  <Badge tone="bad">{text('today.exposedNights', { count: exposedNights })}</Badge>
                )}
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

function ChangeForm({ listingId, currency, from, to, onClose }: NightsPanelProps) {
  const [state, setState] = useState('')
  const [price, setPrice] = useState('')
  const [minNights, setMinNights] = useState('')
  const [key] = useState(() => crypto.randomUUID())
  const change: NightChange = {
    dates: datesOf(from, to),
    ...(state === '' ? {} : { available: state === 'open' }),
    ...(price === '' ? {} : { price: Number(price) }),
    ...(minNights === '' ? {} : { minNights: Number(minNights) }),
  }
  const isChanged = Object.keys(change).length > 1
  const send = (isTrial: boolean) =>
    answerOf(
      client.PUT('/v1/availability/{propertyId}', {
        params: { path: { propertyId: listingId }, query: isTrial ? { dry_run: true } : {} },
        body: change,
        ...(isTrial ? {} : { headers: { 'idempotency-key': key } }),
      }),
    )
  const trial = useMutation({ mutationFn: () => send(true) })
  const write = useMutation({
    mutationFn: () => send(false),
    onSuccess: ({ dates, synced, warning }) => {
      notify(warning ?? text(synced.failed > 0 ? 'panel.savedNotSent' : 'panel.saved', { count: dates }))
      void queryClient.invalidateQueries({ queryKey: ['calendar'] })
      onClose()
    },
  })
  const edit = (set: (value: string) => void) => (value: string) => {
    set(value)
    trial.reset()
  }
  const preview = trial.data
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged && !trial.isPending) trial.mutate()
      }}
    >
      <Select
        label={text('panel.state')}
        value={state}
        onChange={edit(setState)}
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
          value={price}
          placeholder={text('panel.asIs')}
          onInput={(event) => edit(setPrice)(event.currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>{text('panel.minNights')}</span>
        <input
          type="number"
          min={1}
          max={365}
          value={minNights}
          placeholder={text('panel.asIs')}
          onInput={(event) => edit(setMinNights)(event.currentTarget.value)}
        />
      </label>
      {trial.error !== null && <Problem error={trial.error} />}
      {preview === undefined ? (
        <button class="main" aria-disabled={!isChanged || trial.isPending}>
          {trial.isPending ? text('busy') : text('panel.try')}
        </button>
      ) : (
        <div class="preview">
          <p>
            {text('panel.would', { count: preview.dates })}{' '}
            {text('panel.wouldSend', { count: preview.synced.attempted })}
          </p>
          {preview.warning !== undefined && <p class="notice warn">{preview.warning}</p>}
          {write.error !== null && <Problem error={write.error} />}
          <button
            type="button"
            class="main"
            aria-disabled={write.isPending}
            onClick={() => {
              if (!write.isPending) write.mutate()
            }}
          >
            {write.isPending ? text('busy') : text('panel.save')}
          </button>
        </div>
      )}
    </form>
  )
}

export function NightsPanel(props: NightsPanelProps) {
  const { name, listingId, from, to, stays, onClose } = props
  const nights = daysBetween(from, to) + 1
  const mayWrite = useMayWrite()
  return (
    <Dialog kind="side" title={name} onClose={onClose}>
      <p>
        {shortDate(from)} – {shortDate(addDays(to, 1))} · {text('calendar.nights', { count: nights })}
      </p>
      {stays.length > 0 && (
        <>
          <h3>{text('panel.stays')}</h3>
          <ul class="rows">
            {stays.map(({ id, guestName, checkIn, checkOut, platform }) => (
              <li key={id}>
                <a href={pathTo(`/reservations/${id}`)}>{guestName ?? text('stay.noName')}</a>
                <span class="soft">
                  {shortDate(checkIn)} – {shortDate(checkOut)} · {wordFor('platform', platform)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {mayWrite && (
        <>
          <ChangeForm {...props} />
          <p>
            <a href={pathTo(`/reservations/new?listing=${listingId}&from=${from}&to=${addDays(to, 1)}`)}>
              {text('panel.book')}
            </a>
          </p>
        </>
      )}
      <h3>{text('panel.channels')}</h3>
      <Channels listingId={listingId} from={from} to={to} />
    </Dialog>
  )
}
