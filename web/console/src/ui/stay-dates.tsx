import { addDays } from '../format/dates.ts'
import { text } from '../text/text.ts'

interface StayDates {
  checkIn: string
  checkOut: string
}

interface StayDateFieldsProps extends StayDates {
  onChange: (part: Partial<StayDates>) => void
}

/** Arrival and departure, which is at least a night later. */
export const StayDateFields = ({ checkIn, checkOut, onChange }: StayDateFieldsProps) => (
  <div class="pair">
    <label class="field">
      <span>{text('stay.checkIn')}</span>
      <input
        type="date"
        required
        value={checkIn}
        onInput={(event) => onChange({ checkIn: event.currentTarget.value })}
      />
    </label>
    <label class="field">
      <span>{text('stay.checkOut')}</span>
      <input
        type="date"
        required
        min={checkIn === '' ? undefined : addDays(checkIn, 1)}
        value={checkOut}
        onInput={(event) => onChange({ checkOut: event.currentTarget.value })}
      />
    </label>
  </div>
)
