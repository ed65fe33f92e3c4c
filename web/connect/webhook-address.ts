/** The address a person has to enter at the provider, with a button that copies it. */
import { el } from './dom.ts'
import { announce } from './frame.ts'
import type { Provider } from './session.ts'
import type { Words } from './text.ts'

export function webhookAddress(address: string, provider: Provider | undefined, words: Words): HTMLElement {
  const names = { provider: provider?.displayName ?? '' }
  const { text } = words
  const where = provider?.webhookByHand
  const input = el('input', {
    id: 'webhook',
    type: 'text',
    readonly: true,
    value: address,
    spellcheck: 'false',
  })
  const button = el('button', { type: 'button', class: 'second' }, text('webhook.copy'))
  const copyAddress = async () => {
    input.select()
    const copied = await copy(address)
    if (copied) button.textContent = text('webhook.copied')
    announce(text(copied ? 'webhook.copied' : 'webhook.copyBy'))
  }
  button.addEventListener('click', () => void copyAddress())
  return el(
    'section',
    { class: 'aside', 'aria-labelledby': 'webhook-title' },
    el('h2', { id: 'webhook-title' }, text('webhook.title')),
    el('p', {}, text('webhook.lead', names)),
    where != null && el('p', {}, words.of(where)),
    el('label', { for: 'webhook' }, text('webhook.label')),
    el('div', { class: 'with-button' }, input, button),
    el('p', { class: 'soft' }, text('webhook.secret')),
  )
}

/** The clipboard is open to pages with a certificate only; the address stays selected then. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
