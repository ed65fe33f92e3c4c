import { sessionIdForm } from './connect-session.ts'

/** What the patterns of requests mean: whoever sends something else is told in words, never in a regular expression. */
const words: Record<string, string> = {
  '^[1-9][0-9]{0,17}$': 'a number of 1 to 18 digits that does not begin with 0',
  '^(?!0000)': 'a date from the year 0001 on',
  '^([01][0-9]|2[0-3]):[0-5][0-9]$': 'a time of day from 00:00 to 23:59, such as 15:00',
  '^[A-Z]{3}$': 'three capital letters, such as EUR',
  '^[A-Z]{2}$': 'two capital letters, such as HR',
  '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$':
    'a language in lower case with or without a region, such as it or pt-BR',
  '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$': 'a language with or without a region, such as it or pt-BR',
  '^[a-z0-9_-]+:[^\\u0000]+$': 'a provider and an account with a colon between them, such as hostaway:12345',
  [sessionIdForm]: 'the id of a connect session: cs_, a number and 32 letters or digits',
  '^([1-9][0-9]{0,17}|[a-z][a-z0-9_-]{0,49}:[^\\u0000-\\u001f]{1,200})$':
    'the id of a connection, or a provider and an account with a colon between them, such as hostaway:12345',
  '^[^\\u0000]*$': 'a text without the character NUL',
}

export const wordsOfPattern = (pattern: string): string | undefined => words[pattern]
