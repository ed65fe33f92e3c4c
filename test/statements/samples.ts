/** Values that fit a type: one that has everything, and others that differ from it in one place each. */
import { sql } from 'kysely'
import { SignatureKind, TypeFlags, type Checker, type Type } from 'typescript/unstable/sync'
import { argumentOf } from './source.ts'

/** Makes a value anew: who is given one may change it. */
export type Sample = () => unknown

const deepest = 8
const moment = '2027-01-02T03:04:05.006Z'

/** What is not taken apart: values of the platform and of libraries. */
const known: Record<string, Sample> = {
  Date: () => new Date(moment),
  Buffer: () => Buffer.from('sample'),
  Uint8Array: () => Buffer.from('sample'),
  RegExp: () => /sample/,
  AbortSignal: () => new AbortController().signal,
  // The recorder does not see what is sent through a pool, and a pool taken apart has two hundred thousand samples.
  Pool: () => silentPool,
}

/** It connects, and answers nothing. Whoever tried again after a failure would go on behind the tests. */
const session = { on() {}, once() {}, release() {}, query: async () => ({ rows: [] }) }
const silentPool = { connect: async () => session, query: session.query }

interface Member {
  name: string
  type: Type | undefined
}

export function samplesFor(checker: Checker, db: unknown) {
  /** By depth and type: how much of a type that contains itself is made depends on where it stands. */
  const found = Array.from({ length: deepest + 1 }, () => new Map<number, Sample[]>())
  /** By type: each question to the checker goes to another process and back. */
  const foundMembers = new Map<number, Member[]>()

  function samples(type: Type, depth = 0): Sample[] {
    const before = found[0]?.get(type.id) ?? found[depth]?.get(type.id)
    if (before) return before
    // A type that contains itself ends here.
    if (depth > deepest) return [() => undefined]
    const made = make(type, depth)
    found[depth]?.set(type.id, made)
    return made
  }

  function membersOf(type: Type): Member[] {
    const before = foundMembers.get(type.id)
    if (before) return before
    const symbols = checker.getPropertiesOfType(type)
    const types = checker.getTypeOfSymbol(symbols)
    const members = symbols.map(({ name }, index) => ({ name, type: types[index] }))
    foundMembers.set(type.id, members)
    return members
  }

  function make(type: Type, depth: number): Sample[] {
    const { flags } = type
    if (type.isUnionType()) return ofUnion(type.getTypes(), depth)
    if (type.isStringLiteralType() || type.isNumberLiteralType() || type.isBooleanLiteralType()) {
      return [() => type.value]
    }
    if (flags & TypeFlags.Undefined || flags & TypeFlags.Void) return [() => undefined]
    if (flags & TypeFlags.Null) return [() => null]
    if (flags & TypeFlags.Boolean) return [() => true, () => false]
    if (flags & (TypeFlags.String | TypeFlags.TemplateLiteral)) return [() => '1']
    if (flags & TypeFlags.Number) return [() => 1]
    if (flags & TypeFlags.BigInt) return [() => 1n]
    if (type.isTypeParameter()) {
      const bound = checker.getBaseConstraintOfType(type)
      return bound && bound.id !== type.id ? samples(bound, depth + 1) : [() => ({})]
    }
    if (type.isIntersectionType() && type.getTypes().some((part) => part.flags & TypeFlags.String)) {
      return [() => '1']
    }
    if (type.isObjectType() || type.isIntersectionType()) return ofObject(type, depth)
    return [() => ({})]
  }

  function ofUnion(types: readonly Type[], depth: number): Sample[] {
    const isNothing = (type: Type) => (type.flags & (TypeFlags.Undefined | TypeFlags.Null)) !== 0
    const parts = [...types.filter((type) => !isNothing(type)), ...types.filter(isNothing)]
    return parts.flatMap((part) => samples(part, depth))
  }

  function ofObject(type: Type, depth: number): Sample[] {
    const name = type.getSymbol()?.name ?? ''
    const value = known[name]
    if (value) return [value]
    if (name === 'Kysely' || name === 'Transaction') return [() => db]
    if (name === 'RawBuilder') {
      const of = argumentOf(checker, type)
      return [of && of.flags & TypeFlags.Boolean ? () => sql`true` : () => sql`1`]
    }
    const inner = (index = 0): Sample[] => {
      const of = argumentOf(checker, type, index)
      return of ? samples(of, depth + 1) : [() => ({})]
    }
    if (name === 'Promise') return inner().map((make) => () => Promise.resolve(make()))
    if (/^(Readonly)?Set$/.test(name)) return [() => new Set([inner()[0]?.()]), () => new Set()]
    if (/^(Readonly)?Map$/.test(name)) {
      const [key, of] = [inner(0)[0], inner(1)[0]]
      return [() => new Map([[key?.(), of?.()]]), () => new Map()]
    }
    if (type.isTypeReference() && checker.isTupleType(type)) {
      return together(checker.getTypeArguments(type).map((part) => samples(part, depth + 1))).map(
        (make) => () => make(),
      )
    }
    if (checker.isArrayLikeType(type)) return [...inner().map((make) => () => [make()]), () => []]
    const [signature] = checker.getSignaturesOfType(type, SignatureKind.Call)
    if (signature) {
      const answer = checker.getReturnTypeOfSignature(signature)
      return answer ? samples(answer, depth + 1).map((make) => () => () => make()) : [() => () => undefined]
    }
    return ofMembers(type, depth)
  }

  function ofMembers(type: Type, depth: number): Sample[] {
    const members = membersOf(type)
    const values = members.map((member) =>
      member.type ? samples(member.type, depth + 1) : [() => undefined],
    )
    const names = members.map(({ name }) => name)
    const named = (list: unknown[]) => Object.fromEntries(list.map((value, i) => [names[i], value]))
    const made = together(values).map((make) => () => named(make()))
    const [index] = checker.getIndexInfosOfType(type)
    if (!index) return made
    const [entry] = samples(index.valueType, depth + 1)
    return made.map((make) => () => ({ ...make(), key: entry?.() }))
  }

  return samples
}

/** One value of each, and then the others of each in turn beside the first ones. */
export function together(parts: Sample[][]): (() => unknown[])[] {
  const first = parts.map(([make]) => make)
  const others = parts.flatMap((makes, at) => makes.slice(1).map((make) => first.with(at, make)))
  return [first, ...others].map((makes) => () => makes.map((make) => make?.()))
}
