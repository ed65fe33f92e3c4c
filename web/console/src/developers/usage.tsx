/** Requests by day as a plot, and by operation as a table. */
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { shortDate } from '../format/dates.ts'
import { count, percent } from '../format/money.ts'
import { text } from '../text/text.ts'
import { useAddressState } from '../ui/address-state.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Plot } from '../ui/plot.tsx'
import { Select } from '../ui/select.tsx'
import { Table, type Column } from '../ui/table.tsx'

type Operation = components['schemas']['UsageSummary']['breakdown'][number]

const ranges = ['7d', '30d', '90d'] as const

/** A bar as long as the operation's part of the busiest one. */
const columnsFor = (most: number): Column<Operation>[] => [
  { title: text('usage.operation'), cell: ({ operationId }) => <code>{operationId}</code> },
  {
    title: text('usage.share'),
    cell: ({ operationId, requestCount }) => (
      <progress class="share" max={most} value={requestCount} aria-label={operationId} />
    ),
  },
  { title: text('usage.requests'), isNumber: true, cell: ({ requestCount }) => count(requestCount) },
  { title: text('usage.errors'), isNumber: true, cell: ({ errorRate }) => percent(errorRate / 100) },
  {
    title: text('usage.p50'),
    isNumber: true,
    cell: ({ p50LatencyMs }) => (p50LatencyMs === null ? '–' : `${p50LatencyMs} ms`),
  },
  {
    title: text('usage.p99'),
    isNumber: true,
    cell: ({ p99LatencyMs }) => (p99LatencyMs === null ? '–' : `${p99LatencyMs} ms`),
  },
]

export function Usage() {
  const [chosen, setRange] = useAddressState('range')
  const range = ranges.find((known) => known === chosen) ?? '30d'
  const query = useQuery({
    queryKey: ['usage', range],
    queryFn: ({ signal }) =>
      answerOf(client.GET('/v1/usage/summary', { params: { query: { range } }, signal })),
  })
  return (
    <>
      <search class="filters">
        <Select
          label={text('request.range')}
          value={range}
          onChange={setRange}
          options={ranges.map((value) => ({ value, label: text(`range.${value}`) }))}
        />
      </search>
      <Loaded query={query}>
        {({ timeline, breakdown }) => (
          <>
            <Plot
              label={text('usage.byDay')}
              days={timeline.map(({ day }) => day)}
              series={[
                { label: text('usage.requests'), values: timeline.map(({ requestCount }) => requestCount) },
                {
                  label: text('usage.errorCount'),
                  values: timeline.map(({ errorCount }) => errorCount),
                  isBad: true,
                },
              ]}
            />
            <p class="soft small">
              {timeline.length > 0 &&
                text('usage.span', {
                  from: shortDate(timeline[0]?.day ?? ''),
                  to: shortDate(timeline.at(-1)?.day ?? ''),
                })}
            </p>
            <Table
              caption={text('usage.byOperation')}
              columns={columnsFor(Math.max(1, ...breakdown.map(({ requestCount }) => requestCount)))}
              rows={breakdown}
              keyOf={({ operationId }) => operationId}
            />
          </>
        )}
      </Loaded>
    </>
  )
}
