/** Who set the chosen nights to what, and when; read once somebody asks for it. */
import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { answerOf, client } from '../api/client.ts'
import { addDays, moment, shortDate } from '../format/dates.ts'
import { money } from '../format/money.ts'
import { pathTo } from '../server-root.ts'
import { text } from '../text/text.ts'
import { Freshness, Loaded } from '../ui/loaded.tsx'
import { settingsOf, type NightSetting } from './price-history.ts'

interface NightHistoryProps {
  listingId: string
  currency: string | null
  /** First and last night. */
  from: string
  to: string
}

const mostLines = 100
const everyMs = 5_000
const writes = ['updateAvailability', 'updateAvailabilityBatch']

async function readSettings({ listingId, from, to }: NightHistoryProps, signal: AbortSignal) {
  const read = (action: string) =>
    answerOf(
      client.GET('/v1/audit', {
        params: { query: { action, target: `listing:${listingId}`, outcome: 'done', limit: mostLines } },
        signal,
      }),
    )
  const [lines, applied] = await Promise.all([
    Promise.all(writes.map(read)),
    answerOf(
      client.GET('/v1/listings/{id}/pricing/history', {
        params: { path: { id: listingId }, query: { startDate: from, endDate: to, limit: mostLines } },
        signal,
      }),
    ),
  ])
  return {
    settings: settingsOf(
      lines.flatMap(({ data }) => data),
      applied.data,
      { from, to },
    ),
    isCut: lines.some(({ pagination }) => pagination.hasMore),
  }
}

const whoWords = (who: string | null): string =>
  who === null ? text('history.somebody') : who === 'auto' ? text('history.auto') : who

const nightsWords = (nights: NightSetting['nights']): string =>
  nights.map(({ first, last }) => `${shortDate(first)} – ${shortDate(addDays(last, 1))}`).join(', ')

function Setting({ setting, currency }: { setting: NightSetting; currency: string | null }) {
  const { at, who, price, available, minNights, nights, requestId } = setting
  const values = [
    ...(price === null ? [] : [money(price, currency)]),
    ...(available === null ? [] : [text(available ? 'panel.opened' : 'panel.closed')]),
    ...(minNights === null ? [] : [text('calendar.minimum', { count: minNights })]),
  ]
  return (
    <li>
      <strong>{values.join(', ')}</strong>
      <span>{whoWords(who)}</span>
      <span class="soft">{moment(at)}</span>
      <span class="soft small">{nightsWords(nights)}</span>
      {requestId !== null && (
        <a class="small" href={pathTo(`/developers/requests/${requestId}`)}>
          {text('stay.request')}
        </a>
      )}
    </li>
  )
}

export function NightHistory(props: NightHistoryProps) {
  const { listingId, currency, from, to } = props
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({
    queryKey: ['calendar', 'history', listingId, from, to],
    queryFn: ({ signal }) => readSettings(props, signal),
    enabled: isOpen,
    // A line is completed a moment after its request.
    refetchInterval: everyMs,
  })
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{text('history.title')}</summary>
      {isOpen && (
        <>
          <Loaded query={query}>
            {({ settings, isCut }) => (
              <>
                {settings.length === 0 && <p class="soft">{text('history.none')}</p>}
                <ul class="rows">
                  {settings.map((setting, place) => (
                    <Setting key={place} setting={setting} currency={currency} />
                  ))}
                </ul>
                <p class="soft small">{text(isCut ? 'history.cut' : 'history.lead')}</p>
              </>
            )}
          </Loaded>
          <Freshness query={query} />
        </>
      )}
    </details>
  )
}
