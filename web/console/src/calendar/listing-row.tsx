/** One listing of the calendar: its name, its weeks in view, and a bar per stay above them. */
import type { VirtualItem } from '@tanstack/virtual-core'
import { memo } from 'preact/compat'
import { todayAt } from '../format/dates.ts'
import { pathTo } from '../server-root.ts'
import { text } from '../text/text.ts'
import type { CalendarNight, CalendarStay } from './calendar-data.ts'
import { daysPerWeek, mostLanes } from './calendar-size.ts'
import type { ListingMarks } from './night-marks.ts'
import { firstOf, lastOf, type NightSelection } from './selection.ts'
import { StayBars } from './stay-bars.tsx'
import type { StayDraft } from './stay-draft.ts'
import type { ListingHolidays } from './use-holidays.ts'
import { WeekCells } from './week-cells.tsx'

export interface RowNights {
  id: string
  name: string
  currency: string | null
  timeZone: string | null
  country: string | null
  /** Rooms that have a lane each. */
  units: readonly { id: string; name: string | null }[]
  nights: ReadonlyMap<string, CalendarNight>
  placed: readonly { stay: CalendarStay; lane: number }[]
}

interface ListingRowProps {
  row: number
  calendar: RowNights | undefined
  top: number
  height: number
  weeks: readonly VirtualItem[]
  firstDay: string
  marks: ListingMarks | undefined
  holidays: ListingHolidays | undefined
  selection: NightSelection | null
  isMovable: boolean
  draft: StayDraft | null
}

/** The rooms beside their lanes; each bar names its room, too. */
const UnitNames = ({ units }: Pick<RowNights, 'units'>) => (
  <ul class="unit-names" aria-label={text('calendar.rooms')}>
    {units.slice(0, mostLanes).map(({ id, name }) => (
      <li key={id} class="cut">
        {name}
      </li>
    ))}
  </ul>
)

/** The part of a choice that lies in a week, counted from its first day. */
function chosenIn(selection: NightSelection | null, week: number) {
  const first = week * daysPerWeek
  const from = selection === null ? -1 : Math.max(0, firstOf(selection) - first)
  const to = selection === null ? -1 : Math.min(daysPerWeek - 1, lastOf(selection) - first)
  const active = selection === null ? -1 : selection.end - first
  const isHere = selection !== null && from <= to
  return {
    chosenFrom: isHere ? from : -1,
    chosenTo: isHere ? to : -1,
    active: active >= 0 && active < daysPerWeek ? active : -1,
  }
}

export const ListingRow = memo(function ListingRow(props: ListingRowProps) {
  const { row, calendar, top, height, weeks, firstDay, marks, holidays, selection, isMovable, draft } = props
  const today = todayAt(calendar?.timeZone ?? null)
  // A row that is only passed by has nothing to say; the keyboard needs a cell to stand on.
  const hasCells = calendar !== undefined || selection !== null
  return (
    <div
      class="listing-row"
      role="row"
      aria-rowindex={row + 2}
      data-row={row}
      style={{ top: `${top}px`, height: `${height}px` }}
    >
      <div class="listing-name" role="rowheader">
        {calendar === undefined ? (
          <span class="soft">{text('busy')}</span>
        ) : (
          <a href={pathTo(`/listings/${calendar.id}`)} class="cut" tabIndex={-1}>
            {calendar.name}
          </a>
        )}
        {calendar !== undefined && calendar.units.length > 0 && <UnitNames units={calendar.units} />}
      </div>
      {hasCells &&
        weeks.map(({ index }) => (
          <WeekCells
            key={index}
            week={index}
            firstDay={firstDay}
            nights={calendar?.nights}
            currency={calendar?.currency ?? null}
            today={today}
            marks={marks}
            holidays={holidays}
            {...chosenIn(selection, index)}
          />
        ))}
      {calendar !== undefined && (
        <StayBars
          placed={calendar.placed}
          firstDay={firstDay}
          from={(weeks[0]?.index ?? 0) * daysPerWeek}
          to={((weeks.at(-1)?.index ?? 0) + 1) * daysPerWeek}
          isMovable={isMovable}
          draft={draft}
        />
      )}
    </div>
  )
})
