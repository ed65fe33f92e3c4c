/** The columns of the list of stays, and which of them this browser shows. */
import type { components } from '../api/schema.ts'
import { daysBetween, moment, shortDate, longDate } from '../format/dates.ts'
import { money } from '../format/money.ts'
import { pathTo } from '../server-root.ts'
import { text, wordFor } from '../text/text.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { useListingNames } from '../ui/listing-names.ts'
import { signal } from '../ui/signal.ts'
import type { Column } from '../ui/table.tsx'
import { TimeLeft } from '../ui/time-left.tsx'

export type Stay = components['schemas']['Reservation']

export const statusTone: Record<Stay['status'], Tone> = {
  confirmed: 'good',
  pending: 'warn',
  cancelled: 'bad',
  completed: 'calm',
}

/** The guest always stands first: the name is the way to the stay. */
const optionalColumns = [
  'listing',
  'dates',
  'nights',
  'channel',
  'status',
  'code',
  'booked',
  'updated',
  'total',
] as const
export type ColumnName = (typeof optionalColumns)[number]

const usual: readonly ColumnName[] = ['listing', 'dates', 'nights', 'channel', 'status', 'total']
const kept = 'lodgewire.stay-columns'

function readKept(): readonly ColumnName[] {
  const names = localStorage.getItem(kept)?.split(',')
  return names === undefined ? usual : optionalColumns.filter((name) => names.includes(name))
}

const chosen = signal(readKept())

const useChosenColumns = (): readonly ColumnName[] => chosen.use()

function showColumn(name: ColumnName, isShown: boolean): void {
  const next = optionalColumns.filter((one) => (one === name ? isShown : chosen.get().includes(one)))
  chosen.set(next)
  localStorage.setItem(kept, next.join(','))
}

const statusCell = ({ status, pendingReason, respondBy, conflictsWith }: Stay) => (
  <>
    <Badge tone={statusTone[status]}>{wordFor('status', status)}</Badge>{' '}
    {respondBy !== undefined && <TimeLeft until={respondBy} />}
    {respondBy === undefined && pendingReason !== undefined && (
      <span class="soft small">{wordFor('pendingReason', pendingReason)}</span>
    )}
    {conflictsWith.length > 0 && <Badge tone="bad">{text('stay.conflict')}</Badge>}
  </>
)

function columnsBy(names: ReadonlyMap<string, string>): Record<ColumnName, Column<Stay>> {
  return {
    listing: { title: text('stay.listing'), cell: ({ listingId }) => names.get(listingId) ?? listingId },
    dates: {
      title: text('stay.dates'),
      cell: ({ checkIn, checkOut }) => (
        <span class="whole">
          <time dateTime={checkIn}>{shortDate(checkIn)}</time> –{' '}
          <time dateTime={checkOut}>{longDate(checkOut)}</time>
        </span>
      ),
    },
    nights: {
      title: text('stay.nights'),
      isNumber: true,
      cell: ({ checkIn, checkOut }) => daysBetween(checkIn, checkOut),
    },
    channel: { title: text('stay.channel'), cell: ({ platform }) => wordFor('platform', platform) },
    status: { title: text('stay.status'), cell: statusCell },
    code: { title: text('stay.code'), cell: ({ confirmationCode }) => <code>{confirmationCode}</code> },
    booked: { title: text('stay.booked'), cell: ({ bookedAt }) => moment(bookedAt) },
    updated: { title: text('stay.updated'), cell: ({ updatedAt }) => moment(updatedAt) },
    total: {
      title: text('stay.total'),
      isNumber: true,
      cell: ({ totalPrice, currency }) => money(totalPrice, currency),
    },
  }
}

export function useStayColumns(): Column<Stay>[] {
  const columns = columnsBy(useListingNames())
  const shown = useChosenColumns()
  return [
    {
      title: text('stay.guest'),
      cell: (stay) => (
        <a href={pathTo(`/reservations/${stay.id}`)}>{stay.guestName ?? text('stay.noName')}</a>
      ),
    },
    ...shown.map((name) => columns[name]),
  ]
}

export function ColumnChoice() {
  const shown = useChosenColumns()
  const columns = columnsBy(new Map())
  return (
    <details class="choice">
      <summary>{text('list.columns')}</summary>
      <fieldset class="chips">
        <legend class="unseen">{text('list.columns')}</legend>
        {optionalColumns.map((name) => (
          <label class="check" key={name}>
            <input
              type="checkbox"
              checked={shown.includes(name)}
              onChange={(event) => showColumn(name, event.currentTarget.checked)}
            />
            <span>{columns[name].title}</span>
          </label>
        ))}
      </fieldset>
    </details>
  )
}
