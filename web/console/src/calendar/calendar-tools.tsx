import { addDays, daysBetween } from '../format/dates.ts'
import { text } from '../text/text.ts'
import { Icon } from '../ui/icon.tsx'
import { dayCount, daysBefore } from './calendar-size.ts'

interface CalendarToolsProps {
  firstDay: string
  /** The first day in view, counted from `firstDay`. */
  shownFrom: number
  scrollToDay: (day: number) => void
}

const back = 24
const ahead = 36

/** Moving through time, and what the cells mean. */
export const CalendarTools = ({ firstDay, shownFrom, scrollToDay }: CalendarToolsProps) => (
  <div class="calendar-tools" role="toolbar" aria-label={text('calendar.move')}>
    <button
      type="button"
      class="icon"
      aria-label={text('calendar.earlier')}
      onClick={() => scrollToDay(Math.max(0, shownFrom - back))}
    >
      <Icon name="left" />
    </button>
    <button type="button" class="second" onClick={() => scrollToDay(daysBefore - 2)}>
      {text('calendar.today')}
    </button>
    <button
      type="button"
      class="icon"
      aria-label={text('calendar.later')}
      onClick={() => scrollToDay(Math.min(dayCount - 1, shownFrom + ahead))}
    >
      <Icon name="right" />
    </button>
    <input
      type="date"
      aria-label={text('calendar.goTo')}
      min={firstDay}
      max={addDays(firstDay, dayCount - 1)}
      onChange={(event) => {
        const { value } = event.currentTarget
        if (value !== '') scrollToDay(Math.max(0, daysBetween(firstDay, value)))
      }}
    />
    <span class="legend soft small">
      <span class="key free" /> {text('calendar.free')} <span class="key taken" /> {text('calendar.taken')}{' '}
      <span class="key unknown" /> {text('calendar.unknown')}
    </span>
  </div>
)
