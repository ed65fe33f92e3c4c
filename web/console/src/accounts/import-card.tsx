/** How far reading an account is, by kind of record, and when it should be done. */
import type { components } from '../api/schema.ts'
import { moment, timeAgo } from '../format/dates.ts'
import { count } from '../format/money.ts'
import { text, wordFor } from '../text/text.ts'
import { Badge, type Tone } from '../ui/badge.tsx'

type ImportProgress = components['schemas']['ImportProgress']

const importTone: Record<ImportProgress['status'], Tone> = {
  queued: 'calm',
  running: 'calm',
  completed: 'good',
  partial: 'warn',
  failed: 'bad',
}

export function ImportCard({ progress }: { progress: ImportProgress }) {
  const { status, estimatedEndAt, finishedAt, results, error } = progress
  return (
    <section class="card">
      <h2>{text('account.import')}</h2>
      <p>
        <Badge tone={importTone[status]}>{wordFor('import', status)}</Badge>{' '}
        <span class="soft">
          {finishedAt !== null
            ? moment(finishedAt)
            : estimatedEndAt !== null && text('account.ready', { ago: timeAgo(estimatedEndAt) })}
        </span>
      </p>
      {finishedAt === null && <p class="soft small">{text('account.importLeave')}</p>}
      {error !== undefined && <p class="bad-text">{error}</p>}
      <ul class="rows">
        {results.map(({ entityType, processed, expected, errors }) => (
          <li key={entityType}>
            <span>{wordFor('entity', entityType)}</span>
            {expected !== null && finishedAt === null && (
              <progress
                max={Math.max(1, expected)}
                value={Math.min(processed, expected)}
                aria-label={wordFor('entity', entityType)}
              />
            )}
            <span class="soft">
              {count(processed)}
              {expected !== null && ` / ${count(expected)}`}
            </span>
            {errors > 0 && <Badge tone="bad">{text('run.failed', { count: errors })}</Badge>}
          </li>
        ))}
      </ul>
    </section>
  )
}
