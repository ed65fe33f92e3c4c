/** Files, kept apart from the database. Whose they are and what is in them is known to those who store them. */
export interface ObjectStore {
  /** Replaces what is there. Once it resolves the object survives a crash. */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>
  /** null: there is none. */
  get(key: string): Promise<Buffer | null>
  /** Of no effect when there is none. */
  delete(key: string): Promise<void>
}

const keyForm = /^[A-Za-z0-9_-]+(?:[./][A-Za-z0-9_-]+)*$/

/** Keys become paths and addresses, so they are made of harmless parts: `900/photos/Ab12.jpg`. */
export function assertObjectKey(key: string): void {
  if (key.length > 300 || !keyForm.test(key)) throw new Error(`not a key of an object: ${key.slice(0, 100)}`)
}
