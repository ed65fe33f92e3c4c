/** A market is found by this key, however its name is written. */
export const marketKey = (name: string) => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** Importing and removing a market take this lock. */
export const marketLock = (key: string) => `market ${key}`
