import { el } from './dom.ts'
import { leave, tellOpener } from './leave.ts'
import { endsSession, explain } from './problem.ts'
import type { Notice } from './notice.ts'
import type { Page } from './page.ts'

/** Ends the session and goes back at once; where to, the session says. */
export function cancelButton(page: Page, trouble: Notice): HTMLElement {
  const button = el('button', { type: 'button', class: 'quiet' }, page.words.text('cancel'))
  const cancel = async () => {
    const answer = await page.api.cancel()
    if (!answer.ok && !endsSession(answer.problem)) {
      return trouble.say(explain(answer.problem, page.words, { provider: '', host: page.host }))
    }
    const session = await page.refresh()
    if (session?.status !== 'cancelled') return
    tellOpener(session)
    leave(session)
  }
  button.addEventListener('click', () => void cancel())
  return button
}
