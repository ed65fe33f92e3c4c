/** What became of a sending, section by section, or what a trial says would be sent. */
import type { components } from '../api/schema.ts'
import { text, wordFor } from '../text/text.ts'
import { Badge } from '../ui/badge.tsx'

type Result = components['schemas']['PublishResult'] | components['schemas']['BookingPublishResult']

interface PublishOutcomeProps {
  result: Result
  channel: string
  isTrial: boolean
}

export function PublishOutcome({ result, channel, isTrial }: PublishOutcomeProps) {
  const { published, sections, errors, reason } = result
  const warnings = 'warnings' in result ? result.warnings : []
  const live = 'live' in result ? result.live : undefined
  return (
    <div class={isTrial ? 'preview' : published ? 'notice good' : 'notice warn'} role="status">
      <div>
        {!isTrial && (
          <strong>
            {text(published ? 'publish.allThere' : 'publish.notAll', {
              channel: wordFor('provider', channel),
            })}
          </strong>
        )}
        {sections.length > 0 && (
          <p>
            {text(isTrial ? 'publish.would' : 'publish.there')}{' '}
            {sections.map((section) => (
              <Badge key={section} tone="good">
                {wordFor('section', section)}
              </Badge>
            ))}
          </p>
        )}
        {sections.length === 0 && isTrial && errors.length === 0 && <p>{text('publish.nothing')}</p>}
        {errors.map(({ section, message, code }) => (
          <p key={section}>
            <Badge tone="bad">{wordFor('section', section)}</Badge> {wordFor('publishCode', code)}: {message}
          </p>
        ))}
        {warnings.map((warning) => (
          <p key={warning} class="small">
            {warning}
          </p>
        ))}
        {live !== undefined && <p>{text(live ? 'publish.live' : 'publish.notLive')}</p>}
        {reason !== undefined && <p>{reason}</p>}
      </div>
    </div>
  )
}
