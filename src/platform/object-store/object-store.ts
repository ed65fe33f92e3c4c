/** Stores files outside the database; callers know whose they are and what they hold. */
export interface ObjectStore {
  /** Replaces an existing object. Once it resolves, the object survives a crash. */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>
  /** Returns null when there is no such object. */
  get(key: string): Promise<Buffer | null>
  /** Does nothing when there is no such object. */
  delete(key: string): Promise<void>
}

const keyForm = /^[A-Za-z0-9_-]+(?:[./][A-Za-z0-9_-]+)*$/

/** Throws unless a key has only harmless parts, since keys become paths and URLs: `900/photos/Ab12.jpg`. */
export function assertObjectKey(key: string): void {
  if (key.length > 300 || !keyForm.test(key)) throw new Error(`not a key of an object: ${key.slice(0, 100)}`)
}
