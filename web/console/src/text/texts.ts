/** What the dictionaries have in common. */
import type { en } from './en.ts'

type AnyKey = keyof typeof en

/** A key as it is used: without the ending that chooses the number. */
export type TextKey = AnyKey extends infer Key
  ? Key extends `${infer Base}_${'zero' | 'one' | 'other'}`
    ? Base
    : Key
  : never

/** A text for each key of the English ones, and none beside them. */
export type Translated<English> = Record<keyof English, string>
