/** All homes, what they are called and where they are sold. */
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { timeAgo } from '../format/dates.ts'
import { pathTo } from '../server-root.ts'
import { text, wordFor } from '../text/text.ts'
import { useAddressState } from '../ui/address-state.ts'
import { Badge } from '../ui/badge.tsx'
import { ConnectOffer } from '../ui/demo-offer.tsx'
import { Empty } from '../ui/empty.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Screen } from '../ui/screen.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Select } from '../ui/select.tsx'
import { Table, type Column } from '../ui/table.tsx'

type Row = components['schemas']['ListingRow']

const statuses = ['active', 'inactive', 'archived', 'all'] as const

const columns: Column<Row>[] = [
  {
    title: text('listing.name'),
    cell: ({ id, name }) => <a href={pathTo(`/listings/${id}`)}>{name}</a>,
  },
  { title: text('listing.place'), cell: (row) => ('city' in row ? (row.city ?? '–') : '–') },
  {
    title: text('listing.channels'),
    cell: ({ channels }) =>
      channels.length === 0
        ? '–'
        : channels.map(({ platform, externalId, active }) => (
            <Badge key={`${platform} ${externalId}`} tone={active ? 'good' : 'calm'}>
              {wordFor('provider', platform)}
              {!active && ` (${text('listing.off')})`}
            </Badge>
          )),
  },
  {
    title: text('listing.status'),
    cell: ({ status, active }) => (
      <Badge tone={active ? 'good' : 'calm'}>{wordFor('listingStatus', active ? status : 'inactive')}</Badge>
    ),
  },
  { title: text('listing.updated'), cell: ({ updatedAt }) => timeAgo(updatedAt) },
]

export default function Listings() {
  const [q, setQuery] = useAddressState('q')
  const [chosen, setStatus] = useAddressState('status')
  const status = statuses.find((known) => known === chosen) ?? 'active'
  return (
    <Screen title={text('nav.listings')}>
      <search class="filters">
        <SearchField label={text('listing.search')} value={q} onChange={setQuery} />
        <Select
          label={text('listing.status')}
          value={status}
          onChange={setStatus}
          options={statuses.map((value) => ({ value, label: wordFor('listingStatus', value) }))}
        />
      </search>
      <PagedList
        queryKey={['listings', q, status]}
        readPage={({ cursor, signal }) =>
          answerOf(
            client.GET('/v1/listings', {
              params: {
                query: {
                  status,
                  limit: 50,
                  ...(q === '' ? {} : { q }),
                  ...(cursor === undefined ? {} : { cursor }),
                },
              },
              signal,
            }),
          )
        }
        empty={
          q === '' ? (
            <ConnectOffer />
          ) : (
            <Empty title={text('listing.none')}>
              <p>{text('listing.noneLead')}</p>
            </Empty>
          )
        }
      >
        {(rows) => (
          <Table caption={text('nav.listings')} columns={columns} rows={rows} keyOf={({ id }) => id} />
        )}
      </PagedList>
    </Screen>
  )
}
