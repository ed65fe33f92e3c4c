/** Questions of guests about a stay, those that wait first. */
import { answerOf, client } from '../api/client.ts'
import { longDate, moment, shortDate } from '../format/dates.ts'
import { money } from '../format/money.ts'
import { pathTo } from '../server-root.ts'
import { text, wordFor } from '../text/text.ts'
import { useAddressState } from '../ui/address-state.ts'
import { Badge } from '../ui/badge.tsx'
import { Empty } from '../ui/empty.tsx'
import { useListingNames } from '../ui/listing-names.ts'
import { PagedList } from '../ui/paged-list.tsx'
import { Select } from '../ui/select.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { TimeLeft } from '../ui/time-left.tsx'
import { guestsInWords, inquiryTone, type Inquiry } from './inquiry-card.tsx'

const statuses = [
  'open',
  'pre_approved',
  'special_offer_sent',
  'booked',
  'expired',
  'declined',
  'not_possible',
  'all',
] as const

function useColumns(): Column<Inquiry>[] {
  const names = useListingNames()
  return [
    {
      title: text('stay.dates'),
      cell: ({ conversationId, checkIn, checkOut }) => {
        const dates =
          checkIn === null || checkOut === null
            ? text('inquiry.noDates')
            : `${shortDate(checkIn)} – ${longDate(checkOut)}`
        return conversationId === null ? dates : <a href={pathTo(`/inbox/${conversationId}`)}>{dates}</a>
      },
    },
    {
      title: text('stay.listing'),
      cell: ({ listingId }) => (listingId === null ? '–' : (names.get(listingId) ?? listingId)),
    },
    { title: text('stay.guests'), cell: ({ guests }) => guestsInWords(guests) },
    { title: text('stay.channel'), cell: ({ channel }) => wordFor('platform', channel) },
    {
      title: text('stay.status'),
      cell: ({ status }) => <Badge tone={inquiryTone[status]}>{wordFor('inquiry', status)}</Badge>,
    },
    {
      title: text('stay.answerBy'),
      cell: ({ status, respondBy, respondedAt }) =>
        status === 'open' && respondBy !== null ? (
          <TimeLeft until={respondBy} />
        ) : respondedAt === null ? (
          '–'
        ) : (
          text('inquiry.answeredAt', { when: moment(respondedAt) })
        ),
    },
    {
      title: text('inquiry.payout'),
      isNumber: true,
      cell: ({ expectedPayout }) => money(expectedPayout.amount, expectedPayout.currency),
    },
  ]
}

export function Inquiries() {
  const [chosen, setStatus] = useAddressState('status')
  const status = statuses.find((known) => known === chosen) ?? 'open'
  const columns = useColumns()
  return (
    <>
      <search class="filters">
        <Select
          label={text('stay.status')}
          value={status}
          onChange={(value) => setStatus(value === 'open' ? '' : value)}
          options={statuses.map((value) => ({
            value,
            label: value === 'all' ? text('filter.all') : wordFor('inquiry', value),
          }))}
        />
      </search>
      <PagedList
        queryKey={['inquiries', 'list', status]}
        readPage={({ cursor, signal }) =>
          answerOf(
            client.GET('/v1/inquiries', {
              params: { query: { status, limit: 50, ...(cursor === undefined ? {} : { cursor }) } },
              signal,
            }),
          )
        }
        empty={
          <Empty title={text('inquiry.none')}>
            <p>{text('inquiry.noneLead')}</p>
          </Empty>
        }
      >
        {(inquiries) => (
          <Table
            caption={text('inbox.inquiries')}
            columns={columns}
            rows={inquiries}
            keyOf={({ id }) => id}
          />
        )}
      </PagedList>
    </>
  )
}
