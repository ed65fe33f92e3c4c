/** How one setting is named, parsed and described. */
export type SettingDefinition<T> = {
  name: string
  /** Throws an Error whose message says what is allowed. */
  parse: (value: string) => T
  /** As a user would write it; null when the setting has no default value. */
  default: string | null
  /** What happens when the setting is not set. */
  whenUnset?: string
  description: string
  example: string
  secret?: boolean
}

export const required = <T>(setting: SettingDefinition<T> & { default: string }) => setting
export const optional = <T>(setting: SettingDefinition<T> & { default: null; whenUnset: string }) => setting
