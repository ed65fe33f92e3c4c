/** The prices of one listing: recommended nights, its strategy, and what it is compared with. */
import './pricing.css'
import { useRoute } from 'preact-iso'
import { pathTo } from '../server-root.ts'
import { text } from '../text/text.ts'
import { useListingNames } from '../ui/listing-names.ts'
import { Screen } from '../ui/screen.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { ComparablesTab } from './comparables-tab.tsx'
import { NightsTab } from './nights-tab.tsx'
import { StrategyTab } from './strategy-tab.tsx'

const tabs = [
  { id: 'nights', label: 'price.tab.nights' },
  { id: 'strategy', label: 'price.tab.strategy' },
  { id: 'comparables', label: 'price.tab.comparables' },
] as const

export default function ListingPricingScreen() {
  const { params } = useRoute()
  const id = params['id'] ?? ''
  const names = useListingNames()
  const open = tabs.find((tab) => tab.id === params['tab'])?.id ?? 'nights'
  return (
    <Screen title={names.get(id) ?? text('listing.number', { id })}>
      <p class="links">
        <a href={pathTo('/pricing')}>{text('price.all')}</a>
        <a href={pathTo(`/listings/${id}`)}>{text('price.toListing')}</a>
        <a href={pathTo(`/calendar?listing=${id}`)}>{text('nav.calendar')}</a>
      </p>
      <Tabs label={text('nav.pricing')} path={`/pricing/${id}`} tabs={tabs} open={open} />
      {open === 'nights' && <NightsTab listing={id} />}
      {open === 'strategy' && <StrategyTab listing={id} />}
      {open === 'comparables' && <ComparablesTab listing={id} />}
    </Screen>
  )
}
