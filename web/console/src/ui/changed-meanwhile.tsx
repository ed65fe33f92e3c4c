/** Two people change the same thing: whoever saves second is told first. */
import { useEffect, useRef } from 'preact/hooks'
import { text } from '../text/text.ts'
import type { ChangedField } from './changed-fields.ts'
import { Facts } from './facts.tsx'
import { Icon } from './icon.tsx'

/** Thrown instead of a write when what it would change is no longer what was shown. */
export class ChangedMeanwhile<T> extends Error {
  override name = 'ChangedMeanwhile'
  /** As it is now. */
  readonly now: T

  constructor(now: T) {
    super('what was shown has changed')
    this.now = now
  }
}

export const ChangedNotice = () => (
  <div class="notice warn" role="alert">
    <Icon name="warning" />
    <div>
      <strong>{text('changed.title')}</strong>
      <p>{text('changed.lead')}</p>
    </div>
  </div>
)

/** The fields that a save of a form found changed; null after any other outcome. */
export const changedFieldsOf = (error: Error | null): readonly ChangedField[] | null =>
  error instanceof ChangedMeanwhile ? (error.now as readonly ChangedField[]) : null

const longestShown = 300
const shortened = (value: string): string =>
  value === '' ? '–' : value.length > longestShown ? `${value.slice(0, longestShown)}…` : value

interface ChangedFieldsProps {
  fields: readonly ChangedField[]
  labelOf: (name: string) => string
}

/** The fields that were changed, as they were seen and as they are now. */
export function ChangedFields({ fields, labelOf }: ChangedFieldsProps) {
  const box = useRef<HTMLDivElement>(null)
  // In a long form it would be out of view, and the button beside it says to save all the same.
  useEffect(() => box.current?.scrollIntoView({ block: 'center' }), [fields])
  return (
    <div ref={box}>
      <ChangedNotice />
      <Facts
        facts={fields.map(({ name, seen, now }) => [labelOf(name), `${shortened(seen)} → ${shortened(now)}`])}
      />
    </div>
  )
}
