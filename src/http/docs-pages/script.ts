/** Comforts only: the pages read the same without it. A filter over the navigation, and a button that copies an example. */
export const script = `
for (const box of document.querySelectorAll('.filter')) {
  box.hidden = false
  box.addEventListener('input', () => {
    const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean)
    const shows = (item) => words.every((word) => (item.dataset.find ?? '').includes(word))
    for (const group of document.querySelectorAll('[data-group]')) {
      const items = [...group.querySelectorAll('[data-find]')]
      for (const item of items) item.hidden = !shows(item)
      group.hidden = items.length > 0 && items.every((item) => item.hidden)
    }
  })
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
