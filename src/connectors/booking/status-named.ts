/** OTA and B.XML use these words for a booking's status. */
const statuses: Readonly<Record<string, string>> = {
  commit: 'new',
  book: 'new',
  reserved: 'new',
  modify: 'modified',
  cancel: 'cancelled',
  canceled: 'cancelled',
}

/** A message without the word gets its queue's status: the vendor's samples leave the word out. */
export function statusNamed(word: string | undefined, ofQueue: string): string {
  const name = word?.trim() ?? ''
  const key = name.toLowerCase()
  if (key === '') return ofQueue
  return ['new', 'modified', 'cancelled'].includes(key) ? key : (statuses[key] ?? name)
}
