/** The rooms that a listing of the hotel kind sells. The PMS keeps them, so they are only shown. */
import type { components } from '../api/schema.ts'
import { text, wordFor } from '../text/text.ts'
import { Badge } from '../ui/badge.tsx'
import { Empty } from '../ui/empty.tsx'
import { Table, type Column } from '../ui/table.tsx'
import type { ListingDetail } from './listing-data.ts'

type Unit = components['schemas']['Unit']

const columnsOf = (units: readonly Unit[]): Column<Unit>[] => [
  { title: text('listing.name'), cell: ({ name }) => name },
  {
    title: text('listing.status'),
    cell: ({ active }) => (
      <Badge tone={active ? 'good' : 'calm'}>{text(active ? 'room.inUse' : 'room.notInUse')}</Badge>
    ),
  },
  { title: text('room.floor'), cell: ({ floor }) => floor ?? '–' },
  { title: text('room.housekeeping'), cell: ({ housekeepingStatus }) => housekeepingStatus ?? '–' },
  {
    title: text('room.partOf'),
    cell: ({ parentId }) =>
      parentId === null ? '–' : (units.find(({ id }) => id === parentId)?.name ?? parentId),
  },
  { title: text('room.source'), cell: ({ source }) => wordFor('provider', source) },
]

export const Rooms = ({ listing: { units } }: { listing: ListingDetail }) =>
  units.length === 0 ? (
    <Empty title={text('listing.oneUnit')}>
      <p>{text('room.none')}</p>
    </Empty>
  ) : (
    <>
      <p class="soft">{text('room.lead', { count: units.length })}</p>
      <Table caption={text('listing.units')} columns={columnsOf(units)} rows={units} keyOf={({ id }) => id} />
    </>
  )
