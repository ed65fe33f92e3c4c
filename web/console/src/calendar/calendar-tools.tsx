import { addDays, daysBetween } from '../format/dates.ts'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { Icon } from '../ui/icon.tsx'
import { dayCount, openingDay } from './calendar-size.ts'

interface CalendarToolsProps {
  firstDay: string
  today: string
  /** The first day in view, counted from `firstDay`. */
  shownFrom: () => number
  scrollToDay: (day: number) => void
  withChannels: boolean
  onChannels: (isOn: boolean) => void
  withHolidays: boolean
  onHolidays: (isOn: boolean) => void
  isMovable: boolean
  onMovable: (isOn: boolean) => void
}

const back = 28
const ahead = 28

const cellKeys = ['free', 'taken', 'unknown', 'noArrival', 'noDeparture', 'holiday'] as const
const markKeys = ['pending', 'sent', 'confirmed', 'failed', 'refused', 'exposed'] as const

/** What the cells mean. */
const Legend = () => (
  <details class="legend">
    <summary>{text('calendar.legend')}</summary>
    <ul>
      {cellKeys.map((key) => (
        <li key={key}>
          <span class={`key ${key}`} /> {text(`calendar.${key}`)}
        </li>
      ))}
      {markKeys.map((state) => (
        <li key={state}>
          <i class={`mark ${state}`} /> {text('calendar.onChannel', { state: wordFor('nightState', state) })}
        </li>
      ))}
      <li class="soft">{text('calendar.marksLead')}</li>
      <li class="soft">{text('calendar.holidaysLead')}</li>
    </ul>
  </details>
)

interface SwitchProps {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

const Switch = ({ label, isOn, onChange }: SwitchProps) => (
  <label class="switch">
    <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
    {label}
  </label>
)

/** Moving through time, what is drawn, and what it means. */
export const CalendarTools = (props: CalendarToolsProps) => {
  const { firstDay, today, shownFrom, scrollToDay } = props
  const mayWrite = useMayWrite()
  return (
    <div class="calendar-tools" role="toolbar" aria-label={text('calendar.move')}>
      <button
        type="button"
        class="icon"
        aria-label={text('calendar.earlier')}
        onClick={() => scrollToDay(Math.max(0, shownFrom() - back))}
      >
        <Icon name="left" />
      </button>
      <button type="button" class="second" onClick={() => scrollToDay(openingDay(firstDay, today))}>
        {text('calendar.today')}
      </button>
      <button
        type="button"
        class="icon"
        aria-label={text('calendar.later')}
        onClick={() => scrollToDay(Math.min(dayCount - 1, shownFrom() + ahead))}
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
      <Switch label={text('calendar.channels')} isOn={props.withChannels} onChange={props.onChannels} />
      <Switch label={text('calendar.holidays')} isOn={props.withHolidays} onChange={props.onHolidays} />
      {mayWrite && <Switch label={text('calendar.drag')} isOn={props.isMovable} onChange={props.onMovable} />}
      <Legend />
    </div>
  )
}
