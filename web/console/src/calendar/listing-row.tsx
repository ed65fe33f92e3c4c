/** One listing of the calendar: a cell per night in view, and a bar per stay above them. */
import type { VirtualItem } from '@tanstack/virtual-core'
import { memo } from 'preact/compat'
import { addDays, daysBetween, shortDate, weekdayDate } from '../format/dates.ts'
import { money, shortAmount } from '../format/money.ts'
import { pathTo } from '../server-root.ts'
import { text, wordFor } from '../text/text.ts'
import type { CalendarNight, CalendarStay } from './calendar-data.ts'
import { dayWidth, laneHeight } from './calendar-size.ts'
import { isSelected, type NightSelection } from './selection.ts'

export interface RowNights {
  id: string
  name: string
  currency: string | null
  nights: ReadonlyMap<string, CalendarNight>
  placed: readonly { stay: CalendarStay; lane: number }[]
}

interface ListingRowProps {
  row: number
  calendar: RowNights | undefined
  top: number
  height: number
  days: readonly VirtualItem[]
  firstDay: string
  today: string
  selection: NightSelection | null
}

/** What a cell says to who cannot see it. */
function nightLabel(date: string, night: CalendarNight | undefined, currency: string | null): string {
  if (!night) return weekdayDate(date)
  const state = !night.isKnown ? 'unknown' : night.available ? 'free' : 'taken'
  return [
    weekdayDate(date),
    text(`calendar.${state}`),
    ...(night.price === null ? [] : [money(night.price, currency)]),
    ...(night.availableUnits > 1 ? [text('calendar.left', { count: night.availableUnits })] : []),
    ...(night.minNights > 1 ? [text('calendar.minimum', { count: night.minNights })] : []),
  ].join(', ')
}

function Cell({
  date,
  night,
  before,
  currency,
}: {
  date: string
  night: CalendarNight | undefined
  before: CalendarNight | undefined
  currency: string | null
}) {
  // A value that the night before has too is only noise.
  const isNew = night !== undefined && (before === undefined || before.price !== night.price)
  const isNewRule = night !== undefined && night.minNights > 1 && before?.minNights !== night.minNights
  return (
    <>
      <span class="unseen">{nightLabel(date, night, currency)}</span>
      <span aria-hidden="true">
        {night !== undefined && !night.isKnown
          ? '?'
          : isNew && night.price !== null
            ? shortAmount(night.price)
            : ''}
      </span>
      {night !== undefined && night.availableUnits > 1 && (
        <span class="left" aria-hidden="true">
          ×{night.availableUnits}
        </span>
      )}
      {isNewRule && (
        <span class="rule" aria-hidden="true">
          ≥{night.minNights}
        </span>
      )}
    </>
  )
}

const classOf = (date: string, today: string, night: CalendarNight | undefined, isChosen: boolean): string =>
  [
    'night',
    night === undefined ? 'waiting' : !night.isKnown ? 'unknown' : night.available ? 'free' : 'taken',
    date === today ? 'today' : '',
    isChosen ? 'chosen' : '',
  ].join(' ')

function Bar({ stay, lane, firstDay }: { stay: CalendarStay; lane: number; firstDay: string }) {
  const nights = daysBetween(stay.checkIn, stay.checkOut)
  const left = (daysBetween(firstDay, stay.checkIn) + 0.5) * dayWidth
  const guest = stay.guestName ?? text('stay.noName')
  const channel = wordFor('platform', stay.platform)
  return (
    <a
      class={`bar ${(stay.platform ?? 'other').replace('.', '-')} ${stay.status}`}
      style={{ left: `${left}px`, width: `${nights * dayWidth - 3}px`, top: `${4 + lane * laneHeight}px` }}
      href={pathTo(`/reservations/${stay.id}`)}
      tabIndex={-1}
      title={`${guest} · ${channel} · ${shortDate(stay.checkIn)} – ${shortDate(stay.checkOut)}`}
    >
      <span class="bar-words">
        {guest} <span class="bar-channel">{channel}</span>
      </span>
    </a>
  )
}

export const ListingRow = memo(function ListingRow(props: ListingRowProps) {
  const { row, calendar, top, height, days, firstDay, today, selection } = props
  const firstShown = days[0]?.index ?? 0
  const lastShown = days.at(-1)?.index ?? 0
  const isShown = ({ checkIn, checkOut }: CalendarStay) =>
    daysBetween(firstDay, checkOut) >= firstShown && daysBetween(firstDay, checkIn) <= lastShown
  return (
    <div
      class="listing-row"
      role="row"
      aria-rowindex={row + 2}
      style={{ transform: `translateY(${top}px)`, height: `${height}px` }}
    >
      <div class="listing-name" role="rowheader">
        {calendar === undefined ? (
          <span class="soft">{text('busy')}</span>
        ) : (
          <a href={pathTo(`/listings/${calendar.id}`)} class="cut" tabIndex={-1}>
            {calendar.name}
          </a>
        )}
      </div>
      {days.map(({ index, start }) => {
        const date = addDays(firstDay, index)
        const night = calendar?.nights.get(date)
        const isChosen = isSelected(selection, row, index)
        const isActive = selection?.row === row && selection.end === index
        return (
          <div
            key={index}
            role="gridcell"
            aria-colindex={index + 2}
            aria-selected={isChosen}
            tabIndex={isActive ? 0 : -1}
            data-row={row}
            data-day={index}
            class={classOf(date, today, night, isChosen)}
            style={{ left: `${start}px`, width: `${dayWidth}px` }}
          >
            <Cell
              date={date}
              night={night}
              before={index === firstShown ? undefined : calendar?.nights.get(addDays(date, -1))}
              currency={calendar?.currency ?? null}
            />
          </div>
        )
      })}
      <div role="gridcell" class="bars">
        {calendar?.placed
          .filter(({ stay }) => isShown(stay))
          .map(({ stay, lane }) => (
            <Bar key={stay.id} stay={stay} lane={lane} firstDay={firstDay} />
          ))}
      </div>
    </div>
  )
})
