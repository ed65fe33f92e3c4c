/** What a market is found by, however its name is written. */
export const marketKey = (name: string) => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** Held by whoever loads or removes it. */
export const marketLock = (key: string) => `market ${key}`
