/** What was sold and earned: by month, listing or channel, as figures, a plot and a file. Currencies are never added. */
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { addDays, monthName, todayHere } from '../format/dates.ts'
import { count, money, percent } from '../format/money.ts'
import { saveCsv } from '../format/save-csv.ts'
import { text, wordFor } from '../text/text.ts'
import { Facts } from '../ui/facts.tsx'
import { Freshness, Loaded } from '../ui/loaded.tsx'
import { Plot } from '../ui/plot.tsx'
import { Screen } from '../ui/screen.tsx'
import { Select } from '../ui/select.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { useAddressState } from '../ui/address-state.ts'

type Occupancy = components['schemas']['OccupancyReport']
type OccupancyGroup = Occupancy['groups'][number]
type Revenue = components['schemas']['RevenueReport']
type Amount = components['schemas']['RevenueAmount']

const groupings = ['month', 'listing', 'channel'] as const
type Grouping = (typeof groupings)[number]
const usualNights = 180
const mostNights = 366

interface FigureWindow {
  from: string
  to: string
  groupBy: Grouping
}

/** From the first of this month half a year ahead, unless the address says otherwise. */
function useFigureWindow() {
  const [from, setFrom] = useAddressState('from')
  const [to, setTo] = useAddressState('to')
  const [by, setBy] = useAddressState('by')
  const first = from === '' ? `${todayHere().slice(0, 8)}01` : from
  const window: FigureWindow = {
    from: first,
    to: to === '' ? addDays(first, usualNights) : to,
    groupBy: groupings.find((known) => known === by) ?? 'month',
  }
  return { window, setFrom, setTo, setBy }
}

const nameOf = (groupBy: Grouping, { key, name }: { key: string; name: string | null }): string =>
  groupBy === 'month'
    ? monthName(`${key}-01`)
    : groupBy === 'channel'
      ? wordFor('platform', key)
      : (name ?? key)

const share = (occupancy: number | null): string => (occupancy === null ? '–' : percent(occupancy))

function AmountFacts({ amount, before }: { amount: Amount; before: Amount | undefined }) {
  const { currency, nights, roomRevenue, fees, adr, revPar } = amount
  return (
    <section class="card">
      <h2>{text('figures.in', { currency })}</h2>
      <Facts
        facts={[
          [text('figures.rooms'), <strong>{money(roomRevenue, currency)}</strong>],
          [text('figures.fees'), money(fees, currency)],
          [text('figures.nights'), count(nights)],
          [text('figures.adr'), money(adr, currency)],
          [text('figures.revPar'), money(revPar, currency)],
          ...(before === undefined
            ? []
            : [[text('figures.before'), money(before.roomRevenue, currency)] as const]),
        ]}
      />
    </section>
  )
}

interface FigureRow extends OccupancyGroup {
  amounts: readonly Amount[]
}

const columnsFor = (groupBy: Grouping): Column<FigureRow>[] => [
  { title: text(`figures.by.${groupBy}`), cell: (row) => nameOf(groupBy, row) },
  { title: text('figures.occupancy'), isNumber: true, cell: ({ occupancy }) => share(occupancy) },
  { title: text('figures.sold'), isNumber: true, cell: ({ nightsSold }) => count(nightsSold) },
  { title: text('figures.available'), isNumber: true, cell: ({ nightsAvailable }) => count(nightsAvailable) },
  {
    title: text('figures.rooms'),
    isNumber: true,
    cell: ({ amounts }) =>
      amounts.map(({ roomRevenue, currency }) => money(roomRevenue, currency)).join(' · ') || '–',
  },
  {
    title: text('figures.adr'),
    isNumber: true,
    cell: ({ amounts }) => amounts.map(({ adr, currency }) => money(adr, currency)).join(' · ') || '–',
  },
]

const saveFigures = (rows: readonly FigureRow[]): void =>
  saveCsv(`${text('nav.figures')}.csv`, [
    [
      'key',
      'name',
      'nightsAvailable',
      'nightsSold',
      'nightsBlocked',
      'ownerNights',
      'occupancy',
      'currency',
      'roomRevenue',
      'fees',
      'adr',
      'revPar',
    ],
    ...rows.flatMap((row) =>
      (row.amounts.length === 0 ? [undefined] : row.amounts).map((amount) =>
        [
          row.key,
          row.name,
          row.nightsAvailable,
          row.nightsSold,
          row.nightsBlocked,
          row.ownerNights,
          row.occupancy,
          amount?.currency,
          amount?.roomRevenue,
          amount?.fees,
          amount?.adr,
          amount?.revPar,
        ].map((value) => String(value ?? '')),
      ),
    ),
  ])

function Figures({
  occupancy,
  revenue,
  groupBy,
}: {
  occupancy: Occupancy
  revenue: Revenue
  groupBy: Grouping
}) {
  const earned = new Map(revenue.groups.map(({ key, amounts }) => [key, amounts]))
  const before = new Map(revenue.previousYear?.onTheBooks.map((amount) => [amount.currency, amount]))
  const rows = occupancy.groups.map((group) => ({ ...group, amounts: earned.get(group.key) ?? [] }))
  const { total } = occupancy
  return (
    <>
      <div class="cards">
        <section class="card">
          <h2>{text('figures.occupancy')}</h2>
          <Facts
            facts={[
              [text('figures.occupancy'), <strong>{share(total.occupancy)}</strong>],
              [text('figures.sold'), count(total.nightsSold)],
              [text('figures.available'), count(total.nightsAvailable)],
              [text('figures.blocked'), count(total.nightsBlocked)],
              [text('figures.owner'), count(total.ownerNights)],
            ]}
          />
        </section>
        {revenue.total.amounts.map((amount) => (
          <AmountFacts key={amount.currency} amount={amount} before={before.get(amount.currency)} />
        ))}
      </div>
      {groupBy === 'month' && (
        <Plot
          label={text('figures.plot')}
          days={rows.map(({ key }) => `${key}-01`)}
          series={[
            {
              label: text('figures.percent'),
              values: rows.map((row) => (row.occupancy === null ? null : row.occupancy * 100)),
            },
          ]}
        />
      )}
      <Table
        caption={text('nav.figures')}
        columns={columnsFor(groupBy)}
        rows={rows}
        keyOf={({ key }) => key}
      />
      <p>
        <button type="button" class="link" onClick={() => saveFigures(rows)}>
          {text('list.csv', { count: rows.length })}
        </button>
      </p>
      {revenue.total.unpricedNights > 0 && (
        <p class="soft">{text('figures.unpriced', { count: revenue.total.unpricedNights })}</p>
      )}
      <p class="soft small">{text('figures.definitions')}</p>
    </>
  )
}

export default function FiguresScreen() {
  const { window, setFrom, setTo, setBy } = useFigureWindow()
  const query = useQuery({
    queryKey: ['figures', window],
    queryFn: async ({ signal }) => {
      const [occupancy, revenue] = await Promise.all([
        answerOf(client.GET('/v1/analytics/occupancy', { params: { query: window }, signal })),
        answerOf(
          client.GET('/v1/analytics/revenue', {
            params: { query: { ...window, comparison: 'previous_year' } },
            signal,
          }),
        ),
      ])
      return { occupancy, revenue }
    },
    staleTime: 60_000,
  })
  return (
    <Screen title={text('nav.figures')}>
      <search class="filters">
        <label class="field">
          <span>{text('figures.from')}</span>
          <input type="date" value={window.from} onChange={(event) => setFrom(event.currentTarget.value)} />
        </label>
        <label class="field">
          <span>{text('figures.to')}</span>
          <input
            type="date"
            value={window.to}
            min={window.from}
            max={addDays(window.from, mostNights - 1)}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        </label>
        <Select
          label={text('figures.group')}
          value={window.groupBy}
          onChange={setBy}
          options={groupings.map((value) => ({ value, label: text(`figures.by.${value}`) }))}
        />
        <Freshness query={query} />
      </search>
      <Loaded query={query}>
        {({ occupancy, revenue }) => (
          <Figures occupancy={occupancy} revenue={revenue} groupBy={window.groupBy} />
        )}
      </Loaded>
    </Screen>
  )
}
