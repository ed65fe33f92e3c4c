/** All stays, filtered by the address, with a file of what is shown. */
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { daysBetween, shortDate, longDate } from '../format/dates.ts'
import { money } from '../format/money.ts'
import { saveCsv } from '../format/save-csv.ts'
import { pathTo } from '../server-root.ts'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Empty } from '../ui/empty.tsx'
import { useListingNames } from '../ui/listing-names.ts'
import { PagedList } from '../ui/paged-list.tsx'
import { Screen } from '../ui/screen.tsx'
import { Select } from '../ui/select.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { useAddressState } from '../ui/address-state.ts'

type Stay = components['schemas']['Reservation']

const statuses = ['confirmed', 'pending', 'cancelled', 'completed'] as const
const platforms = ['airbnb', 'booking.com', 'vrbo', 'direct', 'website', 'owner', 'other'] as const

export const statusTone: Record<Stay['status'], Tone> = {
  confirmed: 'good',
  pending: 'warn',
  cancelled: 'bad',
  completed: 'calm',
}

const oneOf = <const T extends string>(values: readonly T[], value: string): T | undefined =>
  values.find((known) => known === value)

function useColumns(): Column<Stay>[] {
  const names = useListingNames()
  return [
    {
      title: text('stay.guest'),
      cell: (stay) => (
        <a href={pathTo(`/reservations/${stay.id}`)}>{stay.guestName ?? text('stay.noName')}</a>
      ),
    },
    { title: text('stay.listing'), cell: ({ listingId }) => names.get(listingId) ?? listingId },
    {
      title: text('stay.dates'),
      cell: ({ checkIn, checkOut }) => (
        <>
          <time dateTime={checkIn}>{shortDate(checkIn)}</time> –{' '}
          <time dateTime={checkOut}>{longDate(checkOut)}</time>
        </>
      ),
    },
    {
      title: text('stay.nights'),
      isNumber: true,
      cell: ({ checkIn, checkOut }) => daysBetween(checkIn, checkOut),
    },
    { title: text('stay.channel'), cell: ({ platform }) => wordFor('platform', platform) },
    {
      title: text('stay.status'),
      cell: ({ status, conflictsWith }) => (
        <>
          <Badge tone={statusTone[status]}>{wordFor('status', status)}</Badge>{' '}
          {conflictsWith.length > 0 && <Badge tone="bad">{text('stay.conflict')}</Badge>}
        </>
      ),
    },
    {
      title: text('stay.total'),
      isNumber: true,
      cell: ({ totalPrice, currency }) => money(totalPrice, currency),
    },
  ]
}

const saveStays = (stays: readonly Stay[], names: ReadonlyMap<string, string>): void =>
  saveCsv(`${text('nav.reservations')}.csv`, [
    [
      'id',
      'confirmationCode',
      'listingId',
      'listing',
      'guest',
      'checkIn',
      'checkOut',
      'status',
      'platform',
      'totalPrice',
      'currency',
    ],
    ...stays.map((stay) => [
      stay.id,
      stay.confirmationCode,
      stay.listingId,
      names.get(stay.listingId) ?? '',
      stay.guestName ?? '',
      stay.checkIn,
      stay.checkOut,
      stay.status,
      stay.platform ?? '',
      stay.totalPrice ?? '',
      stay.currency ?? '',
    ]),
  ])

const all = () => ({ value: '', label: text('filter.all') })

export default function Reservations() {
  const [status, setStatus] = useAddressState('status')
  const [platform, setPlatform] = useAddressState('platform')
  const [from, setFrom] = useAddressState('from')
  const [to, setTo] = useAddressState('to')
  const [listing] = useAddressState('listing')
  const columns = useColumns()
  const names = useListingNames()
  const filters = {
    status: oneOf(statuses, status),
    platform: oneOf(platforms, platform),
    check_in_after: from === '' ? undefined : from,
    check_in_before: to === '' ? undefined : to,
    listing_id: listing === '' ? undefined : listing,
  }
  const query = Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined),
  ) as Partial<{ [K in keyof typeof filters]: Exclude<(typeof filters)[K], undefined> }>
  return (
    <Screen
      title={text('nav.reservations')}
      actions={
        useMayWrite() && (
          <a class="button main" href={pathTo('/reservations/new')}>
            {text('stay.new')}
          </a>
        )
      }
    >
      <search class="filters">
        <Select
          label={text('stay.status')}
          value={status}
          onChange={setStatus}
          options={[all(), ...statuses.map((value) => ({ value, label: wordFor('status', value) }))]}
        />
        <Select
          label={text('stay.channel')}
          value={platform}
          onChange={setPlatform}
          options={[all(), ...platforms.map((value) => ({ value, label: wordFor('platform', value) }))]}
        />
        <label class="field">
          <span>{text('filter.arrivalFrom')}</span>
          <input type="date" value={from} onChange={(event) => setFrom(event.currentTarget.value)} />
        </label>
        <label class="field">
          <span>{text('filter.arrivalTo')}</span>
          <input type="date" value={to} onChange={(event) => setTo(event.currentTarget.value)} />
        </label>
      </search>
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
            <p>
              <button type="button" class="link" onClick={() => saveStays(stays, names)}>
                {text('list.csv', { count: stays.length })}
              </button>
            </p>
          </>
        )}
      </PagedList>
    </Screen>
  )
}
