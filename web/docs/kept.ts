/** What a browser keeps for these pages. Where keeping is not allowed, nothing is remembered and nothing fails. */
function quietly<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

const language = 'language'
const theme = 'theme'
const key = 'key'

export const keptLanguage = (): string | null => quietly(() => localStorage.getItem(language))
export const keepLanguage = (id: string): void => void quietly(() => localStorage.setItem(language, id))

export const keptTheme = (): string | null => quietly(() => localStorage.getItem(theme))
export const keepTheme = (name: string): void => void quietly(() => localStorage.setItem(theme, name))

/** A key is kept for this tab only, and gone with it. */
export const keptKey = (): string => quietly(() => sessionStorage.getItem(key)) ?? ''
export const keepKey = (value: string): void => void quietly(() => sessionStorage.setItem(key, value))
