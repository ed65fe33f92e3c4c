import { ControlError } from './control-error.ts'
import { readObject, refuseUnknown } from './fields.ts'

/** Says where in the simulator each kind of fault strikes. */
export const faultKinds = {
  timeout: 'request',
  hang: 'request',
  drop: 'request',
  lost_answer: 'request',
  late_500: 'request',
  '429': 'request',
  '429_page': 'request',
  '429_bare': 'request',
  '429_odd': 'request',
  '500': 'request',
  malformed: 'request',
  html: 'request',
  token_expired: 'request',
  spoilt: 'answer',
  late_guest: 'booking',
  duplicate_webhook: 'webhook',
  reorder_webhooks: 'webhook',
} as const

export type FaultKind = keyof typeof faultKinds

export interface Fault {
  kind: FaultKind
  /** How many more times it strikes; absent if it ends at a time. */
  left?: number
  /** Simulator time in milliseconds at which it ends. */
  endsAtMs?: number
  path?: string
  /** Limits the fault to calls by this method. */
  method?: string
  /** For `spoilt`: the text to find, and the text that replaces it. */
  find?: string
  put?: string
}

export class Faults {
  readonly #nowMs: () => number
  #active: Fault[] = []

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  add(input: unknown): Fault {
    const fault = readFault(input, this.#nowMs())
    this.#active.push(fault)
    return fault
  }

  list(): readonly Fault[] {
    this.#active = this.#active.filter((fault) => (fault.endsAtMs ?? Infinity) > this.#nowMs())
    return this.#active
  }

  clear(): void {
    this.#active = []
  }

  /** Strikes once if a fault of one of these kinds is due, the oldest first. */
  take(kinds: readonly FaultKind[], path = '', method = ''): FaultKind | undefined {
    const fault = this.#due(kinds, path, method)
    if (fault === undefined) return undefined
    this.#strike(fault)
    return fault.kind
  }

  /** Returns the answer as it is sent: each spoiling fault strikes if its text is found. */
  spoil(answer: string, path = '', method = ''): string {
    let body = answer
    for (const fault of this.list()) {
      const { kind, find, put } = fault
      if (kind !== 'spoilt' || find === undefined || put === undefined) continue
      if (!isFor(fault, path, method) || !body.includes(find)) continue
      body = body.replaceAll(find, put)
      this.#strike(fault)
    }
    return body
  }

  isDue(kind: FaultKind, path = '', method = ''): boolean {
    return this.#due([kind], path, method) !== undefined
  }

  #strike(fault: Fault): void {
    if (fault.left === undefined) return
    fault.left -= 1
    if (fault.left === 0) this.#active = this.#active.filter((other) => other !== fault)
  }

  #due(kinds: readonly FaultKind[], path: string, method: string): Fault | undefined {
    return this.list().find((fault) => kinds.includes(fault.kind) && isFor(fault, path, method))
  }
}

const isFor = (fault: Fault, path: string, method: string): boolean =>
  matchesPath(fault.path, path) && (fault.method === undefined || fault.method === method)

function isFaultKind(value: unknown): value is FaultKind {
  return typeof value === 'string' && Object.hasOwn(faultKinds, value)
}

function readFault(input: unknown, nowMs: number): Fault {
  const body = readObject(input)
  refuseUnknown(body, ['kind', 'count', 'seconds', 'path', 'method', 'find', 'put'])
  const { count, seconds, path, method, find, put } = body
  const kind = typeof body.kind === 'number' ? String(body.kind) : body.kind
  if (!isFaultKind(kind)) throw new ControlError(`kind must be one of ${Object.keys(faultKinds).join(', ')}`)
  if (count !== undefined && seconds !== undefined)
    throw new ControlError('give either count or seconds, not both')
  if (count !== undefined && (!Number.isSafeInteger(count) || (count as number) < 1)) {
    throw new ControlError('count must be a whole number of 1 or more')
  }
  if (seconds !== undefined && !(typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0)) {
    throw new ControlError('seconds must be a number greater than 0')
  }
  const isSpoilt = kind === 'spoilt'
  if (isSpoilt !== (typeof find === 'string' && find !== '' && typeof put === 'string'))
    throw new ControlError('find and put are texts of the kind spoilt, which needs both')
  const texts = isSpoilt ? { find: find as string, put: put as string } : {}
  const bound =
    seconds === undefined ? { left: Number(count ?? 1) } : { endsAtMs: nowMs + Number(seconds) * 1000 }
  if (path === undefined && method === undefined) return { kind, ...bound, ...texts }
  if (faultKinds[kind] !== 'request' && !isSpoilt) {
    throw new ControlError(`path and method mean nothing for the kind ${kind}`)
  }
  if (path !== undefined && (typeof path !== 'string' || !path.startsWith('/'))) {
    throw new ControlError('path must start with /')
  }
  if (method !== undefined && (typeof method !== 'string' || !/^[A-Z]+$/.test(method))) {
    throw new ControlError('method must be a word like POST')
  }
  return {
    kind,
    ...bound,
    ...texts,
    ...(path === undefined ? {} : { path: path as string }),
    ...(method === undefined ? {} : { method: method as string }),
  }
}

/** A path covers itself and everything under it; `*` stands for one segment. */
function matchesPath(pattern: string | undefined, path: string): boolean {
  if (pattern === undefined) return true
  const patternParts = segments(pattern)
  const pathParts = segments(path)
  return patternParts.every(
    (segment, index) => pathParts[index] === segment || (segment === '*' && index < pathParts.length),
  )
}

function segments(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}
