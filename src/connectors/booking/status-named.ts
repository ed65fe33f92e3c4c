/** How the vendor calls what became of a booking, in OTA and in B.XML. */
const statuses: Readonly<Record<string, string>> = {
  commit: 'new',
  book: 'new',
  reserved: 'new',
  modify: 'modified',
  cancel: 'cancelled',
  canceled: 'cancelled',
}

/** A message without the word is what its queue holds: samples of the vendor leave it out. */
export function statusNamed(word: string | undefined, ofQueue: string): string {
  const name = word?.trim() ?? ''
  const key = name.toLowerCase()
  if (key === '') return ofQueue
  return ['new', 'modified', 'cancelled'].includes(key) ? key : (statuses[key] ?? name)
}
