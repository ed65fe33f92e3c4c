import { text } from '../text/text.ts'
import { notify } from './notices.tsx'

/** A secret that is shown this once, with a button that copies it. */
export const Secret = ({ label, value }: { label: string; value: string }) => (
  <div class="notice warn">
    <div>
      <strong>{label}</strong>
      <p>
        <code class="secret">{value}</code>
      </p>
      <button
        type="button"
        class="second"
        onClick={() => void navigator.clipboard.writeText(value).then(() => notify(text('copied')))}
      >
        {text('copy')}
      </button>
    </div>
  </div>
)
