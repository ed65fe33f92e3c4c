/** The tiles of the systems there are. */
import { el } from './dom.ts'
import { explain, endsSession } from './problem.ts'
import { announce, show } from './frame.ts'
import { cancelButton } from './cancel.ts'
import { notice } from './notice.ts'
import type { Page } from './page.ts'
import type { Provider, Session } from './session.ts'

/** With more than these a search is of use. */
const searchAbove = 9

export function showPicker(page: Page, session: Session): void {
  const { words, host } = page
  const { text } = words
  const { providers } = session
  const trouble = notice()
  const tiles = providers.map((provider) => ({ provider, item: tile(page, session, provider, trouble) }))
  const none = el('p', { class: 'none', hidden: true }, text('pick.none', { host }))
  const list = el('ul', { class: 'tiles' }, ...tiles.map(({ item }) => item))
  show({
    banner: page.banner(session),
    step: page.step('pick', session),
    title: session.copy?.title ?? text('pick.title'),
    lead: session.copy?.subtitle ?? text('pick.lead'),
    body: [
      session.redirectHost !== null && el('p', { class: 'soft' }, text('pick.access', { host })),
      trouble.element,
      providers.length > searchAbove && searchBox(page, tiles, none),
      providers.length > 0 ? list : el('p', {}, text('pick.empty', { host })),
      none,
      el('div', { class: 'actions' }, cancelButton(page, trouble)),
    ],
  })
}

function tile(page: Page, session: Session, provider: Provider, trouble: ReturnType<typeof notice>) {
  const { words } = page
  const button = el(
    'button',
    { type: 'button', class: 'tile' },
    el('span', { class: 'letter', 'aria-hidden': 'true' }, provider.displayName.slice(0, 1)),
    el(
      'span',
      {},
      el('strong', {}, provider.displayName),
      el('span', { class: 'soft' }, summary(words.of(provider.description))),
    ),
  )
  const choose = async () => {
    trouble.clear()
    const answer = await page.api.choose(provider.id)
    if (answer.ok) return page.showForm(session, provider.id)
    if (endsSession(answer.problem)) return void (await page.refresh())
    trouble.say(explain(answer.problem, words, { provider: provider.displayName, host: page.host }))
  }
  button.addEventListener('click', () => void choose())
  return el('li', {}, button)
}

/** What it is; what follows the colon is detail. */
const summary = (description: string) => description.replace(/\s*[:.]\s.*|\.$/s, '')

function searchBox(
  { words }: Page,
  tiles: { provider: Provider; item: HTMLElement }[],
  none: HTMLElement,
): HTMLElement {
  const input = el('input', { type: 'search', id: 'search', autocomplete: 'off', spellcheck: 'false' })
  input.addEventListener('input', () => {
    const wanted = input.value.trim().toLocaleLowerCase()
    for (const { provider, item } of tiles) {
      item.hidden = !`${provider.displayName} ${provider.id}`.toLocaleLowerCase().includes(wanted)
    }
    const found = tiles.filter(({ item }) => !item.hidden).length
    none.hidden = found > 0
    announce(found > 0 ? words.counted('pick.found', found) : (none.textContent ?? ''))
  })
  return el('div', { class: 'field' }, el('label', { for: 'search' }, words.text('pick.search')), input)
}
