export type SettingDefinition<T> = {
  name: string
  /** Throws an Error whose message says what is allowed. */
  parse: (value: string) => T
  /** The default is written as a user would write it; null when there is none. */
  default: string | null
  /** The reference says what happens when the setting is not set. */
  whenUnset?: string
  description: string
  example: string
  secret?: boolean
}

export const required = <T>(setting: SettingDefinition<T> & { default: string }) => setting
export const optional = <T>(setting: SettingDefinition<T> & { default: null; whenUnset: string }) => setting
