/** Short messages about what was done, which go away by themselves and are read out. */
import { signal } from './signal.ts'
import { text } from '../text/text.ts'
import { Icon } from './icon.tsx'

interface Notice {
  id: number
  words: string
}

const shownMs = 6_000
let last = 0
const notices = signal<readonly Notice[]>([])

const remove = (id: number) => notices.set(notices.get().filter((notice) => notice.id !== id))

export function notify(words: string): void {
  const id = (last += 1)
  notices.set([...notices.get(), { id, words }])
  setTimeout(() => remove(id), shownMs)
}

export function Notices() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.use().map(({ id, words }) => (
        <div class="toast" key={id}>
          <Icon name="check" /> {words}
          <button type="button" class="icon" aria-label={text('close')} onClick={() => remove(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  )
}
