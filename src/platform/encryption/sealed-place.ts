/** A column that holds ciphertext. */
export interface SealedPlace {
  table: string
  column: string
  /** For a JSON column: the fields that hold base64 ciphertext. Any of them may be missing. */
  fields?: readonly [string, ...string[]]
  /** Columns of the primary key in order, with their types. */
  key: Readonly<Record<string, 'bigint' | 'uuid' | 'text'>>
  /** A column that names the key as well, if there is one. */
  keyIdColumn?: string
  /** The encryption context of a row's value, from its primary key. */
  context(key: Readonly<Record<string, string>>): string
  /** What messages call the values. */
  holds: string
}
