/** A link was opened. It is used by pressing the button alone, so that whoever looks into mails uses nothing up. */
import { el } from '../connect/dom.ts'
import { show } from '../connect/frame.ts'
import { api } from './api.ts'
import { busy, button, tell, troublePlace, type Page } from './page.ts'
import { showAsk } from './step-ask.ts'
import { showMember } from './step-member.ts'

export function showLink(page: Page, token: string): void {
  const { text } = page
  const go = button(text('link.submit'))
  const trouble = troublePlace()
  go.addEventListener('click', () => {
    trouble.hidden = true
    void busy(go, text('link.sending'), async () => {
      const answer = await api.redeem(token)
      if (answer.ok) return showMember(page, answer.value.member)
      if (['sign_in_link_invalid', 'invalid_body'].includes(answer.problem.code)) return showInvalid(page)
      tell(page, trouble, answer.problem)
    })
  })
  show({
    title: text('link.title'),
    lead: text('link.lead'),
    body: [trouble, el('div', { class: 'actions' }, go)],
  })
}

function showInvalid(page: Page): void {
  const { text } = page
  const again = button(text('invalid.again'))
  again.addEventListener('click', () => showAsk(page))
  show({
    tone: 'bad',
    title: text('invalid.title'),
    lead: text('invalid.lead'),
    body: [el('div', { class: 'actions' }, again)],
  })
}
