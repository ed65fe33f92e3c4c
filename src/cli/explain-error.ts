/** Plain words for errors of the operating system; codes are shown only with details. */

const inWords: [RegExp, string][] = [
  [/(?:connect )?ECONNREFUSED ([^\s;,]+)/g, 'nothing listens on $1'],
  [/(?:connect )?(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH) ([^\s;,]+)/g, '$1 does not answer'],
  [/getaddrinfo (?:ENOTFOUND|EAI_AGAIN) ([^\s;,]+)/g, 'no machine is known under the name $1'],
  [
    /Connection terminated(?: unexpectedly| due to connection timeout)?|terminating connection due to administrator command|the database system is (?:shutting down|starting up)/gi,
    'the database went away; run the command again once the server is up',
  ],
  [/(?:read|write) (?:ECONNRESET|EPIPE)/g, 'the connection was cut off'],
  [/(?:EACCES|EPERM): [a-z ]+, \w+ '([^']+)'(?: -> '[^']+')?/g, 'this user may not use $1'],
  [/EROFS: [a-z -]+, \w+ '([^']+)'/g, '$1 is on a disk that can only be read'],
  [/ENOENT: [a-z ]+, \w+ '([^']+)'(?: -> '[^']+')?/g, '$1 is not there'],
  [/(?:ENOTDIR|EEXIST): [a-z ]+, \w+ '([^']+)'/g, '$1 is a file, not a folder'],
  [/EISDIR: [a-z ]+(?:, \w+ '([^']+)')?/g, 'a folder stands where a file is needed'],
  [/(?:ENOSPC|EDQUOT): [a-z ]+(?:, \w+(?: '[^']+')?)?/g, 'the disk is full'],
  [/(?:EMFILE|ENFILE): [a-z ]+(?:, \w+ '[^']+')?/g, 'too many files are open (see: ulimit -n)'],
  [/listen EADDRINUSE: [a-z ]+ ([^\s;,]+)/g, 'another program listens on $1'],
  [/spawn (\S+) ENOENT/g, 'the program $1 is not there; run: npm ci'],
]

/** `fetch failed` says nothing, so its cause is shown. */
function messageOf(error: Error): string {
  const { cause } = error
  if (error.message === 'fetch failed' && cause instanceof Error) return messageOf(cause)
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map((one: Error) => messageOf(one)).join('; ')
  }
  return error.message
}

/** Returns one line without codes or stack. */
export function explainError(error: Error): string {
  const text = messageOf(error).replace(/\s*\n\s*/g, ' ')
  return inWords.reduce((message, [pattern, words]) => message.replace(pattern, words), text)
}
