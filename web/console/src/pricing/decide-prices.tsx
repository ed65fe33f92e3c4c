/** What applying or declining would do, night by night, before it is done. The API has no trial, so this is reckoned here. */
import { answerOf, client } from '../api/client.ts'
import { weekdayDate } from '../format/dates.ts'
import { money } from '../format/money.ts'
import { text } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { notify } from '../ui/notices.tsx'
import { totalChange, type PriceRecommendation } from './price-steps.ts'
import { refreshPricing, useStrategy } from './pricing-api.ts'

const shownNights = 12

interface DecidePricesProps {
  listing: string
  action: 'apply' | 'decline'
  nights: readonly PriceRecommendation[]
  onClose: () => void
}

function sumWords(sum: number, currency: string | undefined): string {
  if (sum === 0) return text('price.applySame')
  return text(sum > 0 ? 'price.applyMore' : 'price.applyLess', { sum: money(Math.abs(sum), currency) })
}

function Preview({ nights }: { nights: readonly PriceRecommendation[] }) {
  return (
    <ul class="rows preview">
      {nights.slice(0, shownNights).map(({ date, currentPrice, recommendedPrice, currency }) => (
        <li key={date}>
          <span class="whole">{weekdayDate(date)}</span>
          <span class="soft">{money(currentPrice, currency)}</span>
          <span aria-hidden="true">→</span>
          <strong>{money(recommendedPrice, currency)}</strong>
        </li>
      ))}
      {nights.length > shownNights && (
        <li class="soft">{text('today.more', { count: nights.length - shownNights })}</li>
      )}
    </ul>
  )
}

/** Within what the strategy allows; the server leaves alone what is beyond it by then. */
function Bounds({ listing, currency }: { listing: string; currency: string | undefined }) {
  const { data } = useStrategy(listing)
  if (data === undefined) return null
  return (
    <li>
      {text('price.within', {
        least: data.minPrice === null ? text('price.halfUsual') : money(data.minPrice, currency),
        most: data.maxPrice === null ? text('price.muchUsual') : money(data.maxPrice, currency),
        change: data.maxDailyChangePct,
      })}
    </li>
  )
}

export function DecidePrices({ listing, action, nights, onClose }: DecidePricesProps) {
  const currency = nights[0]?.currency
  const isApplied = action === 'apply'
  return (
    <Dialog title={text(isApplied ? 'price.applyTitle' : 'price.declineTitle')} onClose={onClose}>
      {isApplied ? (
        <ul>
          <li>{text('price.applyNights', { count: nights.length })}</li>
          <li>{sumWords(totalChange(nights), currency)}</li>
          <Bounds listing={listing} currency={currency} />
          <li>{text('price.applySent')}</li>
        </ul>
      ) : (
        <p>{text('price.declineLead', { count: nights.length })}</p>
      )}
      <Preview nights={nights} />
      <div class="actions">
        <ActionButton
          kind="main"
          run={async () => {
            const { applied, declined } = await answerOf(
              client.POST('/v1/listings/{id}/pricing', {
                params: { path: { id: listing } },
                body: { action, dates: nights.map(({ date }) => date) },
              }),
            )
            notify(
              isApplied
                ? text('price.applied', { count: applied ?? 0 })
                : text('price.declined', { count: declined ?? 0 }),
            )
          }}
          onDone={() => {
            refreshPricing(listing)
            onClose()
          }}
        >
          {text(isApplied ? 'price.applyNow' : 'price.declineNow')}
        </ActionButton>
        <button type="button" class="second" onClick={onClose}>
          {text('price.notNow')}
        </button>
      </div>
    </Dialog>
  )
}
