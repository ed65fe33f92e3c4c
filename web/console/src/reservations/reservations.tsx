/** All stays, filtered by the address; what waits for an answer and what is not known yet stands above. */
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import { longDate, shortDate } from '../format/dates.ts'
import { pathTo } from '../server-root.ts'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { useAddressState } from '../ui/address-state.ts'
import { Empty } from '../ui/empty.tsx'
import { useListingNames } from '../ui/listing-names.ts'
import { PagedList } from '../ui/paged-list.tsx'
import { Screen } from '../ui/screen.tsx'
import { Select } from '../ui/select.tsx'
import { Table } from '../ui/table.tsx'
import { TimeLeft } from '../ui/time-left.tsx'
import { Alterations } from './alterations.tsx'
import { SavedFilters } from './saved-filters.tsx'
import { SaveStays } from './save-stays.tsx'
import { ColumnChoice, useStayColumns } from './stay-columns.tsx'
import { stayPlatforms, stayStatuses, useStayQuery } from './stay-filters.ts'
import { UncertainList } from './uncertain-list.tsx'

const everyMs = 60_000
const mostRequests = 100

/** Requests that lapse when nobody answers, the most urgent first. */
function Requests() {
  const names = useListingNames()
  const { data } = useQuery({
    queryKey: ['reservations', 'requests'],
    queryFn: ({ signal }) =>
      answerOf(
        client.GET('/v1/reservations', {
          params: { query: { status: 'pending', limit: mostRequests } },
          signal,
        }),
      ),
    refetchInterval: everyMs,
  })
  const requests = (data?.data ?? [])
    .flatMap((stay) => (stay.respondBy === undefined ? [] : [{ ...stay, respondBy: stay.respondBy }]))
    .toSorted((a, b) => a.respondBy.localeCompare(b.respondBy))
  if (requests.length === 0) return null
  return (
    <section class="card spaced">
      <h2>{text('stay.requests')}</h2>
      <ul class="rows">
        {requests.map((stay) => (
          <li key={stay.id}>
            <a href={pathTo(`/reservations/${stay.id}`)}>{stay.guestName ?? text('stay.noName')}</a>
            <span>{names.get(stay.listingId) ?? stay.listingId}</span>
            <span class="soft">
              {shortDate(stay.checkIn)} – {longDate(stay.checkOut)}
            </span>
            <TimeLeft until={stay.respondBy} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function DateField({ name, label }: { name: string; label: string }) {
  const [value, setValue] = useAddressState(name)
  return (
    <label class="field">
      <span>{label}</span>
      <input type="date" value={value} onChange={(event) => setValue(event.currentTarget.value)} />
    </label>
  )
}

function StayFilters() {
  const [status, setStatus] = useAddressState('status')
  const [platform, setPlatform] = useAddressState('platform')
  const [listing, setListing] = useAddressState('listing')
  const names = useListingNames()
  const all = { value: '', label: text('filter.all') }
  return (
    <search class="filters">
      <Select
        label={text('stay.status')}
        value={status}
        onChange={setStatus}
        options={[all, ...stayStatuses.map((value) => ({ value, label: wordFor('status', value) }))]}
      />
      <Select
        label={text('stay.channel')}
        value={platform}
        onChange={setPlatform}
        options={[all, ...stayPlatforms.map((value) => ({ value, label: wordFor('platform', value) }))]}
      />
      <Select
        label={text('stay.listing')}
        value={listing}
        onChange={setListing}
        options={[all, ...[...names].map(([value, label]) => ({ value, label }))]}
      />
      <DateField name="from" label={text('filter.arrivalFrom')} />
      <DateField name="to" label={text('filter.arrivalTo')} />
      <DateField name="departFrom" label={text('filter.departureFrom')} />
      <DateField name="departTo" label={text('filter.departureTo')} />
    </search>
  )
}

function StayList() {
  const columns = useStayColumns()
  const query = useStayQuery()
  return (
    <PagedList
      queryKey={['reservations', 'list', query]}
      readPage={({ cursor, signal }) =>
        answerOf(
          client.GET('/v1/reservations', {
            params: { query: { ...query, limit: 50, ...(cursor === undefined ? {} : { cursor }) } },
            signal,
          }),
        )
      }
      empty={
        <Empty title={text('stay.none')}>
          <p>{text('stay.noneLead')}</p>
        </Empty>
      }
    >
      {(stays) => (
        <>
          <Table caption={text('nav.reservations')} columns={columns} rows={stays} keyOf={({ id }) => id} />
          <SaveStays query={query} />
        </>
      )}
    </PagedList>
  )
}

export default function Reservations() {
  const mayWrite = useMayWrite()
  return (
    <Screen
      title={text('nav.reservations')}
      actions={
        mayWrite && (
          <a class="button main" href={pathTo('/reservations/new')}>
            {text('stay.new')}
          </a>
        )
      }
    >
      <UncertainList />
      <Requests />
      <Alterations />
      <StayFilters />
      <SavedFilters />
      <ColumnChoice />
      <StayList />
    </Screen>
  )
}
