/** All calendars: listings down, days across, three years deep; nights are chosen and changed here. */
import { CalendarGrid } from '../calendar/calendar-grid.tsx'
import { useRowCount } from '../calendar/calendar-data.ts'
import { todayHere } from '../format/dates.ts'
import { text } from '../text/text.ts'
import { useAddressState } from '../ui/address-state.ts'
import { Busy } from '../ui/busy.tsx'
import { Empty } from '../ui/empty.tsx'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { SearchField } from '../ui/search-field.tsx'

export default function Calendar() {
  const [q, setQuery] = useAddressState('q')
  const [listing, setListing] = useAddressState('listing')
  const today = todayHere()
  const filter = { q, listing }
  const count = useRowCount(filter, today)
  return (
    <Screen title={text('nav.calendar')}>
      <search class="filters">
        <SearchField label={text('calendar.search')} value={q} onChange={setQuery} />
        {listing !== '' && (
          <button type="button" class="second" onClick={() => setListing('')}>
            {text('calendar.showAll')}
          </button>
        )}
      </search>
      {count.error !== null && <Problem error={count.error} onRetry={() => void count.refetch()} />}
      {count.data === undefined ? (
        count.error === null && <Busy />
      ) : count.data === 0 ? (
        <Empty title={text('calendar.none')}>
          <p>{text('calendar.noneLead')}</p>
        </Empty>
      ) : (
        <CalendarGrid key={`${q} ${listing}`} filter={filter} rowCount={count.data} today={today} />
      )}
    </Screen>
  )
}
