/** One city: what its homes ask, how much of them is taken, what happens there, and the own listings beside it. */
import './pricing.css'
import { useQuery } from '@tanstack/preact-query'
import { useRoute } from 'preact-iso'
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { addDays, mediumDate, todayHere } from '../format/dates.ts'
import { count, money, percent } from '../format/money.ts'
import { pathTo } from '../server-root.ts'
import { text } from '../text/text.ts'
import { Facts } from '../ui/facts.tsx'
import { Freshness, Loaded } from '../ui/loaded.tsx'
import { Plot } from '../ui/plot.tsx'
import { Screen } from '../ui/screen.tsx'
import { Table } from '../ui/table.tsx'
import { MarketSource } from './market-source.tsx'

type MarketDetail = components['schemas']['MarketDetail']

const shownDays = 90
const share = (value: number | null) => (value === null ? '–' : percent(value / 100))

function Position({ market: { marketPosition, currency } }: { market: MarketDetail }) {
  if (marketPosition === null) return null
  const { myAvgRate, myCurrency, marketAvgRate, priceDiffPct, myOccupancyPct, marketOccupancyPct } =
    marketPosition
  return (
    <section class="card narrow position">
      <h2>{text('price.position')}</h2>
      <Facts
        facts={[
          [text('price.myRate'), money(myAvgRate, myCurrency)],
          [text('price.marketRate'), money(marketAvgRate, currency)],
          [
            text('price.difference'),
            (priceDiffPct ?? 0) > 0 ? `+${share(priceDiffPct)}` : share(priceDiffPct),
          ],
          [text('price.myTaken'), share(myOccupancyPct)],
          [text('price.marketTaken'), share(marketOccupancyPct)],
        ]}
      />
    </section>
  )
}

/** How many homes ask how much, as bars in a table. */
function Distribution({ steps }: { steps: MarketDetail['priceDistribution'] }) {
  const most = Math.max(1, ...steps.map((step) => step.count))
  if (steps.length === 0) return null
  return (
    <section>
      <h2>{text('price.distribution')}</h2>
      <table class="waterfall distribution">
        <caption class="unseen">{text('price.distribution')}</caption>
        <tbody>
          {steps.map((step) => (
            <tr key={step.label}>
              <th scope="row">{step.label}</th>
              <td class="number">{count(step.count)}</td>
              <td class="track">
                <span class="part base" style={{ left: '0%', width: `${(step.count / most) * 100}%` }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Events({ events }: { events: MarketDetail['events'] }) {
  return (
    <section>
      <h2>{text('price.events')}</h2>
      {events.length === 0 ? (
        <p class="soft">{text('price.noEvents')}</p>
      ) : (
        <Table
          caption={text('price.events')}
          columns={[
            { title: text('price.event'), cell: ({ title }) => title },
            {
              title: text('stay.dates'),
              cell: ({ startDate, endDate }) => `${mediumDate(startDate)} – ${mediumDate(endDate)}`,
            },
            { title: text('price.rank'), isNumber: true, cell: ({ rank }) => rank ?? '–' },
          ]}
          rows={events.slice(0, 50)}
          keyOf={({ id, startDate }) => `${id} ${startDate}`}
        />
      )}
    </section>
  )
}

function NightsOfMarket({ city }: { city: string }) {
  const from = todayHere()
  const query = useQuery({
    queryKey: ['markets', city, 'calendar', from],
    queryFn: ({ signal }) =>
      answerOf(
        client.GET('/v1/markets/{city}/calendar', {
          params: { path: { city }, query: { startDate: from, endDate: addDays(from, shownDays - 1) } },
          signal,
        }),
      ),
    retry: false,
  })
  return (
    <section>
      <h2>{text('price.marketNights')}</h2>
      <Loaded query={query}>
        {({ days }) => (
          <Plot
            label={text('price.marketNights')}
            days={days.map(({ date }) => date)}
            series={[
              { label: text('price.marketRate'), values: days.map(({ marketAvgRate }) => marketAvgRate) },
              {
                label: text('price.takenPercent'),
                values: days.map(({ occupancyPct }) => occupancyPct),
                isSoft: true,
              },
            ]}
          />
        )}
      </Loaded>
    </section>
  )
}

export default function Market() {
  const { params } = useRoute()
  const city = decodeURIComponent(params['city'] ?? '')
  const query = useQuery({
    queryKey: ['markets', city],
    queryFn: ({ signal }) =>
      answerOf(client.GET('/v1/markets/{city}', { params: { path: { city } }, signal })),
    retry: false,
  })
  return (
    <Screen title={city}>
      <p class="links">
        <a href={pathTo('/pricing')}>{text('price.all')}</a>
        <Freshness query={query} />
      </p>
      <Loaded query={query}>
        {(market) => (
          <>
            <MarketSource
              source={market.source}
              snapshotDate={market.snapshotDate}
              attribution={market.attribution}
              warning={market.warning}
            />
            <Position market={market} />
            <NightsOfMarket city={city} />
            <Distribution steps={market.priceDistribution} />
            <Events events={market.events} />
          </>
        )}
      </Loaded>
    </Screen>
  )
}
