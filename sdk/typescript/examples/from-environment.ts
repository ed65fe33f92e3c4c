/** What every example begins with: the server, the key, and files that keep a value between runs. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { Lodgewire, type Keeper } from 'lodgewire-sdk'

function setting(name: string): string {
  const value = process.env[name]
  if (value === undefined || value === '') throw new Error(`Set ${name}.`)
  return value
}

export const lodgewire = new Lodgewire({ baseUrl: setting('API'), apiKey: setting('API_KEY') })

/** A file is written whole or not at all, so that a program that is killed leaves the value from before. */
export function keepText(file: string, text: string): void {
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}

export const keepInFile = <Value>(file: string): Keeper<Value> => ({
  load: () => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Value) : undefined),
  save: (value) => keepText(file, JSON.stringify(value)),
})
