import { nightOrNights } from './channel-content/nights.ts'
import { sessionIdForm } from './connect-session.ts'
import { accountIdPattern } from './channel-vrbo.ts'
import { previewTokenPattern, refundPattern } from './channel-vrbo-changes.ts'
import { namePattern } from './body-fields.ts'
import { kvKeyPattern, projectPattern } from './kv.ts'
import { requestIdForm } from './request-story.ts'
import { schemaNamePattern } from './response-schema.ts'
import { guestReviewTag } from './review-write.ts'

/** Error messages explain these patterns in words, never as regular expressions. */
const words: Record<string, string> = {
  [accountIdPattern]: 'an account of Vrbo: lw and 14 small letters or digits, such as lw4k7q2m9x1c8z0d',
  '^[1-9][0-9]{0,17}$': 'a number of 1 to 18 digits that does not begin with 0',
  '^(?!0000)': 'a date from the year 0001 on',
  '^([01][0-9]|2[0-3]):[0-5][0-9]$': 'a time of day from 00:00 to 23:59, such as 15:00',
  '^[A-Z0-9]{1,32}$': 'the code of a booking on Airbnb: capital letters and digits, such as HMAB2C3D4E',
  [guestReviewTag]: 'a tag of a review, such as host_review_guest_negative_arrived_early',
  '^[A-Z]{3}$': 'three capital letters, such as EUR',
  '^[A-Z]{2}$': 'two capital letters, such as HR',
  '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$':
    'a language in lower case with or without a region, such as it or pt-BR',
  '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$': 'a language with or without a region, such as it or pt-BR',
  '^[a-z0-9_-]+:[^\\u0000]+$': 'a provider and an account with a colon between them, such as hostaway:12345',
  '^[0-9]{6,10}$': 'a number of 6 to 10 digits, such as 8122001',
  [nightOrNights]: 'a date, or two with a colon between them, such as 2026-07-01:2026-07-04',
  [sessionIdForm]: 'the id of a connect session: cs_, a number and 32 letters or digits',
  '^([1-9][0-9]{0,17}|[a-z][a-z0-9_-]{0,49}:[^\\u0000-\\u001f]{1,200})$':
    'the id of a connection, or a provider and an account with a colon between them, such as hostaway:12345',
  [kvKeyPattern]: 'a text of 1 to 512 characters without control characters',
  [projectPattern]: '1 to 100 letters, digits, points, hyphens or underscores',
  [requestIdForm]: '1 to 128 letters, digits, points, hyphens or underscores',
  [schemaNamePattern]:
    '3 to 100 lower case letters, digits and hyphens, beginning and ending with a letter or a digit',
  '^[\\x21-\\x7e]+$': 'printable ASCII characters without blanks',
  '^[^\\u0000-\\u001f\\u007f]*$': 'a text without control characters',
  [namePattern]: 'a text that is not blank, without the character NUL',
  [previewTokenPattern]: 'the token of a preview, as it was answered',
  [refundPattern]: 'an amount with up to two decimals, such as 45.50',
  '^[^\\u0000]*$': 'a text without the character NUL',
}

export const wordsOfPattern = (pattern: string): string | undefined => words[pattern]
