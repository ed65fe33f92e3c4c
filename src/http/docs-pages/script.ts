/**
 * Comforts only: the pages read the same without it. A search over the whole reference, one language of examples at a time,
 * and a button that copies an example.
 */
export const script = `
const mostResults = 30
const kinds = ['operation', 'error', 'event', 'guide', 'field']

for (const box of document.querySelectorAll('[data-search]')) {
  const input = box.querySelector('input')
  const list = box.querySelector('ul')
  let index
  box.hidden = false
  const load = () => (index ??= fetch(box.dataset.search).then((answer) => answer.json()))
  input.addEventListener('focus', load, { once: true })
  input.addEventListener('input', async () => {
    const words = input.value.toLowerCase().split(/\\s+/).filter(Boolean)
    const entries = words.length === 0 ? [] : await load()
    const place = ({ title }) => {
      const text = title.toLowerCase()
      if (text === words.join(' ')) return 0
      return words.every((word) => text.includes(word)) ? (text.startsWith(words[0]) ? 1 : 2) : 3
    }
    const found = entries
      .filter(({ title, of }) => words.every((word) => (title + ' ' + of).toLowerCase().includes(word)))
      .sort((a, b) => place(a) - place(b) || kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
    list.replaceChildren(...found.slice(0, mostResults).map(resultOf))
    if (words.length > 0 && found.length === 0) list.textContent = 'Nothing found.'
  })
}

function resultOf({ kind, title, of, href }) {
  const link = document.createElement('a')
  link.href = href
  link.append(Object.assign(document.createElement('strong'), { textContent: title }))
  link.append(Object.assign(document.createElement('small'), { textContent: kind + ' · ' + of }))
  const item = document.createElement('li')
  item.append(link)
  return item
}

const languageKey = 'language'
const remembered = () => { try { return localStorage.getItem(languageKey) } catch { return null } }
const remember = (id) => { try { localStorage.setItem(languageKey, id) } catch { /* not allowed here */ } }

function showLanguage(id) {
  for (const panel of document.querySelectorAll('[data-language]')) panel.hidden = panel.dataset.language !== id
  for (const tab of document.querySelectorAll('[data-tab]')) tab.setAttribute('aria-pressed', String(tab.dataset.tab === id))
}

const samples = document.querySelectorAll('[data-languages]')
for (const sample of samples) {
  const tabs = document.createElement('div')
  tabs.className = 'tabs'
  for (const panel of sample.querySelectorAll('[data-language]')) {
    const tab = document.createElement('button')
    tab.type = 'button'
    tab.dataset.tab = panel.dataset.language
    tab.textContent = panel.querySelector('h4').textContent
    tab.addEventListener('click', () => { remember(tab.dataset.tab); showLanguage(tab.dataset.tab) })
    tabs.append(tab)
  }
  sample.prepend(tabs)
}
if (samples.length > 0) {
  const known = [...samples[0].querySelectorAll('[data-language]')].map((panel) => panel.dataset.language)
  showLanguage(known.includes(remembered()) ? remembered() : known[0])
}

for (const sample of document.querySelectorAll('[data-copy]')) {
  const button = document.createElement('button')
  button.className = 'copy'
  button.type = 'button'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(sample.querySelector('code').textContent)
    button.textContent = 'Copied'
    setTimeout(() => { button.textContent = 'Copy' }, 1500)
  })
  sample.querySelector('h4').append(button)
}
`
