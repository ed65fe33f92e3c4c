/** The stays of one listing: a bar from the middle of the arrival to the middle of the departure. */
import { memo } from 'preact/compat'
import { daysBetween, shortDate } from '../format/dates.ts'
import { pathTo } from '../server-root.ts'
import { text, wordFor } from '../text/text.ts'
import type { CalendarStay } from './calendar-data.ts'
import { daysPerWeek, dayWidth, laneTop } from './calendar-size.ts'
import type { StayDraft } from './stay-draft.ts'

interface BarProps {
  stay: CalendarStay
  lane: number
  firstDay: string
  /** It may begin left of what is in view. */
  isReaching: boolean
  isMovable: boolean
  draft: StayDraft | null
}

function Bar({ stay, lane, firstDay, isReaching, isMovable, draft }: BarProps) {
  const { checkIn, checkOut } = draft ?? stay
  const left = (daysBetween(firstDay, checkIn) + 0.5) * dayWidth
  const guest = stay.guestName ?? text('stay.noName')
  const channel = wordFor('platform', stay.platform)
  const unit = stay.unit?.name ?? null
  const words = [guest, channel, ...(unit === null ? [] : [unit])]
  const dates = `${shortDate(checkIn)} – ${shortDate(checkOut)}`
  return (
    <a
      class={`bar ${(stay.platform ?? 'other').replace('.', '-')} ${stay.status}${isReaching ? ' reaching' : ''}${isMovable ? ' movable' : ''}${draft === null ? '' : ' moved'}`}
      style={{
        left: `${left}px`,
        width: `${daysBetween(checkIn, checkOut) * dayWidth - 3}px`,
        top: `${laneTop(lane)}px`,
      }}
      href={pathTo(`/reservations/${stay.id}`)}
      tabIndex={isMovable ? 0 : -1}
      draggable={false}
      data-stay={stay.id}
      title={[...words, dates, ...(isMovable ? [text('calendar.dragHelp')] : [])].join(' · ')}
    >
      <span class="bar-words">
        {guest} <span class="bar-channel">{unit ?? channel}</span>
        {draft !== null && <span class="bar-channel"> {dates}</span>}
      </span>
    </a>
  )
}

/** The week before the view is drawn, too, and the next may be half in view. Words that stay in view cost time for each bar. */
const reachingDays = 2 * daysPerWeek

interface StayBarsProps {
  placed: readonly { stay: CalendarStay; lane: number }[]
  firstDay: string
  /** First and last day that is drawn. */
  from: number
  to: number
  isMovable: boolean
  draft: StayDraft | null
}

export const StayBars = memo(function StayBars({
  placed,
  firstDay,
  from,
  to,
  isMovable,
  draft,
}: StayBarsProps) {
  const shown = placed.filter(
    ({ stay }) => daysBetween(firstDay, stay.checkOut) >= from && daysBetween(firstDay, stay.checkIn) <= to,
  )
  return (
    <div role="gridcell" class="bars">
      {shown.map(({ stay, lane }) => (
        <Bar
          key={stay.id}
          stay={stay}
          lane={lane}
          firstDay={firstDay}
          isReaching={daysBetween(firstDay, stay.checkIn) < from + reachingDays}
          isMovable={isMovable}
          draft={draft?.id === stay.id ? draft : null}
        />
      ))}
    </div>
  )
})
