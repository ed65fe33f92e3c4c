import type { components } from '../api/schema.ts'
import { longDate } from '../format/dates.ts'
import { text } from '../text/text.ts'

interface MarketSourceProps {
  source: 'market' | 'own' | 'none'
  snapshotDate: string | null
  attribution: components['schemas']['Attribution']
  warning?: string | null | undefined
}

/** Whose data is shown and of which day; licences ask for it, and old data misleads. */
export function MarketSource({ source, snapshotDate, attribution, warning }: MarketSourceProps) {
  return (
    <>
      {source !== 'market' && (
        <p class="notice warn">{text(source === 'own' ? 'price.sourceOwn' : 'price.sourceNone')}</p>
      )}
      {warning != null && <p class="notice warn">{warning}</p>}
      {attribution !== null && (
        <p class="soft small">
          <a href={attribution.url} rel="noreferrer" target="_blank">
            {attribution.source}
          </a>{' '}
          (
          <a href={attribution.licenseUrl} rel="noreferrer" target="_blank">
            {attribution.license}
          </a>
          ){snapshotDate !== null && `, ${longDate(snapshotDate)}`}
        </p>
      )}
    </>
  )
}
