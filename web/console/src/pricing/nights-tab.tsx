/** The recommended prices of a month beside those of now: as a plot, as a table, and applied after a look at what changes. */
import { useState } from 'preact/hooks'
import { addDays, monthName, todayHere, weekdayDate } from '../format/dates.ts'
import { money, percent } from '../format/money.ts'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { useAddressState } from '../ui/address-state.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Freshness, Loaded } from '../ui/loaded.tsx'
import { Plot } from '../ui/plot.tsx'
import { Select } from '../ui/select.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { DecidePrices } from './decide-prices.tsx'
import { Outlook } from './outlook.tsx'
import { PriceParts } from './price-parts.tsx'
import { changeShare, type PriceRecommendation } from './price-steps.ts'
import { usePricing, type ListingPricing, type NightSpan } from './pricing-api.ts'

const statusTone: Record<PriceRecommendation['status'], Tone> = {
  pending: 'calm',
  applied: 'good',
  declined: 'warn',
}

const monthsAhead = 12

/** This month and the eleven after it; prices reach a year ahead. */
function monthsFrom(today: string): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: monthsAhead }, (_, ahead) =>
    new Date(Date.UTC(year, month - 1 + ahead, 15)).toISOString().slice(0, 7),
  )
}

function spanOf(month: string, today: string): NightSpan {
  const first = `${month}-01`
  const [year = 0, number = 1] = month.split('-').map(Number)
  const endDate = addDays(new Date(Date.UTC(year, number, 1)).toISOString(), -1)
  return { startDate: first < today ? today : first, endDate }
}

const shareText = (share: number | null) =>
  share === null ? '–' : `${share > 0 ? '+' : ''}${percent(share)}`

interface NightChoice {
  chosen: ReadonlySet<string>
  toggle: (date: string) => void
}

function columnsFor(open: (date: string) => void, choice: NightChoice | null): Column<PriceRecommendation>[] {
  return [
    ...(choice === null
      ? []
      : [
          {
            title: text('price.choose'),
            cell: ({ date, status }: PriceRecommendation) => (
              <input
                type="checkbox"
                class="tick"
                aria-label={weekdayDate(date)}
                checked={choice.chosen.has(date)}
                disabled={status !== 'pending'}
                onChange={() => choice.toggle(date)}
              />
            ),
          },
        ]),
    {
      title: text('price.night'),
      cell: ({ date }) => (
        <button type="button" class="link" onClick={() => open(date)}>
          {weekdayDate(date)}
        </button>
      ),
    },
    { title: text('price.now'), isNumber: true, cell: (night) => money(night.currentPrice, night.currency) },
    {
      title: text('price.recommended'),
      isNumber: true,
      cell: (night) => <strong>{money(night.recommendedPrice, night.currency)}</strong>,
    },
    { title: text('price.change'), isNumber: true, cell: (night) => shareText(changeShare(night)) },
    { title: text('price.chance'), isNumber: true, cell: (night) => percent(night.bookingProbability) },
    {
      title: text('price.status'),
      cell: ({ status }) => <Badge tone={statusTone[status]}>{wordFor('priceStatus', status)}</Badge>,
    },
  ]
}

function Nights({ listing, pricing }: { listing: string; pricing: ListingPricing }) {
  const nights = pricing.recommendations
  const mayWrite = useMayWrite()
  const [opened, setOpened] = useAddressState('night')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [deciding, setDeciding] = useState<'apply' | 'decline' | null>(null)
  const pending = nights.filter(({ status }) => status === 'pending')
  const decided = pending.filter(({ date }) => chosen.has(date))
  const night = nights.find(({ date }) => date === opened)
  const toggle = (date: string) => {
    const next = new Set(chosen)
    if (!next.delete(date)) next.add(date)
    setChosen(next)
  }
  if (nights.length === 0) return <p class="soft">{text('price.noNights')}</p>
  return (
    <>
      <Plot
        label={text('price.plot')}
        days={nights.map(({ date }) => date)}
        series={[
          {
            label: text('price.recommended'),
            values: nights.map(({ recommendedPrice }) => recommendedPrice),
          },
          { label: text('price.now'), values: nights.map(({ currentPrice }) => currentPrice), isSoft: true },
        ]}
      />
      {mayWrite && (
        <div class="actions gap">
          <button
            type="button"
            class="second"
            onClick={() =>
              setChosen(new Set(decided.length === pending.length ? [] : pending.map(({ date }) => date)))
            }
          >
            {text(
              decided.length === pending.length && pending.length > 0
                ? 'price.chooseNone'
                : 'price.chooseAll',
            )}
          </button>
          <button
            type="button"
            class="main"
            aria-disabled={decided.length === 0}
            onClick={() => decided.length > 0 && setDeciding('apply')}
          >
            {text('price.apply', { count: decided.length })}
          </button>
          <button
            type="button"
            class="second"
            aria-disabled={decided.length === 0}
            onClick={() => decided.length > 0 && setDeciding('decline')}
          >
            {text('price.decline')}
          </button>
        </div>
      )}
      <Table
        caption={text('price.nights')}
        columns={columnsFor(setOpened, mayWrite ? { chosen, toggle } : null)}
        rows={nights}
        keyOf={({ date }) => date}
      />
      {night !== undefined && <PriceParts night={night} onClose={() => setOpened('')} />}
      {deciding !== null && (
        <DecidePrices
          listing={listing}
          action={deciding}
          nights={decided}
          onClose={() => setDeciding(null)}
        />
      )}
    </>
  )
}

function Warnings({ warnings }: Pick<ListingPricing, 'warnings'>) {
  if (warnings.length === 0) return null
  return (
    <div class="notice warn">
      <ul class="plain">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </div>
  )
}

export function NightsTab({ listing }: { listing: string }) {
  const today = todayHere()
  const months = monthsFrom(today)
  const [wanted, setMonth] = useAddressState('month')
  const month = months.includes(wanted) ? wanted : (months[0] ?? today.slice(0, 7))
  const query = usePricing(listing, spanOf(month, today))
  return (
    <>
      <search class="filters">
        <Select
          label={text('price.month')}
          value={month}
          onChange={setMonth}
          options={months.map((value) => ({ value, label: monthName(`${value}-15`) }))}
        />
        <Freshness query={query} />
      </search>
      <Loaded query={query}>
        {(pricing) => (
          <>
            <Warnings warnings={pricing.warnings} />
            <Nights key={month} listing={listing} pricing={pricing} />
            <Outlook pricing={pricing} />
          </>
        )}
      </Loaded>
    </>
  )
}
