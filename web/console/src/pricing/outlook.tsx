/** Month by month: what is sold, and what the open nights are expected to bring at the recommended prices. */
import { monthName } from '../format/dates.ts'
import { count, money, percent } from '../format/money.ts'
import { text } from '../text/text.ts'
import { Facts } from '../ui/facts.tsx'
import { Table, type Column } from '../ui/table.tsx'
import type { ListingPricing } from './pricing-api.ts'

type OutlookMonth = ListingPricing['outlook'][number]

const columnsIn = (currency: string | null): Column<OutlookMonth>[] => [
  { title: text('price.month'), cell: ({ month }) => monthName(`${month}-15`) },
  { title: text('price.sold'), isNumber: true, cell: ({ soldNights }) => count(soldNights) },
  { title: text('price.open'), isNumber: true, cell: ({ openNights }) => count(openNights) },
  {
    title: text('price.booked'),
    isNumber: true,
    cell: ({ bookedRevenue }) => money(bookedRevenue, currency),
  },
  {
    title: text('price.expectedAll'),
    isNumber: true,
    cell: ({ expectedRevenue }) => money(expectedRevenue, currency),
  },
  {
    title: text('figures.occupancy'),
    isNumber: true,
    cell: ({ expectedOccupancyPct }) => percent(expectedOccupancyPct / 100),
  },
  {
    title: text('price.target'),
    isNumber: true,
    cell: ({ targetMonthlyRevenue }) => money(targetMonthlyRevenue, currency),
  },
]

export function Outlook({
  pricing: { listing, compSummary, outlook, attribution },
}: {
  pricing: ListingPricing
}) {
  const currency = listing?.currency ?? null
  const factors = listing?.aiBasePriceFactors
  return (
    <>
      <h2>{text('price.outlook')}</h2>
      <Table
        caption={text('price.outlook')}
        columns={columnsIn(currency)}
        rows={outlook}
        keyOf={({ month }) => month}
      />
      <h2>{text('price.believes')}</h2>
      <Facts
        facts={[
          [text('price.base'), money(listing?.aiBasePrice, currency)],
          ...(factors == null
            ? []
            : ([
                [text('price.usual'), money(factors.usualPrice, currency)],
                [
                  text('price.learnt'),
                  text('price.learntOf', { count: factors.ownNights, sold: factors.soldNights }),
                ],
                [text('price.neighbours'), count(factors.neighbours)],
              ] as const)),
          ...(compSummary === undefined
            ? []
            : ([
                [
                  text('price.compared'),
                  text('price.comparedOf', {
                    count: compSummary.count,
                    price: money(compSummary.avgPrice, currency),
                  }),
                ],
              ] as const)),
        ]}
      />
      {attribution !== undefined && <p class="soft small">{attribution}</p>}
    </>
  )
}
