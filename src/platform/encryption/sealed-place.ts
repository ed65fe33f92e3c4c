export interface SealedPlace {
  table: string
  column: string
  /** In a JSON column these fields hold base64 ciphertext. Any of them may be missing. */
  fields?: readonly [string, ...string[]]
  /** Columns of the primary key come in order, with their types. */
  key: Readonly<Record<string, 'bigint' | 'uuid' | 'text'>>
  /** Some tables name the key in a column as well. */
  keyIdColumn?: string
  /** Derives the encryption context of a row's value from its primary key. */
  context(key: Readonly<Record<string, string>>): string
  /** Messages call the values this. */
  holds: string
}
