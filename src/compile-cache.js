// Taking the types out of some hundred files on every start would be most of its time. This file has none, and is read before
// all others, so that what takes them out (24 MB and an eighth of a second) is not even loaded while nothing changed.
import { enableCompileCache } from 'node:module'
import path from 'node:path'

enableCompileCache(path.resolve(import.meta.dirname, '../node_modules/.cache/lodgewire'))
