/** Nights that a channel does not show as they are wanted: what it shows, what it should, and what becomes of it. */
import type { components } from '../api/schema.ts'
import { moment, timeAgo, weekdayDate } from '../format/dates.ts'
import { count, money } from '../format/money.ts'
import { text, wordFor } from '../text/text.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Table, type Column } from '../ui/table.tsx'

type ExposureChannel = components['schemas']['ExposureChannel']
type ExposureNight = components['schemas']['ExposureNight']
type ChannelNight = components['schemas']['ChannelNight']

const stateTone: Record<ExposureNight['state'], Tone> = {
  confirmed: 'good',
  pending: 'calm',
  sent: 'calm',
  failed: 'bad',
  refused: 'bad',
}
const mostRows = 60

/** A night in words, as far as the channel tells. */
function nightWords(night: ChannelNight | null, currency: string | null): string {
  if (night === null) return text('nights.unread')
  const { available, units, price, minNights, maxNights, closedToArrival, closedToDeparture } = night
  return [
    available ? text('nights.open', { count: units }) : text('nights.closed'),
    ...(price === null ? [] : [money(price, currency)]),
    ...(minNights === null ? [] : [text('nights.min', { count: minNights })]),
    ...(maxNights === null ? [] : [text('nights.max', { count: maxNights })]),
    ...(closedToArrival === true ? [text('nights.noArrival')] : []),
    ...(closedToDeparture === true ? [text('nights.noDeparture')] : []),
  ].join(', ')
}

const columnsOf = (currency: string | null): Column<ExposureNight>[] => [
  { title: text('nights.night'), cell: ({ date }) => weekdayDate(date) },
  { title: text('nights.wanted'), cell: ({ wanted }) => nightWords(wanted, currency) },
  {
    title: text('nights.shown'),
    cell: ({ shown, shownAt }) => (
      <>
        {nightWords(shown, currency)}
        {shownAt !== null && <span class="small soft"> {timeAgo(shownAt)}</span>}
      </>
    ),
  },
  {
    title: text('nights.state'),
    cell: ({ state, exposed, error }) => (
      <>
        <Badge tone={stateTone[state]}>{wordFor('nightState', state)}</Badge>
        {exposed && <Badge tone="bad">{text('nights.exposed')}</Badge>}
        {error !== null && <span class="small"> {error}</span>}
      </>
    ),
  },
]

export function ShownNights({ channel, currency }: { channel: ExposureChannel; currency: string | null }) {
  const { writes, writtenBy, onDrift, comparedAt, exposedNights, nights } = channel
  const differing = nights.filter(({ differsSince, exposed }) => differsSince !== null || exposed)
  const name = wordFor('provider', channel.channel)
  if (!writes)
    return (
      <p class="soft">
        {writtenBy === null
          ? text('nights.notWritten')
          : text('nights.writtenBy', { system: wordFor('provider', writtenBy) })}
      </p>
    )
  return (
    <>
      <p>
        {differing.length === 0 ? (
          <Badge tone="good">{text('nights.same', { count: nights.length })}</Badge>
        ) : (
          <Badge tone="warn">
            {text('nights.differ', { count: differing.length, of: count(nights.length) })}
          </Badge>
        )}
        {exposedNights > 0 && (
          <Badge tone="bad">{text('today.exposedNights', { count: exposedNights })}</Badge>
        )}{' '}
        <span class="soft small">
          {comparedAt === null
            ? text('nights.neverCompared')
            : text('nights.compared', { at: moment(comparedAt) })}{' '}
          {onDrift !== null && wordFor('onDrift', onDrift)}
        </span>
      </p>
      {differing.length > 0 && (
        <details>
          <summary>{text('nights.list', { channel: name })}</summary>
          <Table
            caption={text('nights.list', { channel: name })}
            columns={columnsOf(currency)}
            rows={differing.slice(0, mostRows)}
            keyOf={({ date }) => date}
          />
          {differing.length > mostRows && (
            <p class="soft">{text('nights.more', { count: differing.length - mostRows })}</p>
          )}
        </details>
      )}
    </>
  )
}
