/** What is on chosen nights, what can be done with them, and what the channels show of them. */
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { addDays, daysBetween, shortDate } from '../format/dates.ts'
import { pathTo } from '../server-root.ts'
import { useIsOwner, useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import type { CalendarStay } from './calendar-data.ts'
import { ChangeNights, type ChangeNightsProps } from './change-nights.tsx'
import { NightHistory } from './night-history.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Loaded } from '../ui/loaded.tsx'

type ExposureNight = components['schemas']['ExposureNight']

interface NightsPanelProps extends ChangeNightsProps {
  name: string
  /** Those that hold one of the nights. */
  stays: readonly CalendarStay[]
  /** Dates and names, by date. */
  holidays: readonly (readonly [string, string])[]
}

const stateTone: Record<ExposureNight['state'], Tone> = {
  confirmed: 'good',
  pending: 'calm',
  sent: 'calm',
  failed: 'bad',
  refused: 'bad',
}

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

export function NightsPanel(props: NightsPanelProps) {
  const { name, listingId, from, to, stays, holidays, onClose } = props
  const nights = daysBetween(from, to) + 1
  const mayWrite = useMayWrite()
  const isOwner = useIsOwner()
  return (
    <Dialog kind="side" title={name} onClose={onClose}>
      <p>
        {shortDate(from)} – {shortDate(addDays(to, 1))} · {text('calendar.nights', { count: nights })}
      </p>
      {holidays.length > 0 && (
        <p>
          {text('panel.holiday')}:{' '}
          {holidays
            .toSorted()
            .map(([date, holiday]) => `${holiday} (${shortDate(date)})`)
            .join(', ')}
        </p>
      )}
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
          <ChangeNights {...props} />
          <p>
            <a href={pathTo(`/reservations/new?listing=${listingId}&from=${from}&to=${addDays(to, 1)}`)}>
              {text('panel.book')}
            </a>
          </p>
        </>
      )}
      <h3>{text('panel.channels')}</h3>
      <Channels listingId={listingId} from={from} to={to} />
      {isOwner && <NightHistory listingId={listingId} currency={props.currency} from={from} to={to} />}
    </Dialog>
  )
}
