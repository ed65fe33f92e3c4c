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

function matches({ segments }: KnownPath, given: readonly string[]): boolean {
  const isLongEnough =
    segments.at(-1) === rest ? segments.length <= given.length : segments.length === given.length
  return isLongEnough && segments.every((segment, at) => isParameter(segment) || segment === given[at])
}

/** Paths with fixed words win over those with parameters: `/v1/markets/browse` over `/v1/markets/:city`. */
const parameterCount = ({ segments }: KnownPath) => segments.filter(isParameter).length

function unbuiltPathOf(given: readonly string[]): KnownPath | undefined {
  return unbuiltPaths
    .filter((known) => matches(known, given))
    .toSorted((a, b) => parameterCount(a) - parameterCount(b))[0]
}

/** Returns the edit distance of two paths; undefined when they differ too much for a typo. */
function slips(segments: readonly string[], given: readonly string[]): number | undefined {
  let sum = 0
  for (const [at, segment] of segments.entries()) {
    const word = given[at] ?? ''
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
function meantPath(known: readonly KnownPath[], given: readonly string[]): string | undefined {
  const candidates = given[0] === 'v1' ? [given] : [given, ['v1', ...given], ['v1', ...given.slice(1)]]
  const near = candidates.flatMap((wanted) =>
    known
      .filter(({ segments }) => segments.length === wanted.length)
      .flatMap(({ segments }) => {
        const letters = slips(segments, wanted)
        const path = `/${segments.map((segment, at) => (isParameter(segment) ? wanted[at] : segment)).join('/')}`
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
  const known = [...built, ...unbuiltPaths]

  return (method, url) => {
    const path = url.split('?')[0] ?? url
    const given = path.length > 1000 ? [] : segmentsOf(path)
    const unbuilt = unbuiltPathOf(given)
    if (unbuilt?.methods.includes(method)) return notBuiltYet(method, unbuilt.url)
    if (unbuilt) return wrongMethod(method, unbuilt)
    const meant = meantPath(known, given)
    return new ApiError(
      'not_found',
      `No such path: ${method} ${path.slice(0, longestShownPath)}.${meant ? ` Did you mean ${meant}?` : ''}`,
      meant ? { did_you_mean: meant } : {},
      {
        fix: `${meant ? `Send the request to ${meant}, or look` : 'Look'} the path up at /docs or in /openapi.json.`,
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
