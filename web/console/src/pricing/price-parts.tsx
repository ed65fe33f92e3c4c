/** One night: what its price is made of, as a picture and as a table that says the same. */
import { percent, money } from '../format/money.ts'
import { weekdayDate } from '../format/dates.ts'
import { text, wordFor } from '../text/text.ts'
import { Badge } from '../ui/badge.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Facts } from '../ui/facts.tsx'
import { priceSteps, type PriceRecommendation } from './price-steps.ts'

const signed = (amount: number, currency: string) => `${amount > 0 ? '+' : ''}${money(amount, currency)}`

function Waterfall({ night }: { night: PriceRecommendation }) {
  const steps = priceSteps(night)
  return (
    <table class="waterfall">
      <caption class="unseen">{text('price.parts')}</caption>
      <tbody>
        {steps.map(({ name, reason, amount, left, width }, index) => (
          <tr key={name}>
            <th scope="row">{wordFor('factor', name)}</th>
            <td class="number">
              {index === 0 ? money(amount, night.currency) : signed(amount, night.currency)}
            </td>
            <td class="track">
              <span
                class={index === 0 ? 'part base' : amount < 0 ? 'part less' : 'part more'}
                style={{ left: `${left}%`, width: `${Math.max(width, 0.75)}%` }}
              />
              <span class="soft small">{reason}</span>
            </td>
          </tr>
        ))}
        <tr class="sum">
          <th scope="row">{text('price.recommended')}</th>
          <td class="number">{money(night.recommendedPrice, night.currency)}</td>
          <td />
        </tr>
      </tbody>
    </table>
  )
}

export function PriceParts({ night, onClose }: { night: PriceRecommendation; onClose: () => void }) {
  const { date, currentPrice, currency, confidence, bookingProbability, expectedRevenue, status } = night
  return (
    <Dialog title={weekdayDate(date)} kind="side" onClose={onClose}>
      <Facts
        facts={[
          [text('price.now'), money(currentPrice, currency)],
          [text('price.recommended'), <strong key="price">{money(night.recommendedPrice, currency)}</strong>],
          [text('price.chance'), percent(bookingProbability)],
          [text('price.expected'), money(expectedRevenue, currency)],
          [text('price.confidence'), percent(confidence)],
          [
            text('price.bounds'),
            text('price.fromTo', {
              least: night.minPrice === null ? text('price.halfUsual') : money(night.minPrice, currency),
              most: night.maxPrice === null ? text('price.muchUsual') : money(night.maxPrice, currency),
            }),
          ],
          [text('price.status'), <Badge key="status">{wordFor('priceStatus', status)}</Badge>],
        ]}
      />
      <h3>{text('price.parts')}</h3>
      <Waterfall night={night} />
    </Dialog>
  )
}
