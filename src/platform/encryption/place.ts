/** A column that holds ciphertext. */
export interface SealedPlace {
  table: string
  column: string
  /** Of a column of JSON: the fields that hold ciphertext, in base64. Any of them may be missing. */
  fields?: readonly [string, ...string[]]
  /** Columns of the primary key in order, with their types. */
  key: Readonly<Record<string, 'bigint' | 'uuid' | 'text'>>
  /** Column that says which key it was, too. */
  keyIdColumn?: string
  /** What a value of it is bound to; of the primary key of its row. */
  context(key: Readonly<Record<string, string>>): string
  /** As messages call the values of it. */
  holds: string
}
