/** A condition that is met: its values, where it is, since when, and what to do. */
import type { ComponentChildren } from 'preact'
import { moment } from '../format/dates.ts'
import { percent } from '../format/money.ts'
import { formatLocale, text } from '../text/text.ts'
import type { OperatorStatus } from './operator-status.ts'

type Condition = OperatorStatus['conditions'][number]
type Place = Condition['places'][number]

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** In the largest unit of which there are two: `90 minutes`, `3 days`. */
function duration(seconds: number): string {
  const size = Math.abs(seconds)
  const [unit, length] = units.find(([, one]) => size >= 2 * one) ?? units[3]
  return new Intl.NumberFormat(formatLocale, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(seconds / length)
}

function shownValue({ unit }: Pick<Condition, 'unit'>, value: number): string {
  if (unit === 'seconds') return duration(value)
  return unit === 'share' ? percent(value) : value.toLocaleString(formatLocale)
}

export const shownThreshold = (condition: Condition): string =>
  text(condition.comparison === 'below' ? 'operator.below' : 'operator.above', {
    value: shownValue(condition, condition.threshold),
  })

const namesOf = (place: Place): string =>
  [
    place.workspaceId === undefined ? '' : text('operator.workspace', { id: place.workspaceId }),
    place.provider ?? '',
    place.accountId === undefined ? '' : text('operator.account', { id: place.accountId }),
    place.listingId === undefined ? '' : text('operator.listing', { id: place.listingId }),
    place.webhookId === undefined ? '' : text('operator.webhook', { id: place.webhookId }),
    place.reservationIds === undefined
      ? ''
      : text('operator.stays', { ids: place.reservationIds.join(', ') }),
    place.detail ?? '',
  ]
    .filter((name) => name !== '')
    .join(' · ')

export function ConditionCard({ condition, state }: { condition: Condition; state: ComponentChildren }) {
  const { name, summary, readings, places, runbookUrl, failure } = condition
  return (
    <article class="card" data-condition={name}>
      <h3>
        {summary} {state}
      </h3>
      <ul class="rows">
        {readings.map(({ labels, value, since }) => (
          <li key={JSON.stringify(labels)}>
            <span>
              {[...Object.values(labels), shownValue(condition, value)].join(' · ')}
              {since !== null && <span class="soft"> {text('operator.since', { when: moment(since) })}</span>}
            </span>
          </li>
        ))}
        {places.map((place) => (
          <li key={JSON.stringify(place)}>
            <span>
              {namesOf(place)}
              {place.since !== undefined && (
                <span class="soft"> {text('operator.since', { when: moment(place.since) })}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {failure !== null && <p class="soft small">{failure}</p>}
      <footer>
        <span class="soft">{shownThreshold(condition)}</span>
        <a href={runbookUrl} target="_blank" rel="noreferrer">
          {text('operator.whatToDo', { name })}
        </a>
      </footer>
    </article>
  )
}
