/** Two people change the same thing: whoever saves second is told first. */
import { text } from '../text/text.ts'
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
