/** Answers a path without a route: not built yet, another method, or a probable typo. Pure. */
import { distance } from 'fastest-levenshtein'
import { unbuiltOperations, unbuiltReasons } from '../contract/unbuilt-operations.ts'
import { ApiError } from '../platform/api-error.ts'

interface KnownPath {
  /** For example: `/v1/listings/:id`. */
  url: string
  segments: string[]
  methods: readonly string[]
}

const longestShownPath = 200
const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '')
const rest = '*'
const isParameter = (segment: string) => segment.startsWith(':') || segment === rest

const unbuiltPaths: KnownPath[] = Object.entries(unbuiltOperations).map(([url, methods]) => ({
  url,
  segments: segmentsOf(url),
  methods: methods.split(' '),
}))

function matches({ segments }: KnownPath, words: readonly string[]): boolean {
  const isLongEnough =
    segments.at(-1) === rest ? segments.length <= words.length : segments.length === words.length
  return isLongEnough && segments.every((segment, at) => isParameter(segment) || segment === words[at])
}

/** Paths with fixed words win over those with parameters: `/v1/markets/browse` over `/v1/markets/:city`. */
const parameterCount = ({ segments }: KnownPath) => segments.filter(isParameter).length

function unbuiltPathOf(words: readonly string[]): KnownPath | undefined {
  return unbuiltPaths
    .filter((path) => matches(path, words))
    .toSorted((a, b) => parameterCount(a) - parameterCount(b))[0]
}

/** Returns the edit distance of two paths; undefined when they differ too much for a typo. */
function slips(segments: readonly string[], words: readonly string[]): number | undefined {
  let sum = 0
  for (const [at, segment] of segments.entries()) {
    const word = words[at] ?? ''
    if (isParameter(segment)) {
      // An id cannot be a typo of a fixed word.
      if (!/\d/.test(word)) sum += 1
      continue
    }
    const letters = distance(segment, word.toLowerCase())
    if (letters > Math.max(1, Math.floor(segment.length / 3))) return undefined
    sum += letters
  }
  return sum
}

/** Returns the most similar path, with the given ids; a missing `/v1` is added. */
function meantPath(paths: readonly KnownPath[], words: readonly string[]): string | undefined {
  const candidates = words[0] === 'v1' ? [words] : [words, ['v1', ...words], ['v1', ...words.slice(1)]]
  const near = candidates.flatMap((candidate) =>
    paths
      .filter(({ segments }) => segments.length === candidate.length)
      .flatMap(({ segments }) => {
        const letters = slips(segments, candidate)
        const path = `/${segments.map((segment, at) => (isParameter(segment) ? candidate[at] : segment)).join('/')}`
        return letters === undefined ? [] : [{ letters, path }]
      }),
  )
  return near.toSorted((a, b) => a.letters - b.letters)[0]?.path
}

export type ExplainUnknownPath = (method: string, url: string) => ApiError

export function unknownPath(
  routes: readonly { method: string; url: string; hidden?: boolean }[],
): ExplainUnknownPath {
  const byUrl = Map.groupBy(
    routes.filter(({ hidden }) => !hidden),
    ({ url }) => url,
  )
  const built: KnownPath[] = [...byUrl].map(([url, ofUrl]) => ({
    url,
    segments: segmentsOf(url),
    methods: ofUrl.map(({ method }) => method),
  }))
  const paths = [...built, ...unbuiltPaths]

  return (method, url) => {
    const path = url.split('?')[0] ?? url
    const words = path.length > 1000 ? [] : segmentsOf(path)
    const unbuilt = unbuiltPathOf(words)
    if (unbuilt?.methods.includes(method)) return notBuiltYet(method, unbuilt.url)
    if (unbuilt) return wrongMethod(method, unbuilt)
    const suggestion = meantPath(paths, words)
    return new ApiError(
      'not_found',
      `No such path: ${method} ${path.slice(0, longestShownPath)}.${suggestion ? ` Did you mean ${suggestion}?` : ''}`,
      suggestion ? { did_you_mean: suggestion } : {},
      {
        fix: `${suggestion ? `Send the request to ${suggestion}, or look` : 'Look'} the path up at /docs or in /openapi.json.`,
      },
    )
  }
}

function notBuiltYet(method: string, url: string): ApiError {
  const reason = Object.entries(unbuiltReasons).find(([path]) => url.startsWith(path))?.[1]
  if (reason)
    return new ApiError(
      'not_implemented',
      `${method} ${url}: ${reason.why}`,
      { endpoint: url },
      { fix: reason.fix },
    )
  return new ApiError(
    'not_implemented',
    `${method} ${url} belongs to the interface, but this server does not have it yet.`,
    { endpoint: url },
  )
}

export function wrongMethod(method: string, { url, methods }: Pick<KnownPath, 'url' | 'methods'>): ApiError {
  return new ApiError(
    'method_not_allowed',
    `This path answers ${methods.join(', ')} only.`,
    { value_received: method, valid_values: methods, endpoint: url },
    { headers: { allow: methods.join(', ') } },
  )
}
