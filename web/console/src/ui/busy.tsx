import { text } from '../text/text.ts'

/** Shown while the first answer is on its way. */
export const Busy = () => (
  <p class="busy" role="status">
    {text('busy')}
  </p>
)
